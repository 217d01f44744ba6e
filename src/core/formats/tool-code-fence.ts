import { pythonCalls } from './kit/read/python-calls.ts';
import { eachCall, pythonCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A Python code block with a language of its own; print and default_api around the call are markup. */
export const toolCodeFence: ToolFormat = {
  id: 'tool-code-fence',
  lineage: 'Google Gemini and Gemma prompts',
  models: 'Gemini, Gemma 2 and 3',
  dialects: ['without-print', 'bare-name'],
  readers: {},
  tier: 'marked',
  prompt: {
    ask: 'Write each call as one Python function call of default_api, with named arguments and inside print, in a code block of the language tool_code.',
    render: eachCall((call) => `\`\`\`tool_code\nprint(default_api.${pythonCall(call)})\n\`\`\``),
  },
  example: '```tool_code\nprint(default_api.ice_cake(layers=2))\n```',
  // No expression begins with a sign of markup: then it is a code block with a call of another format in it.
  openers: [{ text: '```tool_code', atLineStart: true, next: /^(?:[^<\]]|$)/ }],
  read: pythonCalls({
    close: ['```'],
    isProgram: true,
    wrapper: 'print',
    nameOf: (name) => name.replace(/^default_api\./, ''),
  }),
};
