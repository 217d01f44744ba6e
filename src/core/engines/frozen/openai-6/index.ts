import { openaiLayers } from '../../openai/parse-chat-completion.ts';
import type { Runtime } from '../../runtime.ts';
import { release6 } from './release.ts';

const { plain, strict, zodFunction } = openaiLayers(release6);

/** What the npm package openai made of a response in its sixth major, in the order of the picker. */
export const olderOpenaiRuntimes: readonly Runtime[] = [plain, strict, zodFunction];
