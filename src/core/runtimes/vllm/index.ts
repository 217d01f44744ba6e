import { granite20bFc } from './granite-20b-fc.ts';
import { granite } from './granite.ts';
import { hermes } from './hermes.ts';
import { llama3Json, llama4Json } from './llama3_json.ts';
import { longcat } from './longcat.ts';
import { minimax } from './2026-05/minimax.ts';
import { mistralPreV11 } from './mistral-pre-v11.ts';
import { mistralV11 as mistralV11Of202605 } from './2026-05/mistral.ts';
import { xlam, xlamOf202605 } from './xlam.ts';
import type { VllmRuntime } from './parser.ts';

/** vLLM's parsers, the newest release of each first, in the order of their flags. */
export const vllmRuntimes: readonly VllmRuntime[] = [
  granite,
  granite20bFc,
  hermes,
  llama3Json,
  llama4Json,
  longcat,
  minimax,
  mistralV11Of202605,
  mistralPreV11,
  xlam,
  xlamOf202605,
];
