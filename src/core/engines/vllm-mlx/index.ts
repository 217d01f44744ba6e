import { auto } from './auto.ts';
import { hermes } from './hermes.ts';
import { qwen } from './qwen.ts';
import type { VllmMlxRuntime } from './reader.ts';

/** vllm-mlx's parsers that were run; Rapid-MLX is a fork of it. */
export const vllmMlxRuntimes: readonly VllmMlxRuntime[] = [auto, hermes, qwen];
