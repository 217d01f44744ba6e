import type { SglangReasoningParser } from './base.ts';
import {
  deepseekR1,
  deepseekV3,
  deepseekV4,
  dots,
  gemma4,
  glm45,
  hunyuan,
  interns1,
  kimi,
  kimiK2,
  kimiK3,
  mimo,
  minimax,
  minimaxM3,
  mistral,
  nemotron3,
  poolsideV1,
  qwen3,
  qwen3Thinking,
  step3,
  step3p5,
} from './base-parsers.ts';
import { apertus2509 } from './apertus2509.ts';
import { cohereCommand4 } from './cohere_command4.ts';
import { gptOss } from './gpt-oss.ts';
import { inkling } from './inkling.ts';
import { minimaxAppendThink } from './minimax-append-think.ts';
import { muse } from './muse.ts';

/** SGLang's reasoning parsers in the order of their flags. */
export const sglangReasoning: readonly SglangReasoningParser[] = [
  apertus2509,
  cohereCommand4,
  deepseekR1,
  deepseekV3,
  deepseekV4,
  dots,
  gemma4,
  glm45,
  gptOss,
  hunyuan,
  inkling,
  interns1,
  kimi,
  kimiK2,
  kimiK3,
  mimo,
  minimax,
  minimaxAppendThink,
  minimaxM3,
  mistral,
  muse,
  nemotron3,
  poolsideV1,
  qwen3,
  qwen3Thinking,
  step3,
  step3p5,
];
