import type { Block } from '../scan/block.ts';
import { taggedValues, type TaggedValues } from '../scan/tagged-values.ts';
import type { Wait } from '../scan/waiting.ts';
import type { ToolFormat } from './format.ts';

const BLOCKS = ['function_calls', 'tool_calls', ' calls', ' function_calls', ' tool_calls'];

/** The spellings of a tag: with a blank behind the bars (V4.1), and with ASCII bars, as proxies write them. */
function spelt(begin: string, name: string): string[] {
  return ['｜DSML｜', '｜DSML｜ ', '|DSML|'].map((bars) => `${begin}${bars}${name}`);
}

const body: TaggedValues = {
  call: { open: spelt('<', 'invoke'), close: spelt('</', 'invoke').map((tag) => `${tag}>`) },
  value: {
    open: spelt('<', 'parameter'),
    close: spelt('</', 'parameter').map((tag) => `${tag}>`),
    keyFrom: ['name', ''],
  },
  typed: 'string-flag',
  trim: 'none',
};
const wrapped = taggedValues({ ...body, close: BLOCKS.flatMap((name) => spelt('</', name).map((tag) => `${tag}>`)) });
const alone = taggedValues(body);

function read(block: Block): Wait<number> {
  return block.opener.endsWith('invoke') ? alone(block) : wrapped(block);
}

/** Invoke tags whose names begin with `｜DSML｜`; `string="false"` says that a value is JSON. */
export const deepseekDsml: ToolFormat = {
  id: 'deepseek-dsml',
  lineage: 'DeepSeek V3.2',
  models: 'DeepSeek V3.2, V4, V4.1',
  readers: {
    vllm: ['deepseek_v32', 'deepseek_v4', 'deepseek_v41'],
    sglang: ['deepseekv32', 'deepseekv4'],
    smg: ['deepseek32', 'deepseek_v4'],
    lmdeploy: ['deepseek-v32', 'deepseek-v4'],
  },
  tier: 'tagged',
  example:
    '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="pick_pears">\n<｜DSML｜parameter name="kg" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
  openers: BLOCKS.flatMap((name) => spelt('<', name).map((text) => ({ text: `${text}>` }))).concat(
    spelt('<', 'invoke').map((text) => ({ text })),
  ),
  read: read,
  closers: BLOCKS.flatMap((name) => spelt('</', name).map((text) => `${text}>`)),
};
