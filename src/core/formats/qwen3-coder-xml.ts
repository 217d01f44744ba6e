import { isAsciiSpace } from '../text/document/index.ts';
import type { Block } from './kit/read/block.ts';
import { headAt } from './kit/read/head.ts';
import { namedJson } from './kit/read/named-json.ts';
import { isNamelessOpener, namelessOpeners, namelessParameters } from './kit/mend/nameless-parameters.ts';
import { patternOf } from './kit/read/pattern-of.ts';
import type { TaggedValues } from './kit/read/tagged-grammar.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { find, type Resumable } from './kit/read/resumable.ts';
import { closerMissing, textHolds } from './kit/read/found-calls.ts';
import { eachCall, taggedCall, type Writer } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const body = {
  call: { open: ['<function=', '<function name=', '<function '], close: ['</function>'], nameFrom: ['', 'name'] },
  value: {
    open: ['<parameter=', '<parameter name=', '<parameter ', '<param=', '<param name=', '<param '],
    close: ['</parameter>', '</param>'],
    keyFrom: ['', 'name'],
  },
  // Models wrap all parameters once more.
  passed: ['<parameters>', '</parameters>', '<arguments>', '</arguments>'],
} satisfies TaggedValues;
const wrapped = taggedValues({ ...body, close: ['</tool_call>'] });
const alone = taggedValues(body);
const DSML = '</｜DSML｜';
/** Models of DeepSeek close the tags of this format with their own. */
const element = taggedValues({
  call: { ...body.call, close: [...body.call.close, `${DSML}invoke>`, '</｜｜DSML｜｜invoke>'] },
  value: { ...body.value, close: [...body.value.close, `${DSML}parameter>`, '</｜｜DSML｜｜parameter>'] },
  close: ['</tool_call>', `${DSML}tool_calls>`, '</｜｜DSML｜｜tool_calls>'],
});
const named = taggedValues({
  ...body,
  call: { open: ['<tool_call '], close: ['</tool_call>', ...body.call.close], nameFrom: ['name', 'function', 'tool'] },
});

/** The tag of the wrapper has the name, in the place of that of the function. */
function* nameInWrapper(block: Block): Resumable<number> {
  const { source, rec, from, at } = block;
  const tagTo = (yield* find(source, '>', at)) + 1;
  const [, name = ''] = /^(?:name|function|tool) ?= ?["']?([^\s"'>]+)/.exec(source.slice(at, tagTo)) ?? [];
  rec.repair('wrong-marker', { from, to: tagTo }, `<tool_call>\n<function=${name}>`);
  return yield* named(block);
}

const NAME_TAG = '<name>';
/** The name is in an element of its own, which a parameter may close. */
const inElement = taggedValues({
  ...body,
  call: { nameEnd: ['</name>', '</parameter>'], close: body.call.close },
  close: ['</tool_call>'],
});

function nameInElement(block: Block): Resumable<number> {
  block.rec.repair('wrong-marker', { from: block.from, to: block.at }, '<function=');
  return inElement(block);
}

const FUNCTION = ['<function>', '</function>'] as const;
/** The name in an element without a key, and the arguments as JSON after it, perhaps in an element as well. */
const ELEMENT_AND_JSON =
  /^<function> ?\n?[\w.:/-]+ ?\n?<\/function>[ \n]?(?:<(?:arguments|parameters|args|input)>[ \n]?)?\{/;
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input'];
const jsonAfterElement = namedJson({
  beforeName: [FUNCTION[0]],
  nameEnd: [FUNCTION[1]],
  beforeJson: ARGUMENTS.map((name) => `<${name}>`),
  afterJson: ARGUMENTS.map((name) => `</${name}>`),
  close: ['</tool_call>'],
  single: true,
});

function* elementAndJson(block: Block): Resumable<number> {
  const { source, rec } = block;
  const open = yield* find(source, FUNCTION[0], block.at);
  const close = yield* find(source, FUNCTION[1], open);
  rec.repair('wrong-marker', { from: open, to: open + FUNCTION[0].length }, '<function=');
  rec.repair('wrong-marker', { from: close, to: close + FUNCTION[1].length }, '>');
  return yield* jsonAfterElement(block);
}

/** The opener is the tag as a whole. */
const damaged = taggedValues({ ...body, call: { ...body.call, open: [] } });

/** Whether an element without a key follows the wrapper; its tag is known, because it decides the format. */
function hasElement({ source, at }: Block): boolean {
  let from = at;
  while (isAsciiSpace(source.code(from))) from += 1;
  return source.startsWith(FUNCTION[0], from);
}

function* inWrapper(block: Block): Resumable<number> {
  const head = yield* headAt(block.source, block.at, 10);
  return yield* ELEMENT_AND_JSON.test(head) ? elementAndJson(block) : wrapped(block);
}

function read(block: Block): Resumable<number> {
  if (block.opener === '<tool_call>') return hasElement(block) ? inWrapper(block) : wrapped(block);
  if (block.opener === '<tool_call ') return nameInWrapper(block);
  if (block.opener === NAME_TAG) return nameInElement(block);
  if (isNamelessOpener(block.opener)) return namelessParameters(block);
  if (block.opener === '<function>' || block.opener.startsWith('<parameter=')) return element(block.bodyAt(block.from));
  return block.opener.endsWith('>') ? damaged(block.bodyAt(block.from + '<function '.length)) : alone(block);
}

/** A declared name, perhaps in a tag or after the rest of one, and a parameter. */
function namedTag(names: readonly string[]): RegExp {
  return new RegExp(
    `^(?:<(?:parameter=)?|function ?=|<name>[ \\n]?)?${patternOf(names)}(?:>|[ \\n]?</(?:name|parameter)>)?[ \\n]?<(?:param|/function)`,
  );
}

const written = (gap: string): Writer =>
  eachCall(
    taggedCall({
      open: (name) => `<tool_call>\n<function=${name}>\n`,
      value: (key, text) => `<parameter=${key}>${gap}${text}${gap}</parameter>\n`,
      close: '</function>\n</tool_call>',
      barred: ['</parameter>', '</function>', '<parameter='],
    }),
  );

/** A function tag with a tag for each parameter; values are raw text. The wrapper may be missing. */
export const qwen3CoderXml: ToolFormat = {
  id: 'qwen3-coder-xml',
  lineage: 'Qwen3-Coder',
  models: 'Qwen3-Coder, Qwen3-Next, Qwen 3.5, MiMo-V2, Step-3.5 Flash, Nemotron 3 Nano',
  dialects: [
    'without-wrapper',
    'missing-value-closer',
    'missing-opening-tag',
    'name-attributes',
    'closer-in-a-value',
    'json-body',
  ],
  readers: {
    vllm: ['qwen3_coder', 'qwen3_xml', 'mimo', 'step3p5'],
    sglang: ['qwen3_coder', 'mimo', 'step3p5'],
    smg: ['qwen_xml', 'qwen_coder'],
    llamacpp: ['Qwen3 Coder'],
    ollama: ['qwen3-coder', 'qwen3.5', 'ornith', 'nemotron-3-nano', 'nemotron-3.5-nano'],
    lmdeploy: ['qwen3coder', 'interns2-preview'],
  },
  failures: [
    {
      engines: ['smg', 'lmdeploy'],
      text: 'Requires `<tool_call>` around the function.',
      when: ({ text }) => !text.includes('<tool_call>'),
    },
    {
      engines: ['smg'],
      text: 'Does not decode entities such as `&lt;`.',
      when: textHolds('&lt;', '&gt;', '&amp;'),
    },
    {
      engines: ['lmdeploy'],
      text: 'Without `</function>` the arguments never end.',
      when: closerMissing,
    },
  ],
  tier: 'marked',
  prompt: {
    ask: 'Write each call between <tool_call> and </tool_call>: a function tag with the name of the tool, and in it a parameter tag for each argument, with the value on lines of its own. Write text without quotes, and any other value as JSON.',
    render: written('\n'),
  },
  // MiMo writes a value on the line of its tags.
  writes: [written('\n'), written('')],
  example:
    '<tool_call>\n<function=write_note>\n<parameter=body>\nline 1\n  line 2\n</parameter>\n</function>\n</tool_call>',
  openers: (tools) => [
    { text: '<tool_call>', next: /^<(?:function(?:=| |$|>[^\s<{])|\/function(?:=| name))/ },
    { text: '<tool_call>', next: namedTag(tools.names), units: 8 },
    { text: '<function>', next: namedTag(tools.names), units: 8 },
    { text: '<function=', next: /^[^\s{<>]+>(?:\n(?!\{)| ?<|$)/ },
    { text: '<function=', next: /^[^\s{<>]+<\/function>[ \n]?<param/, units: 5 },
    // The tag of a parameter is in the place of that of the function.
    ...tools.names.map((name) => ({ text: `<parameter=${name}>`, units: 8, next: /^[ \n]?<param/ })),
    { text: '<function name=', units: 6, next: />[ \n]?<(?:parameter|arg)/ },
    ...namelessOpeners(tools),
    {
      text: '<tool_call ',
      units: 10,
      next: /^(?:name|function|tool) ?= ?["']?[^\s"'>]+["']? ?>[ \n]?(?:<(?:param|arg)|\{)/,
    },
    { text: NAME_TAG, atLineStart: true, units: 4, next: /^[\w.:-]+[ \n]?<\/(?:name|parameter) ?> ?\n?<param/ },
    // The equals sign is forgotten: then only a declared name tells it from other tags.
    ...tools.names.map((name) => ({ text: `<function ${name}>`, next: /^<(?:parameter|\/function)/ })),
  ],
  read: read,
  closers: ['</function>', '</tool_call>'],
};
