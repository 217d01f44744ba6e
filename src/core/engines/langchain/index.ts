import type { Runtime } from '../runtime.ts';
import { aiMessage } from './ai-message.ts';
import { aiMessageChunk } from './ai-message-chunk.ts';
import { jsonOutputParser, jsonOutputParserPartial } from './json-output-parser.ts';
import { jsonOutputToolsParser, parseToolCall, parseToolCallPartial } from './parse-tool-call.ts';

/** What LangChain makes of a response, in the order of the picker. */
export const langchainRuntimes: readonly Runtime[] = [
  aiMessage,
  aiMessageChunk,
  parseToolCall,
  parseToolCallPartial,
  jsonOutputToolsParser,
  jsonOutputParser,
  jsonOutputParserPartial,
];
