import type { Runtime } from '../runtime.ts';
import { aiLayers } from './generate-text.ts';
import { newest } from './release.ts';

const { json, zod } = aiLayers(newest);

/** What the Vercel AI SDK makes of a response, in the order of the picker. */
export const aiRuntimes: readonly Runtime[] = [json, zod];
