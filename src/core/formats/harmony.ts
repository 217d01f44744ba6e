import type { Block } from './kit/read/block.ts';
import { readJsonPayload } from './kit/read/json-payload.ts';
import { readNamedArguments } from './kit/read/named-arguments.ts';
import { pastSurplusClosers } from './kit/mend/surplus-closers.ts';
import { ownSpelling, respelt } from './kit/mend/spelling.ts';
import { RECIPIENT_BEFORE, recipientInLine } from './kit/read/recipient-in-line.ts';
import { textUntil } from './kit/read/text-until.ts';
import { codeAt, lookingAt, oneOf, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const MESSAGE = '<|message|>';
/** The token before the type of a body. */
const TYPE = '<|constrain|>';
const LONGEST_TYPE = 40;
const CALL_END = '<|call|>';
/** What ends a message. */
const ENDS = [CALL_END, '<|end|>', '<|return|>', '<|start|>'];
/** What ends an answer to the user. */
const ANSWER_ENDS = [...ENDS, '<|channel|>'];

/** A header as the model is trained to write it, from any of its parts on. */
const HEADER =
  /^(?:<\|start\|>)?(?:assistant)?(?: ?to=\S+?)?(?:<\|channel\|>)?(?:analysis|commentary|final)?(?: to=\S+?)? ?(?:<\|constrain\|>\w+|json|code)?$/;
const LONGEST_HEADER = 600;
/** What a header may have before its last token: words and names, tokens and the beginning of one. */
const BEGUN_HEADER = /^[\w.:=/\s<>|｜-]*$/;
/** What is left of a header whose beginning was lost: a part of `to=functions.`, and the name. */
const BEGUN = /^(?:t?o?=)?functions\.[^\s<"'{]+ ?$/;

function* read(block: Block): Resumable<number> {
  if (block.opener === '{') return yield* recipientInLine(block);
  if (!block.opener.startsWith('<') && !(yield* hasTokens(block))) return yield* stripped(block);
  return block.opener === block.spelt(TYPE) ? yield* withoutHeader(block) : yield* message(block, block.from, block.at);
}

/** The name before the type of a body. */
const NAME_BEFORE = /([^\s.<>=]+) ?$/;

/**
 * A body whose header is lost but for the type. The name may be before it; otherwise the arguments may fit one tool alone.
 *
 *     .tide_at <|constrain|>json<|message|>{"port": "Kiel"}<|call|>
 *              ^ block.from                ^ body
 */
function* withoutHeader(block: Block): Resumable<number> {
  const { source, tools, rec, from } = block;
  const token = block.spelt(MESSAGE);
  const { to, literal } = yield* textUntil(source, block.at, [token], LONGEST_TYPE);
  const body = yield* skipSpace(source, to + token.length);
  if (literal === null || (yield* codeAt(source, body)) !== 0x7b) return block.refuse('markup-not-followed', block.at);
  const { state, root, guesses } = yield* readJsonPayload(source, body, endsOf(block));
  const before = NAME_BEFORE.exec(source.slice(Math.max(0, from - LONGEST_HEADER), from))?.[1] ?? '';
  const keys = root?.members().map(({ key }) => key) ?? [];
  const name = tools.has(before) ? before : tools.fitting(keys);
  const header = { from, to: to + token.length };
  if (name === null || state !== 'whole' || guesses.length > 0) {
    rec.quirk('unknown-header', header);
    return block.end(header.to);
  }
  rec.repair('wrong-marker', header, `<|channel|>commentary to=functions.${name} <|constrain|>json${MESSAGE}`);
  return yield* call(block, { name, nameSpan: header, isDamaged: true }, header.to);
}

/** Reads the message whose header begins at `from`; `at` is after what opens it. */
function* message(block: Block, from: number, at: number): Resumable<number> {
  const { source } = block;
  const token = block.spelt(MESSAGE);
  const header = yield* textUntil(source, at, [token], LONGEST_HEADER);
  const bare = header.literal === null ? yield* beforeBody(block, from, at) : null;
  if (header.literal === null && bare === null) {
    const isBegun = header.to - at <= LONGEST_HEADER && BEGUN_HEADER.test(source.slice(at, header.to));
    if (header.to >= source.length && source.ended && isBegun) return cutHeader(block, from);
    block.malformed('markup-not-followed', { from, to: at }, at);
    return block.end(at);
  }
  const to = bare ?? header.to;
  const body = bare ?? header.to + token.length;
  const recipient = recipientIn(block, from, to);
  const written = asTrained(source.slice(from, to));
  const isUsual = bare === null && HEADER.test(written);
  if (recipient !== null) {
    if (!isUsual || recipient.isDamaged)
      block.rec.repair(
        'wrong-marker',
        { from, to: body },
        `${/^<\|start\|>assistant/.exec(written)?.[0] ?? ''}<|channel|>commentary to=functions.${recipient.name} <|constrain|>json${MESSAGE}`,
      );
    return yield* call(block, recipient, body);
  }
  // What is said to the user is content; only its header is markup.
  if (/^\s*(?:<\|channel\|>)?\s*final\b/.test(asTrained(source.slice(at, to))))
    return block.endBeforeAnswer(
      body,
      ANSWER_ENDS.map((end) => block.spelt(end)),
    );
  if (!/^\s*(?:<\|channel\|>)?\s*analysis/.test(asTrained(source.slice(at, to)))) {
    if (!isUsual) block.rec.quirk('unknown-header', { from, to: body });
    return block.end(body);
  }
  const end = yield* textUntil(source, body, endsOf(block), Infinity);
  block.reasoning(body, end.to);
  if (end.literal === null || end.literal === block.spelt('<|start|>')) return block.end(end.to);
  return yield* afterThoughts(block, block.closer(end.literal, end.to));
}

/**
 * After the end of an analysis: a header that lost its beginning may follow on the same line.
 *
 *     <|end|> functions.tide_at <|constrain|>json<|message|>{…}
 *            ^ at
 */
function* afterThoughts(block: Block, at: number): Resumable<number> {
  const { source } = block;
  const from = yield* skipSpace(source, at);
  const next = yield* textUntil(source, from, ['<|', '{', '\n'], LONGEST_HEADER);
  return next.literal === '<|' && BEGUN.test(source.slice(from, next.to))
    ? yield* message(block, from, from)
    : block.end(at);
}

/** The text with the bars of the trained tokens. */
function asTrained(text: string): string {
  return respelt(text, ownSpelling(MESSAGE));
}

function endsOf(block: Block): readonly string[] {
  return ENDS.map((end) => block.spelt(end));
}

/** Whether the tokens of a header follow, whose beginning was lost or is in the prompt. */
function* hasTokens({ source, at, opener }: Block): Resumable<boolean> {
  if (opener === 'analysis') return false;
  const next = yield* textUntil(source, at, ['<|', '{', '\n'], LONGEST_HEADER);
  return next.literal === '<|';
}

/** Where the JSON of a call begins whose header lacks its last token; null where that is not so. */
function* beforeBody(block: Block, from: number, at: number): Resumable<number | null> {
  const { source } = block;
  const brace = yield* textUntil(source, at, ['{', '\n\n'], LONGEST_HEADER);
  return brace.literal === '{' && recipientIn(block, from, brace.to) !== null ? brace.to : null;
}

/** Headers without their tokens: what the reader wrote is glued to them. */
const CALL_HEADER = 'assistantcommentary to=functions.';
const FINAL = 'assistantfinal';
const HEADERS = [CALL_HEADER, FINAL, 'assistantanalysis'];

/** Reasoning and calls up to the answer; `analysis` begins them only where a text begins and a letter follows. */
function* stripped(block: Block): Resumable<number> {
  const { source } = block;
  let at = block.at;
  if (block.opener === 'analysis') {
    const code = yield* codeAt(source, at);
    if (block.from !== 0 || !isLetter(code)) return block.refuse('markup-not-followed', at);
    const header = yield* textUntil(source, at, HEADERS, Infinity);
    if (header.literal === null) return block.refuse('markup-not-followed', at);
    block.reasoning(at, header.to);
    at = header.to;
  } else at = yield* strippedCall(block, at);
  for (;;) {
    const header = yield* oneOf(source, at, HEADERS);
    if (header === null) return block.end(at);
    if (header === FINAL) return block.endBeforeAnswer(at + header.length, [...ANSWER_ENDS, CALL_HEADER]);
    block.rec.marker(header, 'open', at, at + header.length);
    at += header.length;
    if (header === CALL_HEADER) at = yield* strippedCall(block, at);
    else {
      const next = yield* textUntil(source, at, HEADERS, Infinity);
      block.reasoning(at, next.to);
      at = next.to;
    }
  }
}

/** The rest of a header after its name: some servers take away only tokens that are alone. */
const REST = /^ ?(?:<\|constrain\|> ?)?(?:json|code)?(?:<\|message\|>)?/;
const LONGEST_REST = 40;

/** A letter of any script, to judge by its unit. */
function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code > 0xbf;
}

/** `NAME json{…}`; returns the offset after it. */
function* strippedCall(block: Block, from: number): Resumable<number> {
  const { source } = block;
  const end = yield* textUntil(source, from, [' ', '{', '\n', '<|'], 300);
  const nameSpan = { from, to: end.to };
  const name = source.slice(from, end.to);
  yield* codeAt(source, end.to + LONGEST_REST);
  const rest = REST.exec(source.slice(end.to, Math.min(source.length, end.to + LONGEST_REST)));
  const at = yield* skipSpace(source, end.to + (rest?.[0].length ?? 0));
  if (end.literal === null || name === '' || (yield* codeAt(source, at)) !== 0x7b) {
    if (at >= source.length) block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
    else block.malformed('markup-not-followed', { from, to: at }, at);
    return at;
  }
  block.rec.read('name', nameSpan);
  const payload = yield* readJsonPayload(source, at, HEADERS);
  const span = { from, to: payload.to };
  if (payload.state === 'cut') block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
  else if (payload.state === 'broken') block.malformed('json-syntax', span, at, payload.error);
  else if (payload.guesses.length > 0)
    block.brokenOff({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, span);
  else block.namedCall({ name, nameSpan }, payload.root, null, payload.repairs, span);
  const closer = yield* lookingAt(source, payload.to, CALL_END);
  return closer ? block.closer(CALL_END, payload.to) : payload.to;
}

/** The offset after the opening line of a code block, which is no part of the arguments. */
function* pastFence({ source, rec }: Block, from: number): Resumable<number> {
  const fence = yield* oneOf(source, from, ['```json', '```']);
  if (fence === null) return from;
  const to = yield* skipSpace(source, from + fence.length);
  rec.repair('surplus-marker', { from, to }, '');
  return to;
}

interface Recipient {
  readonly name: string;
  readonly nameSpan: { readonly from: number; readonly to: number };
  /** It is not written as `to=functions.NAME`. */
  readonly isDamaged: boolean;
}

function* call(block: Block, { name, nameSpan }: Recipient, body: number): Resumable<number> {
  const { source } = block;
  const ends = endsOf(block);
  const start = block.spelt('<|start|>');
  block.rec.read('name', nameSpan);
  const at = yield* pastFence(block, yield* skipSpace(source, body));
  const payload = yield* readNamedArguments(source, at, ends);
  if (payload === null) {
    const end = yield* textUntil(source, at, ends, Infinity);
    const span = { from: nameSpan.from, to: end.to };
    if (source.slice(at, end.to).trim() === '') {
      if (end.literal === null) block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
      else block.namedCall({ name, nameSpan }, null, null, [], span);
    } else block.malformed('arguments-not-json', span, at);
    return block.end(end.literal === null || end.literal === start ? end.to : block.closer(end.literal, end.to));
  }
  const span = { from: nameSpan.from, to: payload.to };
  if (payload.state === 'cut') block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
  else if (payload.state === 'broken') block.malformed('json-syntax', span, at, payload.error);
  else if (payload.guesses.length > 0)
    block.brokenOff({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, span);
  else block.namedCall({ name, nameSpan }, payload.root, null, payload.repairs, span);
  const after = payload.state === 'whole' ? yield* pastSurplusClosers(block, payload.to, ends) : payload.to;
  const end = yield* skipSpace(source, yield* pastFence(block, yield* skipSpace(source, after)));
  const literal = yield* oneOf(
    source,
    end,
    ends.filter((one) => one !== start),
  );
  return block.end(literal === null ? after : block.closer(literal, end));
}

/** `to=functions.NAME`, anywhere in the header, perhaps damaged; what is glued to the name is left out. */
function recipientIn({ source, tools }: Block, from: number, to: number): Recipient | null {
  const header = source.slice(from, to);
  const found = /\bto( ?[=:] ?["']?)(?:functions[. ])?([^\s<"'{]+)/.exec(header) ?? BEGUN_RECIPIENT.exec(header);
  const written = found?.[2];
  if (found === null || written === undefined || written === 'user' || written === 'assistant') return null;
  const name = tools.has(written) ? written : withoutGlued(tools, written);
  const nameFrom = from + found.index + found[0].length - written.length;
  const isDamaged = name !== written || found[1] !== '=' || found[0].includes('functions ');
  return { name, nameSpan: { from: nameFrom, to: nameFrom + name.length }, isDamaged };
}

/** The name in a header without `to=`; after the token that starts a message it is the author. */
const BEGUN_RECIPIENT = /(?<!<\|start\|>)\bfunctions(\.)([^\s<"'{]+)/;

/** A declared name to which the type of the body is glued. */
function withoutGlued(tools: Block['tools'], written: string): string {
  const name = /^(.+?)(?:json|code)$/.exec(written)?.[1];
  return name !== undefined && tools.has(name) ? name : written;
}

function cutHeader(block: Block, from: number): number {
  const recipient = recipientIn(block, from, block.source.length);
  block.cut(recipient === null ? null : { ...recipient, argumentsText: '{}', argumentsSpan: null }, from);
  return block.end(block.source.length);
}

/** Messages with a channel and a recipient; the analysis channel is reasoning. */
export const harmony: ToolFormat = {
  id: 'harmony',
  lineage: 'OpenAI gpt-oss',
  models: 'gpt-oss 20b and 120b',
  dialects: [
    'recipient-in-the-role',
    'analysis-channel',
    'glued-recipient',
    'without-body',
    'stripped',
    'stripped-answer',
  ],
  readers: { vllm: ['openai'], sglang: ['gpt-oss'], llamacpp: ['GPT-OSS'], ollama: ['harmony'], lmdeploy: ['gpt-oss'] },
  failures: [
    {
      engines: ['vllm'],
      text: 'Works on token ids, so it cannot parse pasted text.',
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  // The prompt holds the beginning of the first header, or the engine shows it.
  writes: ['', '<|start|>assistant'].map((before) =>
    eachCall(
      ({ name, arguments: args }) =>
        `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${spacedJson(args)}<|call|>`,
      { before, between: '<|start|>assistant' },
    ),
  ),
  // The recipient may be in the role, `<|constrain|>` may be missing, and engines take the last token away.
  asWritten: (reply) =>
    reply
      .replace(/(<\|start\|>assistant) ?to=([^\s<]+)(<\|channel\|>commentary)/g, '$1$3 to=$2')
      .replace(
        /(<\|channel\|>commentary to=[^\s<]+) ?(?:<\|constrain\|>)?json(?=<\|message\|>)/g,
        '$1 <|constrain|>json',
      )
      .replace(/\s*(?:<\|call\|>\s*)?$/, '<|call|>'),
  example: '<|channel|>commentary to=functions.tide_at <|constrain|>json<|message|>{"port": "Kiel"}<|call|>',
  openers: [
    { text: '<|start|>assistant', next: /^(?:to=|<\|channel)/ },
    { text: '<|start|>assistant to=', next: /^[^\s<]+[ \n]?<\|(?:channel|constrain)/ },
    { text: '<|channel|>' },
    // The prompt may hold the beginning of a header.
    ...[' to=', 'to='].map((text) => ({
      text,
      atLineStart: true as const,
      next: /^functions\.[^\s<]+[ \n]?<\|(?:channel|constrain|message)/,
    })),
    // Or it is lost.
    ...[' functions.', 'functions.', '=functions.', 'o=functions.', 'assistant to=functions.'].map((text) => ({
      text,
      atLineStart: true as const,
      next: /^[^\s<]+[ \n]?<\|(?:channel|constrain|message)/,
    })),
    { text: TYPE, next: /^\w*[ \n]?<\|message/ },
    ...['channel|>', '|channel|>'].map((text) => ({ text, atLineStart: true as const, next: /^(?:\w+[ \n]?)?to=/ })),
    // Where special tokens were stripped, the words of the header are left.
    { text: 'analysis', atLineStart: true },
    { text: 'commentary to=functions.', atLineStart: true },
    { text: 'assistantcommentary to=functions.', atLineStart: true },
  ],
  read: read,
  beforeBrace: RECIPIENT_BEFORE,
  closers: ['<|end|>', '<|return|>', '<|call|>', '<|start|>assistant', '<|message|>'],
};
