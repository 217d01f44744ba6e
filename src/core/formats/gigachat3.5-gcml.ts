import type { Block } from '../scan/block.ts';
import { taggedValues, type TaggedValues } from '../scan/tagged-values.ts';
import type { Wait } from '../scan/waiting.ts';
import type { ToolFormat } from './format.ts';

const BLOCKS = ['tool_calls', 'function_calls'];

/** The spellings of a tag: with a blank behind the bars (V4.1), and with ASCII bars, as proxies write them. */
function spelt(begin: string, name: string): string[] {
  return ['｜GCML｜', '｜GCML｜ ', '|GCML|'].map((bars) => `${begin}${bars}${name}`);
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

/** Invoke tags whose names begin with `｜GCML｜`; `string="false"` says that a value is JSON. */
export const gigachat35Gcml: ToolFormat = {
  id: 'gigachat3.5-gcml',
  lineage: 'Sber GigaChat 3.5',
  models: 'GigaChat 3.5',
  readers: { sglang: ['gigachat35'] },
  tier: 'tagged',
  example:
    '<｜GCML｜tool_calls>\n<｜GCML｜invoke name="pick_pears">\n<｜GCML｜parameter name="kg" string="false">3</｜GCML｜parameter>\n</｜GCML｜invoke>\n</｜GCML｜tool_calls>',
  openers: BLOCKS.flatMap((name) => spelt('<', name).map((text) => ({ text: `${text}>` }))).concat(
    spelt('<', 'invoke').map((text) => ({ text })),
  ),
  read: read,
  closers: BLOCKS.flatMap((name) => spelt('</', name).map((text) => `${text}>`)),
};
