import { function_gemma } from './function_gemma.ts';
import { gemma4 } from './gemma4.ts';
import { glm47 } from './glm47.ts';
import { json_tools } from './json_tools.ts';
import { kimi_k2 } from './kimi_k2.ts';
import { longcat } from './longcat.ts';
import { minimax_m2 } from './minimax_m2.ts';
import { mistral } from './mistral.ts';
import { pythonic } from './pythonic.ts';
import { qwen3_coder } from './qwen3_coder.ts';
import type { MlxRuntime } from './reader.ts';

/** The readers of mlx-lm's server, what most models have first. */
export const mlxRuntimes: readonly MlxRuntime[] = [
  json_tools,
  qwen3_coder,
  glm47,
  mistral,
  gemma4,
  function_gemma,
  kimi_k2,
  minimax_m2,
  pythonic,
  longcat,
];
