import { anthropic } from './anthropic.ts';
import { chunkList } from './chunk-list.ts';
import type { Family } from './family.ts';
import { ollama } from './ollama.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';

/** THE list of provider families, in the order in which they are asked whether an event is theirs. */
export const families: readonly Family[] = [openAiChat, openAiResponses, anthropic, ollama, chunkList];
