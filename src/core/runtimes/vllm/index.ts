import { kimiK2 as kimiK2Of202605 } from './2026-05/kimi_k2.ts';
import { minimax } from './2026-05/minimax.ts';
import { mistralV11 as mistralV11Of202605 } from './2026-05/mistral.ts';
import { deepseekV3 } from './deepseek_v3.ts';
import { deepseekV31 } from './deepseek_v31.ts';
import { hermes } from './hermes.ts';
import { longcat } from './longcat.ts';
import { mistralPreV11 } from './mistral-pre-v11.ts';
import type { VllmRuntime } from './parser.ts';
import { xlam, xlamOf202605 } from './xlam.ts';

/** vLLM's parsers, the newest release of each first, in the order of their flags. */
export const vllmRuntimes: readonly VllmRuntime[] = [
  deepseekV3,
  deepseekV31,
  hermes,
  kimiK2Of202605,
  longcat,
  minimax,
  mistralPreV11,
  mistralV11Of202605,
  xlam,
  xlamOf202605,
];
