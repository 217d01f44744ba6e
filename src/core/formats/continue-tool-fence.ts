import { taggedValues } from './kit/read/tagged-values.ts';
import { eachCall, taggedCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A code block with the name and arguments between words. */
export const continueToolFence: ToolFormat = {
  id: 'continue-tool-fence',
  lineage: 'Continue',
  models: 'any, by prompt',
  dialects: ['without-closer'],
  readers: { others: ['Continue'] },
  tier: 'marked',
  prompt: {
    ask: 'Write each call as a code block of the language tool: a line TOOL_NAME: with the tool, and for each argument a line BEGIN_ARG: with its name, its value, and a line END_ARG. Write text without quotes, and any other value as JSON.',
    render: eachCall(
      taggedCall({
        open: (name) => `\`\`\`tool\nTOOL_NAME: ${name}\n`,
        // A line break that begins the value would count as markup.
        value: (key, text) => `BEGIN_ARG: ${key}\n${text.startsWith('\n') ? '\n' : ''}${text}\nEND_ARG\n`,
        close: '```',
        barred: ['END_ARG', 'BEGIN_ARG', '```'],
      }),
      { before: '', between: '\n', after: '' },
    ),
  },
  example: '```tool\nTOOL_NAME: open_log\nBEGIN_ARG: day\nfriday\nEND_ARG\n```',
  openers: [{ text: '```tool\nTOOL_NAME:', atLineStart: true }],
  read: taggedValues({
    call: { open: ['```tool\nTOOL_NAME:'], nameEnd: ['\n'], close: ['```'] },
    value: { key: ['BEGIN_ARG:', '\n'], open: '', close: ['END_ARG'] },
  }),
};
