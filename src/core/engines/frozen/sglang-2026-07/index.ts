import { cohereCommand4 } from './cohere_command4.ts';
import { deepseekv32 } from './deepseekv32.ts';
import { deepseekv4 } from './deepseekv4.ts';
import { glm, glm45 } from './glm45.ts';
import { glm47 } from './glm47.ts';
import { inkling } from './inkling.ts';
import { lfm2 } from './lfm2.ts';
import { qwen3Coder, step3p5 } from './qwen3_coder.ts';
import type { SglangRuntime } from '../../sglang/detector.ts';

/** SGLang's detectors as they were in July 2026, where they answered otherwise; in the order of their flags. */
export const olderSglangRuntimes: readonly SglangRuntime[] = [
  cohereCommand4,
  deepseekv32,
  deepseekv4,
  glm,
  glm45,
  glm47,
  inkling,
  lfm2,
  qwen3Coder,
  step3p5,
];
