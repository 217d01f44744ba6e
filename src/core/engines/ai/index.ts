import type { Runtime } from '../runtime.ts';
import { generateText, generateTextZod } from './generate-text.ts';

/** What the Vercel AI SDK makes of a response, in the order of the picker. */
export const aiRuntimes: readonly Runtime[] = [generateText, generateTextZod];
