import type { Block } from './kit/read/block.ts';
import { INVOKE_WITHOUT_BRACKET, lostBracketsIn } from './kit/mend/lost-brackets.ts';
import { elementCall } from './kit/read/element-call.ts';
import { headAt } from './kit/read/head.ts';
import type { Opener } from './kit/read/opener.ts';
import { patternOf } from './kit/read/pattern-of.ts';
import type { TaggedValues } from './kit/read/tagged-grammar.ts';
import type { ToolIndex } from './kit/read/tool-index.ts';
import { taggedValues } from './kit/read/tagged-values.ts';
import { skipSpace, type Resumable } from './kit/read/resumable.ts';
import { invokePrompt, writtenInvokes } from './kit/read/invoke-prompt.ts';
import type { ToolFormat } from './format.ts';

/** The namespace that some transcripts show. */
const NS = 'antml:';
const both = (name: string): string[] => [name, `${NS}${name}`];
const body: TaggedValues = {
  call: { open: both('invoke').map((name) => `<${name}`), close: both('invoke').map((name) => `</${name}>`) },
  value: {
    open: both('parameter').map((name) => `<${name}`),
    close: both('parameter').map((name) => `</${name}>`),
    keyFrom: ['name', ''],
  },
};
const wrapped = taggedValues({
  ...body,
  close: [...both('function_calls').map((name) => `</${name}>`), '</tool_calls>'],
});
const alone = taggedValues(body);
const legacy = elementCall({
  call: ['<invoke>', '</invoke>'],
  name: 'tool_name',
  values: 'parameters',
  close: '</function_calls>',
});

/** Models make such elements of the keys of a call as well, in an element for the call. */
const CALLS = ['tool_call', 'invoke', 'tool_use', 'function_call', 'use_tool', 'tool', 'function'];
/** A word of other data as well: it begins a line. */
const ACTION = 'action';
const PARTS =
  /<((?:tool_|function_)?name)> ?\n?[\w.:/-]+ ?\n?<\/\1>[ \n]?<((?:tool_)?(?:arguments?|args|parameters?|params|input))>[ \n]?[<{]/
    .source;
const ELEMENTS = new RegExp(`^${PARTS}`);
/** Elements of a name that models write without an element around the call. */
const LOOSE_NAMES = ['tool_name', 'function_name', 'name'];
const NAME_ELEMENT = /^<((?:tool_|function_)?name)>/;

/** A declared name as an element, and directly after it one of its parameters. */
function flatElements(tools: ToolIndex): RegExp {
  const calls = tools.names.map(
    (name) => `${patternOf([name])} ?\\n?</\\1>[ \\n]?<${patternOf(tools.parameters(name))}>`,
  );
  return new RegExp(`^<((?:tool_|function_)?name)> ?\\n?(?:${calls.join('|')})`);
}
/** A declared name in an element at the beginning of a line, before that of its arguments. */
function looseOpener({ names }: ToolIndex, tag: string): Opener {
  const next = new RegExp(
    `^${patternOf(names)} ?\\n?</${tag}>[ \\n]?<((?:tool_)?(?:arguments?|args|parameters?|params|input))>[ \\n]?[<{]`,
  );
  return { text: `<${tag}>`, atLineStart: true, next, units: 8 };
}
const LIST_OF_ELEMENTS = new RegExp(`^<(?:${CALLS.join('|')})>[ \\n]?${PARTS}`);
const withoutBrackets = lostBracketsIn('</function_calls>');

/** Reads calls whose parts are elements; `call` is the one around them. */
function* elements(block: Block, call: string): Resumable<number> {
  const isInvented = call !== 'tool_call' && call !== 'invoke';
  const head = yield* headAt(block.source, block.at + call.length + 2, 8);
  const [, name = '', values = ''] = ELEMENTS.exec(head) ?? NAME_ELEMENT.exec(head) ?? [];
  return yield* elementCall({ call: [`<${call}>`, `</${call}>`], name, values, close: '</tool_calls>', isInvented })(
    block,
  );
}

/** Reads calls whose name and arguments are elements beside each other. */
function* looseElements(block: Block): Resumable<number> {
  const head = yield* headAt(block.source, block.from, 8);
  const [, name = '', values = ''] = ELEMENTS.exec(head) ?? [];
  const call = ['', `</${values}>`] as const;
  return yield* elementCall({ call, name, values, close: '</function_calls>', isInvented: true })(
    block.bodyAt(block.from),
  );
}

function* read(block: Block): Resumable<number> {
  if (LOOSE_NAMES.some((tag) => block.opener === `<${tag}>`)) return yield* looseElements(block);
  if (block.opener.endsWith('invoke')) return yield* alone(block);
  const call = [...CALLS, ACTION].find((tag) => block.opener === `<${tag}>`);
  if (call !== undefined) return yield* elements(block.bodyAt(block.from), call);
  const head = yield* headAt(block.source, block.at);
  const isList = block.opener === '<tool_calls>';
  const listed = isList ? CALLS.find((tag) => head.startsWith(`<${tag}>`)) : undefined;
  if (listed !== undefined) return yield* elements(block.bodyAt(yield* skipSpace(block.source, block.at)), listed);
  if (INVOKE_WITHOUT_BRACKET.test(head)) return yield* withoutBrackets(block);
  return yield* head.startsWith('<invoke>') ? legacy(block) : wrapped(block);
}

/** Invoke tags in a wrapper, as in prompts for Claude; an older dialect writes the name as a tag of its own. */
export const anthropicXml: ToolFormat = {
  id: 'anthropic-xml',
  lineage: 'Anthropic prompts',
  models: 'Claude, and models that imitate it',
  dialects: ['legacy', 'namespace', 'without-wrapper', 'lost-sentinels'],
  readers: { others: ['AI SDK middleware'] },
  tier: 'marked',
  prompt: invokePrompt('<function_calls>', '</function_calls>'),
  writes: [writtenInvokes('<function_calls>', '</function_calls>')],
  example:
    '<function_calls>\n<invoke name="sort_mail">\n<parameter name="by">date</parameter>\n</invoke>\n</function_calls>',
  openers: (tools) => [
    { text: '<function_calls>', next: /^(?:<(?:antml:)?invoke|invoke name)/ },
    { text: `<${NS}function_calls>` },
    { text: '<tool_calls>', next: /^<invoke/ },
    { text: '<tool_calls>', next: LIST_OF_ELEMENTS, units: 10 },
    ...CALLS.map((tag) => ({ text: `<${tag}>`, next: ELEMENTS, units: 8 })),
    { text: `<${ACTION}>`, atLineStart: true, next: ELEMENTS, units: 8 },
    ...(tools.isEmpty ? [] : [{ text: '<tool_call>', next: flatElements(tools), units: 8 }]),
    ...(tools.isEmpty ? [] : LOOSE_NAMES.map((tag) => looseOpener(tools, tag))),
    { text: '<invoke', next: /^(?:name ?=|name$|=)/ },
    { text: `<${NS}invoke`, next: /^name(?: ?=|$)/ },
  ],
  read: read,
  closers: ['</function_calls>', `</${NS}function_calls>`, '</invoke>'],
};
