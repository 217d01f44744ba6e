import { lostOpeners, withoutOpener } from './kit/mend/lost-openers.ts';
import type { TaggedValues } from './kit/read/tagged-grammar.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { notAsked, eachCall, taggedCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const body = {
  call: { open: ['<|tool_call:start|>'], nameEnd: ['\n'], close: ['<|tool_call:end|>'] },
  value: { key: ['<|tool_arg:start|>', '<|tool_arg:value|>'], open: '', close: ['<|tool_arg:end|>'] },
  trim: 'none',
} satisfies TaggedValues;
const marked = taggedValues(body);
/** The name comes first. */
const unmarked = taggedValues({ ...body, call: { ...body.call, open: [] } });

/** The name on a line, then arguments between tokens. */
export const solarOpen2: ToolFormat = {
  id: 'solar-open2',
  lineage: 'Upstage Solar Open 2',
  models: 'Solar Open 2',
  dialects: ['missing-end'],
  readers: { vllm: ['solar_open2'] },
  proposed: ['sglang'],
  failures: [
    {
      engines: ['vllm'],
      text: 'Never returns a last call that is cut off.',
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      taggedCall({
        open: (name) => `<|tool_call:start|>${name}\n`,
        value: (key, text) => `<|tool_arg:start|>${key}<|tool_arg:value|>${text}<|tool_arg:end|>\n`,
        close: '<|tool_call:end|>',
        barred: ['<|tool_'],
      }),
    ),
  ],
  example: '<|tool_call:start|>wax_ski\n<|tool_arg:start|>layers<|tool_arg:value|>2<|tool_arg:end|>\n<|tool_call:end|>',
  openers: (tools) => [{ text: '<|tool_call:start|>' }, ...lostOpeners(tools, '<|tool_arg')],
  read: (block) =>
    block.opener.startsWith('<') ? marked(block) : unmarked(withoutOpener(block, '<|tool_call:start|>')),
};
