import type { Runtime } from '../runtime.ts';
import { openaiLayers } from './parse-chat-completion.ts';
import { newest } from './release.ts';

const { plain, strict, zodFunction } = openaiLayers(newest);

/** What the npm package openai makes of a response, in the order of the picker. */
export const openaiRuntimes: readonly Runtime[] = [plain, strict, zodFunction];
