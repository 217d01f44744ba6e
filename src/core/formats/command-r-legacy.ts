import { jsonCalls } from '../scan/json-calls.ts';
import type { ToolFormat } from './format.ts';

/** The word Action and a list in a code block. */
export const commandRLegacy: ToolFormat = {
  id: 'command-r-legacy',
  lineage: 'Cohere Command, 2024',
  models: 'Command R, Command R+',
  readers: {},
  generic: ['ollama'],
  tier: 'tagged',
  example: 'Action: ```json\n[\n  {"tool_name": "stamp_card", "parameters": {"visits": 5}}\n]```',
  openers: [{ text: 'Action:', atLineStart: true, next: /^```/ }],
  read: jsonCalls({ prefixes: ['```json', '```'], close: ['```'] }),
};
