import { ernie45 } from './ernie45.ts';
import { granite } from './granite.ts';
import { granite20bFc } from './granite-20b-fc.ts';
import { granite4 } from './granite4.ts';
import { hermes } from './hermes.ts';
import { internlm } from './internlm.ts';
import { jamba } from './jamba.ts';
import { llama3Json, llama4Json } from './llama3_json.ts';
import { longcat } from './longcat.ts';
import type { VllmRuntime } from './parser.ts';
import { phi4MiniJson } from './phi4_mini_json.ts';

/** vLLM's parsers, the newest release of each first, in the order of their flags. */
export const vllmRuntimes: readonly VllmRuntime[] = [
  ernie45,
  granite,
  granite20bFc,
  granite4,
  hermes,
  internlm,
  jamba,
  llama3Json,
  llama4Json,
  longcat,
  phi4MiniJson,
];
