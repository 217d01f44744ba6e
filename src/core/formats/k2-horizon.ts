import type { Block } from '../scan/block.ts';
import { jsonCalls } from '../scan/json-calls.ts';
import { taggedValues, type TaggedValues } from '../scan/tagged-values.ts';
import { codeAt, skipSpace, type Wait } from '../scan/waiting.ts';
import { notAsked } from '../write/calls.ts';
import type { ToolFormat } from './format.ts';

const CLOSE = '</ifm|tool_call>';
const call = { nameEnd: ['\n'], close: [CLOSE] };
const value: TaggedValues['value'] = {
  key: ['<ifm|arg_key>', '</ifm|arg_key>'],
  type: ['<ifm|arg_type>', '</ifm|arg_type>'],
  open: '<ifm|arg_value>',
  close: ['</ifm|arg_value>'],
};
const wrapped = taggedValues({ close: ['</ifm|tool_calls>'], call: { ...call, open: ['<ifm|tool_call>'] }, value });
const alone = taggedValues({ call: { ...call, open: ['<ifm|tool_call>'] }, value });
const json = jsonCalls({ close: [CLOSE] });

function* read(block: Block): Wait<number> {
  if (block.opener === '<ifm|tool_calls>') return yield* wrapped(block);
  const at = yield* skipSpace(block.source, block.at);
  const end = (yield* codeAt(block.source, at)) === 0x7b ? json(block) : alone(block);
  return typeof end === 'number' ? end : yield* end;
}

/** Named tags of its own, with an optional type for each argument. */
export const k2Horizon: ToolFormat = {
  id: 'k2-horizon',
  lineage: 'LLM360 and IFM',
  models: 'K2 Horizon, K2-V3',
  readers: { sglang: ['k2_horizon'] },
  proposed: ['vllm'],
  tier: 'tagged',
  notAsked: notAsked.tokens,
  example:
    '<ifm|tool_calls><ifm|tool_call>thaw_fish<ifm|arg_key>g</ifm|arg_key><ifm|arg_value>400</ifm|arg_value></ifm|tool_call></ifm|tool_calls>',
  openers: [{ text: '<ifm|tool_calls>' }, { text: '<ifm|tool_call>' }],
  read: read,
  closers: ['</ifm|tool_calls>'],
};
