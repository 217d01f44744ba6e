import { hermes } from './hermes.ts';
import { longcat } from './longcat.ts';
import type { VllmRuntime } from './parser.ts';

/** vLLM's parsers, the newest release of each first, in the order of their flags. */
export const vllmRuntimes: readonly VllmRuntime[] = [hermes, longcat];
