import type { Runtime } from '../runtime.ts';
import { parseChatCompletionPlain, parseChatCompletionStrict, zodFunction } from './parse-chat-completion.ts';

/** What the npm package openai makes of a response, in the order of the picker. */
export const openaiRuntimes: readonly Runtime[] = [parseChatCompletionPlain, parseChatCompletionStrict, zodFunction];
