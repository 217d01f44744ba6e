import { writtenTags } from './kit/read/write-tags.ts';
import { barredTags } from './kit/read/barred-tags.ts';
import { textHolds } from './kit/read/found-calls.ts';
import { notAsked, type Writer } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

// Gateways in front of MiMo have a word of their own for the same tags.
const tags = barredTags(
  'DSML',
  ['function_calls', 'tool_calls', ' calls', ' function_calls', ' tool_calls'],
  ['MiMoML'],
);

/** The models write an empty line before the block, and LMDeploy requires it. */
function afterEmptyLine(write: Writer): Writer {
  return (calls) => {
    const text = write(calls);
    return text === null ? null : `\n\n${text}`;
  };
}

/** Invoke tags whose names begin with `｜DSML｜`; `string="false"` says that a value is JSON. */
export const deepseekDsml: ToolFormat = {
  id: 'deepseek-dsml',
  lineage: 'DeepSeek V3.2',
  models: 'DeepSeek V3.2, V4, V4.1',
  dialects: ['v3.2', 'v4', 'v4.1', 'ascii-bars'],
  readers: {
    vllm: ['deepseek_v32', 'deepseek_v4', 'deepseek_v41'],
    sglang: ['deepseekv32', 'deepseekv4'],
    smg: ['deepseek32', 'deepseek_v4'],
    llamacpp: ['peg-native'],
    lmdeploy: ['deepseek-v32', 'deepseek-v3.2', 'deepseek-v4'],
  },
  failures: [
    {
      engines: ['smg', 'lmdeploy'],
      flags: ['deepseek_v4', 'deepseek32', 'deepseek-v32', 'deepseek-v4', 'deepseek-v3.2'],
      text: 'The tags of V4.1 contain a space, so parsers for V3.2 and V4 do not find them.',
      when: textHolds('｜DSML｜ '),
    },
    {
      engines: ['lmdeploy'],
      text: 'Requires an empty line before the block.',
      when: ({ text }) => !text.includes('\n\n<｜DSML｜'),
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    writtenTags('｜DSML｜', 'tool_calls'),
    writtenTags('｜DSML｜', 'function_calls'),
    writtenTags('｜DSML｜ ', 'calls'),
    afterEmptyLine(writtenTags('｜DSML｜', 'tool_calls')),
    afterEmptyLine(writtenTags('｜DSML｜', 'function_calls')),
  ],
  example:
    '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="pick_pears">\n<｜DSML｜parameter name="kg" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
  ...tags,
};
