import type { Block } from './kit/read/block.ts';
import { headAt } from './kit/read/head.ts';
import { jsonCalls } from './kit/read/json-calls.ts';
import { namedJson } from './kit/read/named-json.ts';
import type { TaggedValues } from './kit/read/tagged-grammar.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { codeAt, endOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, taggedCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const OPEN = '<ifm|tool_call>';
const CLOSE = '</ifm|tool_call>';
const call = { nameEnd: ['\n'], close: [CLOSE] };
const value: TaggedValues['value'] = {
  key: ['<ifm|arg_key>', '</ifm|arg_key>'],
  type: ['<ifm|arg_type>', '</ifm|arg_type>'],
  open: '<ifm|arg_value>',
  close: ['</ifm|arg_value>'],
};
const wrapped = taggedValues({ close: ['</ifm|tool_calls>'], call: { ...call, open: [OPEN] }, value });
const alone = taggedValues({ call: { ...call, open: [OPEN] }, value });
const json = jsonCalls({ close: [CLOSE] });
const wrappedJson = jsonCalls({ prefixes: [OPEN], between: [CLOSE, OPEN], close: ['</ifm|tool_calls>'] });
/** The channel of another family, in plain tags. */
const addressed = namedJson({
  beforeName: ['assistant', 'to=functions.'],
  nameEnd: [' json', '\n', '{'],
  close: ['</tool_call>'],
  single: true,
});

function* read(block: Block): Resumable<number> {
  if (block.opener === '<tool_call>') return yield* addressed(block);
  if (block.opener === '<ifm|tool_calls>') {
    const head = yield* headAt(block.source, block.at);
    return yield* endOf(/^<ifm\|tool_call>[ \n]?\{/.test(head) ? wrappedJson(block) : wrapped(block));
  }
  const at = yield* skipSpace(block.source, block.at);
  return yield* endOf((yield* codeAt(block.source, at)) === 0x7b ? json(block) : alone(block));
}

/** Named tags of its own, with an optional type for each argument. */
export const k2Horizon: ToolFormat = {
  id: 'k2-horizon',
  lineage: 'LLM360 and IFM',
  models: 'K2 Horizon, K2-V3',
  dialects: ['typed-values', 'json-body', 'without-wrapper', 'recipient'],
  readers: { sglang: ['k2_horizon'] },
  proposed: ['vllm'],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      taggedCall({
        open: (name) => `<ifm|tool_call>${name}`,
        value: (key, text) => `<ifm|arg_key>${key}</ifm|arg_key><ifm|arg_value>${text}</ifm|arg_value>`,
        close: '</ifm|tool_call>',
        barred: ['</ifm|', '<ifm|'],
      }),
      { before: '<ifm|tool_calls>', between: '', after: '</ifm|tool_calls>' },
    ),
  ],
  example:
    '<ifm|tool_calls><ifm|tool_call>thaw_fish<ifm|arg_key>g</ifm|arg_key><ifm|arg_value>400</ifm|arg_value></ifm|tool_call></ifm|tool_calls>',
  openers: [
    { text: '<ifm|tool_calls>' },
    { text: OPEN },
    { text: '<tool_call>', next: /^(?:assistant[ \n]?to=|to=functions)/ },
  ],
  read: read,
  closers: ['</ifm|tool_calls>'],
};
