import { aiSdk } from './ai-sdk.ts';
import { anthropic } from './anthropic.ts';
import { bedrock } from './bedrock.ts';
import { chunkList } from './chunk-list.ts';
import type { Family } from './family.ts';
import { gemini } from './gemini.ts';
import { ollama } from './ollama.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';
import { textServer } from './text-server.ts';

/** THE list of provider families, in the order in which they are asked whether an event is theirs. */
export const families: readonly Family[] = [
  openAiChat,
  openAiResponses,
  anthropic,
  ollama,
  gemini,
  bedrock,
  aiSdk,
  textServer,
  chunkList,
];
