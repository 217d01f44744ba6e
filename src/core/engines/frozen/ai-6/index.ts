import { aiLayers } from '../../ai/generate-text.ts';
import type { Runtime } from '../../runtime.ts';
import { release6 } from './release.ts';

const { json, zod } = aiLayers(release6);

/** What the Vercel AI SDK made of a response in its sixth major, in the order of the picker. */
export const olderAiRuntimes: readonly Runtime[] = [json, zod];
