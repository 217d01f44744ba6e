import type { TaggedValues } from './kit/read/tagged-grammar.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { notAsked, eachCall, taggedCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const body = {
  call: { open: ['<steptml:invoke'], close: ['</steptml:invoke>'] },
  value: { open: ['<steptml:parameter'], close: ['</steptml:parameter>'], keyFrom: ['name', ''] },
  passed: ['<｜tool_call_begin｜>', 'function', '<｜tool_sep｜>', '<｜tool_call_end｜>'],
} satisfies TaggedValues;
const wrapped = taggedValues({ ...body, close: ['<｜tool_calls_end｜>'] });
const alone = taggedValues(body);

/** Invoke tags with a namespace after a separator, between tokens. */
export const step3: ToolFormat = {
  id: 'step3',
  lineage: 'StepFun Step-3',
  models: 'Step-3',
  dialects: ['angle-bracket-in-a-value'],
  readers: { vllm: ['step3'], sglang: ['step3'], smg: ['step3'] },
  failures: [
    {
      engines: ['smg'],
      text: 'Drops empty values.',
      when: ({ calls }) => calls.some(({ argumentsText }) => argumentsText.includes(':""')),
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      taggedCall({
        open: (name) => `<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="${name}">`,
        value: (key, text) => `<steptml:parameter name="${key}">${text}</steptml:parameter>`,
        close: '</steptml:invoke><｜tool_call_end｜>',
        barred: ['</steptml', '<steptml', '<｜tool_call'],
      }),
      { before: '<｜tool_calls_begin｜>', between: '', after: '<｜tool_calls_end｜>' },
    ),
  ],
  example:
    '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="dig_well"><steptml:parameter name="m">6</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
  openers: [
    {
      text: '<｜tool_calls_begin｜>',
      next: /^<｜tool_call_begin｜>[ \n]?(?:function[ \n]?<｜tool_sep｜>[ \n]?)?<steptml:invoke/,
      units: 6,
    },
    { text: '<｜tool_call_begin｜>', next: /^function[ \n]?<｜tool_sep｜>[ \n]?<steptml:invoke/, units: 4 },
    { text: '<steptml:invoke' },
  ],
  read: (block) => (block.opener === block.spelt('<｜tool_calls_begin｜>') ? wrapped(block) : alone(block)),
  closers: ['<｜tool_call_end｜>', '<｜tool_calls_end｜>'],
};
