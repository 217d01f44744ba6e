import { deepseekV32 } from './deepseek_v32.ts';
import { deepseekV4 } from './deepseek_v4.ts';
import { gemma4 } from './gemma4.ts';
import { glm45 } from './glm45.ts';
import { glm47 } from './glm47.ts';
import { granite } from './granite.ts';
import { hunyuanA13b } from './hunyuan_a13b.ts';
import { hyV3 } from './hy_v3.ts';
import { internlm } from './internlm.ts';
import { jamba } from './jamba.ts';
import { kimiK2 } from './kimi_k2.ts';
import { minimax } from './minimax.ts';
import { minimaxM2 } from './minimax_m2.ts';
import { mistralV11 } from './mistral.ts';
import { poolsideV1 } from './poolside_v1.ts';
import { qwen3Coder } from './qwen3_coder.ts';
import { mimo, qwen3Xml } from './qwen3_xml.ts';
import { seedOss } from './seed_oss.ts';
import { xlam } from './xlam.ts';
import type { VllmRuntime } from '../../vllm/parser.ts';

/** vLLM's parsers as they were in May 2026, where their code was another one; in the order of their flags. */
export const olderVllmRuntimes: readonly VllmRuntime[] = [
  deepseekV32,
  deepseekV4,
  gemma4,
  glm45,
  glm47,
  granite,
  hunyuanA13b,
  hyV3,
  internlm,
  jamba,
  kimiK2,
  mimo,
  minimax,
  minimaxM2,
  mistralV11,
  poolsideV1,
  qwen3Coder,
  qwen3Xml,
  seedOss,
  xlam,
];
