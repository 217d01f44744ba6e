import { contentOnly } from './content-only.ts';
import { deepseekR1 } from './deepseek-r1.ts';
import { deepseekV31 } from './deepseek-v3-1.ts';
import { firefunctionV2 } from './firefunction-v2.ts';
import type { B8121Runtime } from './format.ts';
import { llama3X } from './llama-3-x.ts';
import { magistral } from './magistral.ts';
import { mistralNemo } from './mistral-nemo.ts';

/** The formats of llama.cpp b8121, in the order of the picker. */
export const olderLlamacppRuntimes: readonly B8121Runtime[] = [
  contentOnly,
  deepseekR1,
  deepseekV31,
  firefunctionV2,
  llama3X,
  magistral,
  mistralNemo,
];
