import { namedJson } from './kit/read/named-json.ts';
import type { Block } from './kit/read/block.ts';
import { withoutOpener } from './kit/mend/lost-openers.ts';
import { argumentsSoFar, readNamedArguments } from './kit/read/named-arguments.ts';
import { lookingAt, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { endsReply } from './kit/read/words-around.ts';
import { hyphenName } from './kit/read/found-calls.ts';
import type { ToolIndex } from './kit/read/tool-index.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const marked = namedJson({
  callOpen: ['<|tool_call_begin|>'],
  nameEnd: ['<|tool_call_argument_begin|>', '{'],
  separator: '<|tool_call_argument_begin|>',
  afterJson: ['<|tool_call_end|>'],
  close: ['<|tool_calls_section_end|>'],
  nameOf: nameIn,
  follows: idFollows,
  idOf,
  // Also the ids that servers mint, which a model copies from its history.
  nameless: /^(?:(?:functions\.?|call|tool)?[_:-]?\d*|(?:call_|toolu_|fc_|chatcmpl-tool-)[\w-]+)$/,
});
/** Only the token after the id is left. */
const begun = namedJson({
  nameEnd: ['<|tool_call_argument_begin|>'],
  afterJson: ['<|tool_call_end|>', '<|tool_calls_section_end|>'],
  nameOf: nameIn,
});
const stripped = namedJson({
  callOpen: ['functions.'],
  nameEnd: ['{'],
  nameOf: (id) => ({ name: id.replace(/:\d+$/, ''), id: `functions.${id}` }),
});

/** An id whose marker was lost. */
function* idFollows({ source, rec }: Block, at: number): Resumable<boolean> {
  if (!(yield* lookingAt(source, at, 'functions.'))) return false;
  rec.repair('missing-marker', { from: at, to: at }, '<|tool_call_begin|>');
  return true;
}

/** `functions.NAME:0`: where an id lacks a part of it, some parsers find no call. */
function idOf(name: string, id: string, index: number): string {
  const [, meant = name, number = /:(?:call_)?(\d{1,9})$/.exec(id)?.[1] ?? String(index)] =
    /^(?:functions_)?(.{1,200})_(\d{1,9})$/.exec(id) ?? [];
  return `functions.${meant}:${number}`;
}

/** `functions.NAME!0` */
const OTHER_SIGN = /^functions\.([\w.-]{1,120})[^\w.:/@-]{1,2}(\d{1,9})$/;

/** `functions.NAME:0`, or with other signs or none in the place of both where only then the name is declared. */
function nameIn(id: string, _: string | null, tools: ToolIndex): { name: string; id: string; mended?: string } {
  const name = id.replace(/^functions\./, '').replace(/:(?:call_)?\d+$/, '');
  // Without declared tools, both ends of the id must show that its signs are other ones, or a sign that no name has.
  const [, plain, index] = tools.isEmpty ? (/^functions_(.+)_(\d+)$/.exec(id) ?? OTHER_SIGN.exec(id) ?? []) : [];
  if (plain !== undefined && index !== undefined) return { name: plain, id, mended: `functions.${plain}:${index}` };
  const [, meant, number] = tools.has(name) ? [] : (/^(?:functions[._])?(.+)[^a-zA-Z0-9](\d+)$/.exec(id) ?? glued(id));
  if (meant === undefined || number === undefined || !tools.has(meant) || meant === name) return { name, id };
  return { name: meant, id, mended: `functions.${meant}:${number}` };
}

/** `functionsNAME0`. */
function glued(id: string): readonly string[] {
  return /^functions(.*\D)(\d+)$/.exec(id) ?? [];
}

const ARGUMENTS = '<|tool_call_argument_begin|>';
/** An id at the end of a text, perhaps glued to the word before it. */
const ID_AT_END = /(functions[._])?([\w-]{1,120}(?:\.[\w-]{1,120})?):\d{1,9}[ \t\n]?$/;
const LONGEST_ID = 280;

/**
 * The arguments of a call whose id is in the line of other text, so that nothing opens it.
 *
 *     I will look.functions.ring_bell:0<|tool_call_argument_begin|>{"times": 2}
 *                                      ^ the opener
 */
function* afterId(block: Block): Resumable<number> {
  const { source, tools, rec, from } = block;
  const before = source.slice(Math.max(0, from - LONGEST_ID), from);
  const found = ID_AT_END.exec(before.replace(/^[\s\S]*?(?=functions[._][^\s]*$)/, ''));
  const name = tools.resolve(found?.[2] ?? '');
  const isPrefixed = found?.[1] !== undefined || /(?:^|\n)[ \t]*$/.test(before.slice(0, -(found?.[0].length ?? 0)));
  if (found === null || (tools.isEmpty ? !isPrefixed : !tools.has(name)))
    return block.refuse('markup-not-followed', block.at);
  const idFrom = from - found[0].length;
  const id = found[0].trimEnd();
  const named = { name, nameSpan: { from, to: from }, id };
  const at = yield* skipSpace(source, block.at);
  const payload = yield* readNamedArguments(source, at, ['<|tool_call_end|>']);
  if (payload === null || payload.state === 'broken') return block.refuse('markup-not-followed', block.at);
  rec.repair('missing-marker', { from: idFrom, to: idFrom }, '<|tool_call_begin|>');
  if (payload.state === 'cut') {
    block.cut({ ...named, ...argumentsSoFar(payload) }, from);
    return block.end(source.length);
  }
  block.namedCall(named, payload.root, null, payload.repairs, { from, to: payload.to });
  let to = payload.to;
  for (const literal of ['<|tool_call_end|>', '<|tool_calls_section_end|>']) {
    const next = yield* skipSpace(source, to);
    if (yield* lookingAt(source, next, literal)) to = block.closer(literal, next);
  }
  return block.end(to);
}

/** An id in a line of words, after which the special tokens were stripped. It may be glued to what is before it. */
const ID_BEFORE_BRACE = /functions\.(?<name>[\w.-]{1,120})(?<sure>:\d{1,9}) ?$/;

/**
 * Such a call: the reply ends after it, or the next one follows. Else the words are about one.
 *
 *     I will look.functions.ring_bell:0{"times": 2}functions.ring_bell:1{"times": 3}
 *                                      ^ the opener
 */
function* inLine(block: Block): Resumable<number> {
  const { source, tools, rec, from } = block;
  const found = ID_BEFORE_BRACE.exec(source.slice(Math.max(0, from - LONGEST_ID), from));
  const payload = yield* readNamedArguments(source, from, []);
  if (found === null || payload === null || payload.state === 'broken')
    return block.refuse('markup-not-followed', block.at);
  const named = { name: tools.resolve(found.groups?.name ?? ''), nameSpan: { from, to: from }, id: found[0].trimEnd() };
  if (payload.state === 'cut') {
    block.cut({ ...named, ...argumentsSoFar(payload) }, from);
    return block.end(source.length);
  }
  const next = yield* skipSpace(source, payload.to);
  if (!(yield* lookingAt(source, next, 'functions.')) && !(yield* endsReply(source, next)))
    return block.refuse('inside-a-line', block.at);
  const idFrom = from - found[0].length;
  rec.repair('missing-marker', { from: idFrom, to: idFrom }, '<|tool_call_begin|>');
  block.namedCall(named, payload.root, null, payload.repairs, { from, to: payload.to });
  return block.end(payload.to);
}

function read(block: Block): Resumable<number> {
  if (block.opener === ARGUMENTS) return afterId(block);
  if (block.opener === '{') return inLine(block);
  if (block.opener === 'functions.') return stripped(block);
  return block.opener.startsWith('<')
    ? marked(block)
    : begun(withoutOpener(block, '<|tool_calls_section_begin|><|tool_call_begin|>functions.'));
}

/** An id that holds the name, then JSON, between tokens. */
export const kimiK2: ToolFormat = {
  id: 'kimi-k2',
  lineage: 'Moonshot Kimi K2',
  models: 'Kimi K2 to K2.6, Kimi Linear',
  dialects: ['without-section', 'without-prefix', 'in-reasoning', 'stripped'],
  readers: { vllm: ['kimi_k2'], sglang: ['kimi_k2'], smg: ['kimik2'], llamacpp: ['Kimi K2'] },
  failures: [
    {
      engines: ['smg'],
      text: 'Does not match a name with a hyphen.',
      when: hyphenName,
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      ({ name, arguments: args }, index) =>
        `<|tool_call_begin|>functions.${name}:${String(index)}<|tool_call_argument_begin|>${spacedJson(args)}<|tool_call_end|>`,
      { before: '<|tool_calls_section_begin|>', between: '', after: '<|tool_calls_section_end|>' },
    ),
  ],
  example:
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.zip_bag:0<|tool_call_argument_begin|>{"litres": 20}<|tool_call_end|><|tool_calls_section_end|>',
  openers: ({ names }) => [
    { text: '<|tool_calls_section_begin|>' },
    // The separator of DeepSeek follows a name of DeepSeek.
    { text: '<|tool_call_begin|>', next: /^(?!\S+?(?:[ \n]|\\n)?<[|｜]+tool[_▁]sep)/ },
    // Where special tokens were stripped, the id is left.
    { text: 'functions.', atLineStart: true, next: /^[^\s{}]+:\d+ ?\{/ },
    { text: ARGUMENTS, next: /^\{/ },
    ...names.map((name) => ({
      text: `${name}:`,
      atLineStart: true as const,
      next: /^\d+ ?<\|tool_call_argument_begin/,
    })),
  ],
  read: read,
  beforeBrace: ID_BEFORE_BRACE,
  closers: ['<|tool_calls_section_end|>', '<|tool_call_end|>'],
};
