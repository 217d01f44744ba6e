import { deepseekv32 } from './deepseekv32.ts';
import { deepseekv4 } from './deepseekv4.ts';
import type { SglangRuntime } from './detector.ts';
import { hermes } from './hermes.ts';
import { minimaxM2 } from './minimax-m2.ts';
import { minimaxM3 } from './minimax-m3.ts';
import { qwen, qwen25 } from './qwen25.ts';

/** SGLang's detectors, in the order of their flags. */
export const sglangRuntimes: readonly SglangRuntime[] = [
  deepseekv32,
  deepseekv4,
  hermes,
  minimaxM2,
  minimaxM3,
  qwen,
  qwen25,
];
