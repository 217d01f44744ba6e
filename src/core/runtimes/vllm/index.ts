import { granite } from './granite.ts';
import { granite20bFc } from './granite-20b-fc.ts';
import { hermes } from './hermes.ts';
import { llama3Json, llama4Json } from './llama3_json.ts';
import { longcat } from './longcat.ts';
import type { VllmRuntime } from './parser.ts';

/** vLLM's parsers, the newest release of each first, in the order of their flags. */
export const vllmRuntimes: readonly VllmRuntime[] = [granite, granite20bFc, hermes, llama3Json, llama4Json, longcat];
