import { jsonCalls } from './kit/read/json-calls.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** The word Action and a list in a code block. */
export const commandRLegacy: ToolFormat = {
  id: 'command-r-legacy',
  lineage: 'Cohere Command, 2024',
  models: 'Command R, Command R+',
  readers: {},
  generic: ['ollama'],
  tier: 'marked',
  prompt: {
    ask: 'Write Action: and after it a JSON list of calls in a code block. In each entry "tool_name" is the tool and "parameters" an object that fits its schema.',
    render: eachCall((call) => `  ${callObject(call, ['tool_name', 'parameters'])}`, {
      before: 'Action: ```json\n[\n',
      between: ',\n',
      after: '\n]\n```',
    }),
  },
  example: 'Action: ```json\n[\n  {"tool_name": "stamp_card", "parameters": {"visits": 5}}\n]```',
  // The keys of LangChain have a format of their own, and a variable is that of a prompt.
  openers: [{ text: 'Action:', atLineStart: true, units: 8, next: /^```(?!(?:json)?[ \n]?(?:\$|\{[ \n]?"action"))/ }],
  read: jsonCalls({ prefixes: ['```json', '```'], close: ['```'] }),
};
