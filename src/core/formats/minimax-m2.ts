import { taggedValues } from './kit/tagged-values.ts';
import { textHolds } from './kit/found-calls.ts';
import { eachCall, taggedCall } from './kit/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** Invoke tags in a wrapper with a namespace. */
export const minimaxM2: ToolFormat = {
  id: 'minimax-m2',
  lineage: 'MiniMax M2',
  models: 'MiniMax-M2, M2.1, M2.5',
  dialects: ['without-quotes', 'in-reasoning'],
  readers: { vllm: ['minimax_m2'], sglang: ['minimax-m2'], smg: ['minimax_m2'], llamacpp: ['MiniMax-M2'] },
  failures: [
    {
      engines: ['smg'],
      text: 'Decodes entities such as `&lt;`. vLLM does not.',
      when: textHolds('&lt;', '&gt;', '&amp;'),
    },
  ],
  tier: 'marked',
  prompt: {
    ask: 'Write the calls between <minimax:tool_call> and </minimax:tool_call>: an invoke tag for each call, and in it a parameter tag for each argument. Write text without quotes, and any other value as JSON.',
    render: eachCall(
      taggedCall({
        open: (name) => `<invoke name="${name}">\n`,
        value: (key, text) => `<parameter name="${key}">\n${text}\n</parameter>\n`,
        close: '</invoke>',
        barred: ['</parameter>', '</invoke>', '<parameter'],
      }),
      { before: '<minimax:tool_call>\n', between: '\n', after: '\n</minimax:tool_call>' },
    ),
  },
  example:
    '<minimax:tool_call>\n<invoke name="brew_tea">\n<parameter name="minutes">4</parameter>\n</invoke>\n</minimax:tool_call>',
  openers: [{ text: '<minimax:tool_call>' }],
  read: taggedValues({
    close: ['</minimax:tool_call>'],
    call: { open: ['<invoke'], close: ['</invoke>'] },
    value: { open: ['<parameter'], close: ['</parameter>'], keyFrom: ['name', ''] },
  }),
  closers: ['</minimax:tool_call>'],
};
