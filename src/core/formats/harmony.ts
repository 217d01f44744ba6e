import type { Block } from './kit/block.ts';
import { readJsonPayload } from './kit/json-payload.ts';
import { readNamedArguments } from './kit/named-arguments.ts';
import { pastSurplusClosers } from './kit/surplus-closers.ts';
import { textUntil } from './kit/text-until.ts';
import { codeAt, oneOf, skipSpace, type Resumable } from './kit/resumable.ts';
import { notAsked } from './kit/write-calls.ts';
import type { ToolFormat } from './format.ts';

const MESSAGE = '<|message|>';
const ENDS = ['<|call|>', '<|end|>', '<|return|>', '<|start|>'];
/** What ends an answer to the user. */
const ANSWER_ENDS = [...ENDS, '<|channel|>'];

function* read(block: Block): Resumable<number> {
  const { source } = block;
  if (!block.opener.startsWith('<')) return yield* stripped(block);
  const header = yield* textUntil(source, block.at, [MESSAGE], 600);
  if (header.literal === null) {
    if (header.to >= source.length && source.ended) return cutHeader(block);
    block.malformed('markup-not-followed', { from: block.from, to: block.at }, block.at);
    return block.end(block.at);
  }
  const body = header.to + MESSAGE.length;
  const recipient = recipientIn(block, block.from, header.to);
  if (recipient !== null) return yield* call(block, recipient, body);
  const isReasoning = /^\s*(?:<\|channel\|>)?\s*analysis/.test(source.slice(block.at, header.to));
  // What is said to the user is content; only its header is markup.
  if (/^\s*(?:<\|channel\|>)?\s*final\b/.test(source.slice(block.at, header.to)))
    return block.endBeforeAnswer(body, ANSWER_ENDS);
  if (!isReasoning) return block.end(body);
  const end = yield* textUntil(source, body, ENDS, Infinity);
  block.reasoning(body, end.to);
  return block.end(end.literal === null || end.literal === '<|start|>' ? end.to : block.closer(end.literal, end.to));
}

/** Headers without their tokens: what the reader wrote is glued to them. */
const CALL_HEADER = 'assistantcommentary to=functions.';
const FINAL = 'assistantfinal';
const HEADERS = [CALL_HEADER, FINAL, 'assistantanalysis'];

/** Reasoning and calls up to the answer; `analysis` begins them only where a text begins and a capital letter follows. */
function* stripped(block: Block): Resumable<number> {
  const { source } = block;
  let at = block.at;
  if (block.opener === 'analysis') {
    const code = yield* codeAt(source, at);
    if (block.from !== 0 || code < 0x41 || code > 0x5a) return block.refuse('markup-not-followed', at);
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

/** `NAME json{…}`; returns the offset after it. */
function* strippedCall(block: Block, from: number): Resumable<number> {
  const { source } = block;
  const end = yield* textUntil(source, from, [' ', '{', '\n'], 300);
  const nameSpan = { from, to: end.to };
  const name = source.slice(from, end.to);
  const word = yield* oneOf(source, end.to, [' json', ' code']);
  const at = yield* skipSpace(source, end.to + (word?.length ?? 0));
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
  return payload.to;
}

interface Recipient {
  readonly name: string;
  readonly nameSpan: { readonly from: number; readonly to: number };
}

function* call(block: Block, { name, nameSpan }: Recipient, body: number): Resumable<number> {
  const { source } = block;
  block.rec.read('name', nameSpan);
  const at = yield* skipSpace(source, body);
  const payload = yield* readNamedArguments(source, at, ENDS);
  if (payload === null) {
    const end = yield* textUntil(source, at, ENDS, Infinity);
    const span = { from: nameSpan.from, to: end.to };
    if (source.slice(at, end.to).trim() === '') {
      if (end.literal === null) block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
      else block.namedCall({ name, nameSpan }, null, null, [], span);
    } else block.malformed('arguments-not-json', span, at);
    return block.end(end.literal === null || end.literal === '<|start|>' ? end.to : block.closer(end.literal, end.to));
  }
  const span = { from: nameSpan.from, to: payload.to };
  if (payload.state === 'cut') block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
  else if (payload.state === 'broken') block.malformed('json-syntax', span, at, payload.error);
  else if (payload.guesses.length > 0)
    block.brokenOff({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, span);
  else block.namedCall({ name, nameSpan }, payload.root, null, payload.repairs, span);
  const after = payload.state === 'whole' ? yield* pastSurplusClosers(block, payload.to, ENDS) : payload.to;
  const end = yield* skipSpace(source, after);
  const literal = yield* oneOf(source, end, ['<|call|>', '<|end|>', '<|return|>']);
  return block.end(literal === null ? after : block.closer(literal, end));
}

/** `to=functions.NAME`, anywhere in the header; what is glued to the name is left out. */
function recipientIn({ source }: Block, from: number, to: number): Recipient | null {
  const found = /\bto=(?:functions\.)?([^\s<]+)/.exec(source.slice(from, to));
  const name = found?.[1];
  if (found === null || name === undefined || name === 'user' || name === 'assistant') return null;
  const nameTo = from + found.index + found[0].length;
  return { name, nameSpan: { from: nameTo - name.length, to: nameTo } };
}

function cutHeader(block: Block): number {
  const recipient = recipientIn(block, block.from, block.source.length);
  block.cut(recipient === null ? null : { ...recipient, argumentsText: '{}', argumentsSpan: null }, block.from);
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
  example: '<|channel|>commentary to=functions.tide_at <|constrain|>json<|message|>{"port": "Kiel"}<|call|>',
  openers: [
    { text: '<|start|>assistant', next: /^(?:to=|<\|channel)/ },
    { text: '<|start|>assistant to=', next: /^[^\s<]+[ \n]?<\|(?:channel|constrain)/ },
    { text: '<|channel|>' },
    // Where special tokens were stripped, the words of the header are left.
    { text: 'analysis', atLineStart: true },
    { text: 'commentary to=functions.', atLineStart: true },
    { text: 'assistantcommentary to=functions.', atLineStart: true },
  ],
  read: read,
  closers: ['<|end|>', '<|return|>', '<|call|>', '<|start|>assistant', '<|message|>'],
};
