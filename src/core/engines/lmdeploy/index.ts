import { deepseek_v32 } from './deepseek-v3.2.ts';
import { deepseek_v4 } from './deepseek-v4.ts';
import { glm47 } from './glm47.ts';
import { internlm } from './internlm.ts';
import { llama3 } from './llama3.ts';
import type { LmdeployRuntime } from './parser.ts';
import { qwen3 } from './qwen3.ts';
import { qwen3coder } from './qwen3coder.ts';

/** LMDeploy's tool parsers, what most models have first. */
export const lmdeployRuntimes: readonly LmdeployRuntime[] = [
  qwen3,
  qwen3coder,
  glm47,
  llama3,
  internlm,
  deepseek_v32,
  deepseek_v4,
];
