import type { Block } from './kit/read/block.ts';
import { namedJson } from './kit/read/named-json.ts';
import { elementValues } from './kit/read/nested-elements.ts';
import { patternOf } from './kit/read/pattern-of.ts';
import { codeAt, find, skipSpace, type Resumable } from './kit/read/resumable.ts';
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

const LESS = 0x3c;
const BARS = ['｜DSML｜', '｜｜DSML｜｜', '|DSML|'];

/** What a tag between these bars names. */
function nameIn(tag: string): string {
  return tag.replaceAll(/^<[|｜]+DSML[|｜]+|>$/g, '');
}

/** The tag has the name of a tool, and those in it the names of its parameters. */
function* readNamed(block: Block): Resumable<number> {
  const { source, tools, rec, from, at, opener } = block;
  const name = nameIn(opener);
  const close = `</${opener.slice(1)}`;
  const end = yield* find(source, close, at);
  const body = end < 0 ? null : elementValues(source.slice(at, end), tools.schema(name));
  if (body === null || body.isMixed || body.missing.length > 0) return block.refuse('markup-not-followed', at);
  const nameSpan = { from: at - 1 - name.length, to: at - 1 };
  const to = end + close.length;
  rec.repair('wrong-marker', { from, to: at }, `<｜DSML｜invoke name="${name}">`);
  rec.repair('wrong-marker', { from: end, to }, '</｜DSML｜invoke>');
  rec.read('name', nameSpan);
  block.call({ name, nameSpan, argumentsText: body.json, argumentsSpan: { from: at, to: end } }, { from, to });
  return block.end(to);
}

/** A tag for calls with the name and its JSON after it, perhaps in a code block, in the place of the tags of V4. */
const namedTags = BARS.flatMap((bars) =>
  ['toolcall', 'tool_call', 'toolcalls', 'tool_calls'].map((one) => `<${bars}${one}>`),
);
const named = namedJson({
  nameEnd: ['\n', '```', '{'],
  beforeJson: ['```json', '```'],
  afterJson: ['```'],
  mayClose: namedTags.map((tag) => `</${tag.slice(1)}`),
  single: true,
});

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
  openers: ({ names, isEmpty }) => [
    ...(isEmpty ? [] : namedTags).map((text) => ({
      text,
      next: new RegExp(`^${patternOf(names)}[ \\n]?[{\`]`),
    })),
    ...tags.openers,
    ...names.flatMap((name) => BARS.map((bars) => ({ text: `<${bars}${name}>`, atLineStart: true as const }))),
  ],
  closers: tags.closers,
  *read(block) {
    if (block.tools.has(nameIn(block.opener))) return yield* readNamed(block);
    const isNamed =
      !block.opener.endsWith('invoke') &&
      (yield* codeAt(block.source, yield* skipSpace(block.source, block.at))) !== LESS;
    return yield* isNamed && namedTags.includes(block.opener) ? named(block) : tags.read(block);
  },
};
