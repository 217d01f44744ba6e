import type { TextAgentRuntime } from '../kit/index.ts';
import type { Runtime } from '../runtime.ts';
import { deepseek_v3 } from './deepseek_v3.ts';
import { deepseek_v3_1 } from './deepseek_v3_1.ts';
import { glm45 } from './glm45.ts';
import { glm47 } from './glm47.ts';
import { hermes } from './hermes.ts';
import { kimi_k2 } from './kimi_k2.ts';
import { llama3_json } from './llama3_json.ts';
import { longcat } from './longcat.ts';
import { mistral } from './mistral.ts';
import { qwen3_coder } from './qwen3_coder.ts';
import { repairArguments } from './repair-arguments.ts';

/**
 * The client-side parsers of hermes-agent's training environments, by name.
 *
 * @internal The golden data ask them.
 */
export const hermesAgentParsers: readonly TextAgentRuntime[] = [
  hermes,
  qwen3_coder,
  glm45,
  glm47,
  llama3_json,
  mistral,
  kimi_k2,
  deepseek_v3,
  deepseek_v3_1,
  longcat,
];

/** The parsers, and the repair of argument text. */
export const hermesAgentRuntimes: readonly Runtime[] = [...hermesAgentParsers, repairArguments];
