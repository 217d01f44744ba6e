import type { Runtime } from '../runtime.ts';
import { hermesFunctions } from './hermes-functions.ts';

/** WebLLM's runtimes: it reads calls in one way. */
export const webllmRuntimes: readonly Runtime[] = [hermesFunctions];
