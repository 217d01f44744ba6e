import type { VllmReasoningParser } from './table-parser.ts';
import {
  deepseekV4,
  gemma4,
  glm45,
  glm47,
  kimiK2,
  ling3,
  mimo,
  minimaxM2,
  mistral,
  nemotronV3,
  qwen3,
  seedOss,
} from './engine-parsers.ts';
import { deepseekR1, deepseekV3, ernie45, holo2, hyV3, poolsideV1, step3, step3p5 } from './first-close-parsers.ts';
import { granite } from './granite.ts';
import { hunyuanA13b } from './hunyuan_a13b.ts';
import { inkling } from './inkling.ts';
import { kimiK3 } from './kimi_k3.ts';
import { minimaxM2AppendThink } from './minimax_m2_append_think.ts';
import { minimaxM3 } from './minimax_m3.ts';
import { museGlimmer } from './muse_glimmer.ts';
import { olmo3 } from './olmo3.ts';

/** vLLM's reasoning parsers in the order of their flags. */
export const vllmReasoning: readonly VllmReasoningParser[] = [
  deepseekR1,
  deepseekV3,
  deepseekV4,
  ernie45,
  gemma4,
  glm45,
  glm47,
  granite,
  holo2,
  hunyuanA13b,
  hyV3,
  inkling,
  kimiK2,
  kimiK3,
  ling3,
  mimo,
  minimaxM2,
  minimaxM2AppendThink,
  minimaxM3,
  mistral,
  museGlimmer,
  nemotronV3,
  olmo3,
  poolsideV1,
  qwen3,
  seedOss,
  step3,
  step3p5,
];
