import { apertus } from './apertus.ts';
import { deepseekV3 } from './deepseek_v3.ts';
import { deepseekV31 } from './deepseek_v31.ts';
import { deepseekV32 } from './deepseek_v32.ts';
import { deepseekV4 } from './deepseek_v4.ts';
import { dots } from './dots.ts';
import { ernie45 } from './ernie45.ts';
import { functiongemma } from './functiongemma.ts';
import { gemma4 } from './gemma4.ts';
import { gigachat3 } from './gigachat3.ts';
import { glm45, glm47, ling3 } from './glm45.ts';
import { granite20bFc } from './granite-20b-fc.ts';
import { granite } from './granite.ts';
import { granite4 } from './granite4.ts';
import { hermes } from './hermes.ts';
import { hunyuanA13b } from './hunyuan_a13b.ts';
import { hyV3 } from './hy_v3.ts';
import { inkling } from './inkling.ts';
import { internlm } from './internlm.ts';
import { jamba } from './jamba.ts';
import { kimiK2 } from './kimi_k2.ts';
import { kimiK3 } from './kimi_k3.ts';
import { lfm2 } from './lfm2.ts';
import { llama3Json, llama4Json } from './llama3_json.ts';
import { llama4Pythonic } from './llama4_pythonic.ts';
import { longcat } from './longcat.ts';
import { minicpm5 } from './minicpm5.ts';
import { minimaxM2 } from './minimax_m2.ts';
import { mistralPreV11 } from './mistral-pre-v11.ts';
import { mistralV11 } from './mistral-v11.ts';
import { museGlimmer } from './muse_glimmer.ts';
import { olmo3 } from './olmo3.ts';
import { phi4MiniJson } from './phi4_mini_json.ts';
import { poolsideV1 } from './poolside_v1.ts';
import { pythonic } from './pythonic.ts';
import { mimo, qwen3Coder, qwen3Xml } from './qwen3_coder.ts';
import { seedOss } from './seed_oss.ts';
import { step3 } from './step3.ts';
import { step3p5 } from './step3p5.ts';
import { xlam } from './xlam.ts';
import { reasoningChoices } from '../kit/index.ts';
import { vllmChain } from './chain.ts';
import type { VllmRuntime } from './parser.ts';
import { vllmReasoning } from './reasoning/index.ts';
import { presets, unthinking } from './reasoning/presets.ts';

const parsers: readonly VllmRuntime[] = [
  apertus,
  deepseekV3,
  deepseekV31,
  deepseekV32,
  deepseekV4,
  dots,
  ernie45,
  functiongemma,
  gemma4,
  gigachat3,
  glm45,
  glm47,
  granite,
  granite20bFc,
  granite4,
  hermes,
  hunyuanA13b,
  hyV3,
  inkling,
  internlm,
  jamba,
  kimiK2,
  kimiK3,
  lfm2,
  ling3,
  llama3Json,
  llama4Json,
  llama4Pythonic,
  longcat,
  mimo,
  minicpm5,
  minimaxM2,
  mistralPreV11,
  mistralV11,
  museGlimmer,
  olmo3,
  phi4MiniJson,
  poolsideV1,
  pythonic,
  qwen3Coder,
  qwen3Xml,
  seedOss,
  step3,
  step3p5,
  xlam,
];

const server = { parsers: vllmReasoning, presets, unthinking };

/** vLLM's parsers in the order of their flags; each can have a reasoning parser before it. */
export const vllmRuntimes: readonly VllmRuntime[] = parsers.map((runtime) => ({
  ...runtime,
  reasoning: reasoningChoices(server, runtime.parser.flag, (parser) => vllmChain(parser, runtime)),
}));
