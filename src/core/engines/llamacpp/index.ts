import { llamacppRuntime, type LlamacppRuntime } from './runtime.ts';
import { templates } from './templates/index.ts';

/** llama.cpp v0.5.0 with each chat template that comes with it. */
export const llamacppRuntimes: readonly LlamacppRuntime[] = templates.map(llamacppRuntime);
