import { isAsciiSpace, type Span } from '../text/document/index.ts';
import type { Block } from './kit/read/block.ts';
import { patternOf } from './kit/read/pattern-of.ts';
import { readJsonPayload } from './kit/read/json-payload.ts';
import { bareExpression, makeCall } from './kit/mend/python-item.ts';
import { codeAt, find, lookingAt, skipSpace, type Resumable } from './kit/read/resumable.ts';
import { endsReply } from './kit/read/words-around.ts';
import { notAsked, oneCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** What Kimi and gpt-oss have before a name. */
const PREFIX = 'functions.';
const BACKTICK = 0x60;
const NOT_BEGUN = { calls: null, to: 0, isCut: true };

function* read(block: Block): Resumable<number> {
  const { source, from } = block;
  const isOnLine = block.opener.endsWith('{');
  const isPrefixed = block.opener === PREFIX;
  const line = isPrefixed ? yield* find(source, '\n', block.at) : -1;
  const name = isPrefixed ? source.slice(block.at, line).trimEnd() : block.opener.replace(/\s.*/s, '');
  if (isPrefixed) block.bodyAt(line);
  const nameFrom = isPrefixed ? from + PREFIX.length : from;
  const nameSpan = { from: nameFrom, to: nameFrom + name.length };
  // What is before the name may still announce the call: then its object is read.
  const refusedAt = isOnLine ? block.at - 1 : block.at;
  if (!block.startsReply) return block.refuse('inside-a-line', refusedAt);
  const at = isOnLine ? block.at - 1 : yield* skipSpace(source, block.at);
  if (source.code(at) === BACKTICK) return yield* python(block, name, nameSpan, at);
  const payload = yield* readJsonPayload(source, at, []);
  if (payload.state === 'cut') {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
    return block.end(source.length);
  }
  const end = yield* skipSpace(source, payload.to);
  const isAll = (yield* codeAt(source, end)) === 0x3c || (yield* endsReply(source, end));
  // The first message of a Functionary reply looks the same: its three signs end the prompt.
  const isMessage = (yield* lookingAt(source, end, '>>>')) && !isAsciiSpace(yield* codeAt(source, end + 3));
  if (isMessage) block.format = 'functionary-v3.2';
  if (payload.state === 'broken' || !(isAll || isMessage)) return block.refuse('inside-a-line', refusedAt);
  if (isOnLine) block.rec.repair('missing-marker', { from: at - 1, to: at }, '\n');
  block.rec.read('name', nameSpan);
  const span = { from, to: payload.to };
  if (payload.guesses.length > 0) block.brokenOff({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, span);
  else block.namedCall({ name, nameSpan }, payload.root, null, payload.repairs, span);
  return block.end(payload.to);
}

/** ChatGLM3 writes the arguments as a call of `tool_call` in a code block. */
function* python(block: Block, name: string, nameSpan: Span, fence: number): Resumable<number> {
  const { source } = block;
  const from = (yield* find(source, '\n', fence)) + 1;
  const { calls, to, isCut } = from === 0 ? NOT_BEGUN : yield* bareExpression(block, from);
  if (isCut) {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const end = yield* skipSpace(source, to);
  const only = calls?.[0];
  if (calls?.length !== 1 || only?.name !== 'tool_call' || !(yield* lookingAt(source, end, '```')))
    return block.refuse('not-a-call-expression', block.at);
  makeCall(block, { ...only, nameSpan, span: { from: block.from, to: only.span.to } }, name);
  return block.end(block.closer('```', end));
}

/** The name on a line, then JSON, and nothing else. */
export const glm4Legacy: ToolFormat = {
  id: 'glm-4-legacy',
  lineage: 'Zhipu GLM-4, ChatGLM3',
  models: 'GLM-4-9B, ChatGLM3',
  dialects: ['python'],
  readers: { others: ['BFCL'] },
  tier: 'bare',
  notAsked: notAsked.trained,
  writes: [oneCall(({ name, arguments: args }) => `${name}\n${spacedJson(args)}`)],
  example: 'book_pitch\n{"hour": 18}',
  exampleTools: [{ name: 'book_pitch', schema: { type: 'object', properties: { hour: { type: 'integer' } } } }],
  openers: (tools) => [
    ...tools.names.flatMap((name) => [
      { text: `${name}\n`, atLineStart: true as const, next: /^(?:\{|```)/ },
      { text: `${name} {`, atLineStart: true as const },
    ]),
    { text: PREFIX, atLineStart: true, next: new RegExp(`^${patternOf(tools.names)}\\n\\{`) },
  ],
  read: read,
};
