import { deepseekV32 } from './deepseek_v32.ts';
import { deepseekV4 } from './deepseek_v4.ts';
import { gemma4 as gemma4Of202605 } from './2026-05/gemma4.ts';
import { functiongemma } from './functiongemma.ts';
import { gemma4 } from './gemma4.ts';
import { glm45 } from './glm45.ts';
import { glm47 } from './glm47.ts';
import { hermes } from './hermes.ts';
import { kimiK2 } from './kimi_k2.ts';
import { longcat } from './longcat.ts';
import { mimo } from './mimo.ts';
import { minimaxM2 } from './minimax_m2.ts';
import { mistralV11 } from './mistral-v11.ts';
import type { VllmRuntime } from './parser.ts';
import { qwen3Coder } from './qwen3_coder.ts';
import { qwen3Xml } from './qwen3_xml.ts';
import { seedOss } from './seed_oss.ts';

/** vLLM's parsers, the newest release of each first, in the order of their flags. */
export const vllmRuntimes: readonly VllmRuntime[] = [
  deepseekV32,
  deepseekV4,
  functiongemma,
  gemma4,
  gemma4Of202605,
  glm45,
  glm47,
  hermes,
  kimiK2,
  longcat,
  mimo,
  minimaxM2,
  mistralV11,
  qwen3Coder,
  qwen3Xml,
  seedOss,
];
