import { agentSystemFailures } from './agent-systems.ts';
import { clientSideFailures } from './client-side.ts';
import type { WrittenFailure } from './failure.ts';
import { llamacppFailures } from './llamacpp.ts';
import { ollamaFailures } from './ollama.ts';
import { sglangFailures } from './sglang.ts';
import { vllmFailures } from './vllm.ts';

/** THE list of famous failures, by engine. */
export const writtenFailures: readonly WrittenFailure[] = [
  ...vllmFailures,
  ...sglangFailures,
  ...llamacppFailures,
  ...ollamaFailures,
  ...clientSideFailures,
  ...agentSystemFailures,
];
