import type { Block } from './kit/read/block.ts';
import { headAt } from './kit/read/head.ts';
import { nameBeforeKey } from './kit/mend/damaged-pair.ts';
import { beginsLines, callInLines, openerOfLines } from './kit/mend/named-list.ts';
import { lostOpeners, withoutOpener } from './kit/mend/lost-openers.ts';
import { namedJson } from './kit/read/named-json.ts';
import { valueAfterSign } from './kit/mend/value-after-sign.ts';
import { patternOf } from './kit/read/pattern-of.ts';
import type { TaggedValues } from './kit/read/tagged-grammar.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { find, oneOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { textUntil } from './kit/read/text-until.ts';
import { eachCall, taggedCall } from './kit/read/write-calls.ts';
import { someCall } from './kit/read/found-calls.ts';
import type { ToolIndex } from './kit/read/tool-index.ts';
import type { ToolFormat } from './format.ts';

const close = ['</tool_call>', '</iquest_tool_call>', '</iquestcoder_tool_call>'];
const VALUE_CLOSERS = ['</arg_value>', '</arg_key>'];
const VALUE_THEN_CALL = /<\/arg_value>\s?<\/tool_call/;
const KEY_THEN_VALUE = /^[^\s<>{}]+\s?<\/arg_key ?>\s?<arg_value/;
const LONGEST_NAME = 300;
const LONGEST_CALL = 10_000;
const body = {
  value: { key: ['<arg_key>', '</arg_key>'], open: '<arg_value>', close: ['</arg_value>'], joined: '=' },
  trim: 'both',
} satisfies Pick<TaggedValues, 'value' | 'trim'>;
const pairs = taggedValues({ ...body, call: { nameEnd: ['\n', '\\n'], close } });
/** Models give the name a tag of its own. */
const NAME_TAG = ['<tool_name>', '</tool_name>'] as const;
const nameInTag = taggedValues({ ...body, beforeName: [NAME_TAG[0]], call: { nameEnd: [NAME_TAG[1]], close } });
/** A client shows a call so, and models copy it. */
const SQUARE = { open: '[tool=', close: ']' };
const inSquare = taggedValues({ ...body, call: { nameEnd: ['\n'], close: [SQUARE.close] } });
const json = namedJson({ nameEnd: ['>', '{'], close, single: true });

/** A name, which is not JSON literal, and what may follow it. */
const NAMED =
  /^(?!call ?:[\w.-]+ ?\{|(?:null|true|false|[\d.+-]+)\n?<)["'`]?[\p{L}\p{N}_.:/@-]*[\p{L}\p{N}_]["'`]?(?:\(\)(?=[ \n]?<arg_))?(?:(?:[ \n]|\\n)?(?:<arg_(?:key|value|name)|>|\{)|\n?<\/(?:tool_call|iquest|arg_(?:key|value))|[ \n]arg_key>|\n[\p{L}\p{N}_.-]+[ \n]?<\/?arg_key| [\p{L}\p{N}_.-]+<\/arg_key|[ \n]?<tool_call>[\p{L}\p{N}_.-]+<\/arg_key)/u;

/** A key whose opener is that of the call. */
const KEY_CLOSED = /^[\w.-]+[ \n]?<\/arg_key/;

/** Without declared tools, what says that a name is one: a flag, a pair on its line, or the keys of a call. */
const FLAG_OR_KEYS =
  /^(?:[\w.:-]+[ \n]--\w|[\w.:-]+ [\w.-]+ ?= ?["'\d]|(?:tool_)?name ?: ?[\w.:-]+\n(?:arguments|args|parameters|params|input) ?:)/;
const NAMED_BY_TAG = /^<tool_name>[ \n]?[\p{L}\p{N}_.:/@-]+[ \n]?<\/tool_name>[ \n]?<arg_key/u;

/** A declared name before a tag that has the name of one of its parameters. */
function keysAsTags(tools: ToolIndex): RegExp {
  const heads = tools.names.map((name) => `${patternOf([name])}[ \\n]?<${patternOf(tools.parameters(name))}>`);
  return new RegExp(`^(?:${heads.join('|')})`);
}

/** What may be around a name and lines of keys and values. */
const LINES_IN = ['<tool_call>', '<function_call>'];

/** Some checkpoints write the arguments as JSON after the name. */
function* read(block: Block): Resumable<number> {
  if (block.opener === SQUARE.open) return yield* readSquare(block);
  if (!block.opener.startsWith('<')) return yield* pairs(withoutOpener(block, '<tool_call>'));
  const head = yield* headAt(block.source, block.at, 8);
  if (head.startsWith(NAME_TAG[0])) return yield* namedByTag(block);
  if (beginsLines(head)) return yield* callInLines(block, block.opener.replace('<', '</'));
  const [, named = ''] = /^([^\s<>{}]+)>[^\s{<]/.exec(head) ?? [];
  const given = named === '' ? null : yield* valueAfterSign(block, named, '</tool_call>');
  if (given !== null) return given;
  // A word before JSON on its line may as well announce it.
  const word = /^([^\s{]+) \{/.exec(head)?.[1];
  if (word !== undefined && !block.tools.accepts(word)) return block.refuse('undeclared-bare-name', block.at, word);
  const closed = /^([^\s<>{}]+)\s?<\/arg_(?:key|value)/.exec(head)?.[1];
  if (closed !== undefined && nameBeforeKey(block.tools, closed) === null) {
    // Without tools the end of the call must show that the name is whole.
    const isName = block.tools.isEmpty ? VALUE_THEN_CALL.test(head) : block.tools.has(block.tools.resolve(closed));
    if (isName) return yield* closedAsValue(block);
    return block.tools.isEmpty && KEY_THEN_VALUE.test(head)
      ? yield* nameWithKey(block)
      : block.refuse('undeclared-bare-name', block.at, closed);
  }
  return yield* /^[^\s<>{}]+\s?(?:>|\{)/.test(head) ? json(block) : pairs(block);
}

function* readSquare(block: Block): Resumable<number> {
  const { source, rec, from, at } = block;
  rec.repair('wrong-marker', { from, to: at }, '<tool_call>');
  const to = yield* inSquare(block);
  if (block.calls > 0 && source.slice(to - 1, to) === SQUARE.close)
    rec.repair('wrong-marker', { from: to - 1, to }, '</tool_call>');
  return to;
}

function* namedByTag(block: Block): Resumable<number> {
  const { source, rec } = block;
  const from = yield* skipSpace(source, block.at);
  const end = yield* find(source, NAME_TAG[1], from);
  for (const [at, tag] of [
    [from, NAME_TAG[0]],
    [end, NAME_TAG[1]],
  ] as const)
    rec.repair('surplus-marker', { from: at, to: at + tag.length }, '');
  return yield* nameInTag(block);
}

/** A name with the closing tag of a value after it, in the place of that of the call: there are no arguments. */
function* closedAsValue(block: Block): Resumable<number> {
  const { source } = block;
  const from = yield* skipSpace(source, block.at);
  const { to, literal } = yield* textUntil(source, from, VALUE_CLOSERS, LONGEST_NAME);
  if (literal === null) return yield* pairs(block);
  const end = to + literal.length;
  const next = yield* skipSpace(source, end);
  const closer = yield* oneOf(source, next, close);
  block.rec.repair('wrong-marker', { from: to, to: end }, closer === null ? '</tool_call>' : '');
  const name = source.slice(from, to).trimEnd();
  const nameSpan = { from, to: from + name.length };
  block.rec.read('name', nameSpan);
  block.call({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, { from: block.from, to: end });
  return block.end(closer === null ? end : block.closer(closer, next));
}

/** The name and the first key run together, and no declared tool tells where the key begins. */
function* nameWithKey(block: Block): Resumable<number> {
  const { source, from, at } = block;
  const stop = yield* textUntil(source, at, [...close, block.opener], LONGEST_CALL);
  const closer = close.find((one) => one === stop.literal);
  block.malformed('name-with-key', { from, to: stop.to + (closer?.length ?? 0) }, at);
  return block.end(stop.to + (closer?.length ?? 0));
}

/** The name, then pairs of key and value tags; values are raw text where the schema says string, else JSON. */
export const glm45: ToolFormat = {
  id: 'glm-4.5',
  lineage: 'Zhipu GLM-4.5',
  models: 'GLM-4.5 to 5, Laguna, Ling 3, Spark 2.5 and 3, HyperCLOVAX-SEED-Think',
  dialects: [
    'newline-free',
    'without-arguments',
    'iquest',
    'json-after-the-name',
    'json-on-the-next-line',
    'two-character-line-break',
    'middle-tags-dropped',
  ],
  readers: {
    vllm: ['glm45', 'glm47', 'ling3', 'poolside_v1'],
    sglang: ['glm45', 'glm', 'glm47', 'ling3', 'spark25', 'poolside_v1'],
    smg: ['glm45_moe', 'glm47_moe'],
    llamacpp: ['GLM 4.5'],
    ollama: ['glm-4.7', 'glm-ocr', 'laguna', 'poolside-v1'],
    lmdeploy: ['glm47'],
  },
  failures: [
    {
      engines: ['sglang', 'smg', 'lmdeploy'],
      text: 'A literal `</arg_value>` inside a value ends the value.',
      when: someCall((written) => written.split('</arg_value>').length > written.split('<arg_value>').length),
    },
  ],
  tier: 'marked',
  prompt: {
    ask: 'Write each call between <tool_call> and </tool_call>: first the name of the tool, then for each argument its name in an arg_key tag and its value in an arg_value tag. Write text without quotes, and any other value as JSON.',
    render: eachCall(
      taggedCall({
        open: (name) => `<tool_call>${name}\n`,
        value: (key, text) => `<arg_key>${key}</arg_key>\n<arg_value>\n${text}\n</arg_value>\n`,
        close: '</tool_call>',
        barred: ['</arg_value>', '</tool_call>'],
      }),
      { before: '', between: '\n', after: '' },
    ),
  },
  writes: [
    eachCall(
      taggedCall({
        open: (name) => `<tool_call>${name}\n`,
        value: (key, text) => `<arg_key>${key}</arg_key>\n<arg_value>${text}</arg_value>\n`,
        close: '</tool_call>',
        barred: ['</arg_value>', '</tool_call>'],
      }),
    ),
    eachCall(
      taggedCall({
        open: (name) => `<tool_call>${name}`,
        value: (key, text) => `<arg_key>${key}</arg_key><arg_value>${text}</arg_value>`,
        close: '</tool_call>',
        barred: ['</arg_value>', '</tool_call>'],
      }),
    ),
  ],
  example:
    '<tool_call>book_sauna\n<arg_key>who</arg_key>\n<arg_value>Åsa</arg_value>\n<arg_key>hours</arg_key>\n<arg_value>2</arg_value>\n</tool_call>',
  openers: (tools) => [
    ...lostOpeners(tools, '<arg_key'),
    ...tools.names.map((name) => ({ text: `${name}<tool_call>`, atLineStart: true as const, next: KEY_CLOSED })),
    { text: '<tool_call>', next: NAMED_BY_TAG, units: 8 },
    { text: SQUARE.open, next: /^[\p{L}\p{N}_.:/@-]+ ?<arg_key/u, units: 6 },
    ...['<tool_call>', '<iquest_tool_call>', '<iquestcoder_tool_call>'].map((text) => ({
      text,
      next: NAMED,
      units: 8,
    })),
    // A declared name, and a tag that is one of its parameters.
    ...(tools.isEmpty
      ? [{ text: '<tool_call>', next: FLAG_OR_KEYS, units: 8 }]
      : [{ text: '<tool_call>', next: keysAsTags(tools) }, ...LINES_IN.map((text) => openerOfLines(tools, text))]),
  ],
  read: read,
  closers: ['</tool_call>', '</arg_value>', '</arg_key>'],
};
