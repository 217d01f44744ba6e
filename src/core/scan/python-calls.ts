import { valueToText } from '../json/writer.ts';
import type { Block } from './block.ts';
import { PythonEnd, readPythonCalls, type PythonCall } from './python-call.ts';
import { readCalls } from './json-calls.ts';
import { readJsonPayload } from './json-payload.ts';
import { codeAt, find, isSpace, oneOf, skipSpace, type Wait } from './waiting.ts';

/** How a format wraps call expressions. */
export interface PythonCalls {
  /** Closing markers; without any the expression ends with its bracket. */
  readonly close: readonly string[];
  /** What may stand around the expressions, from the outside in. */
  readonly prefixes?: readonly string[];
  readonly suffixes?: readonly string[];
  /** What stands around the expressions and means nothing. */
  readonly nameOf?: (name: string) => string;
  readonly unwrap?: (text: string) => { readonly from: number; readonly to: number };
}

/** Reads call expressions between markers. */
export function pythonCalls({
  close,
  prefixes = [],
  suffixes = [],
  unwrap,
  nameOf,
}: PythonCalls): (block: Block) => Wait<number> {
  return function* read(block) {
    const { source } = block;
    let at = yield* skipSpace(source, block.at);
    for (const prefix of prefixes) {
      if ((yield* oneOf(source, at, [prefix])) !== null) at = yield* skipSpace(source, at + prefix.length);
    }
    const next = yield* codeAt(source, at);
    if (next === 0x5b || next === 0x7b) {
      const inner = yield* skipSpace(source, at + 1);
      const sign = yield* codeAt(source, inner);
      if (next === 0x7b || sign === 0x7b) return yield* jsonBody(block, at, close);
    }
    const end = yield* bodyEnd(block, at, close);
    let to = end.to;
    while (to > at && isSpace(source.code(to - 1))) to -= 1;
    for (const suffix of suffixes) {
      if (to - suffix.length >= at && source.startsWith(suffix, to - suffix.length)) to -= suffix.length;
      while (to > at && isSpace(source.code(to - 1))) to -= 1;
    }
    if (unwrap !== undefined) {
      const inside = unwrap(source.slice(at, to));
      to = at + inside.to;
      at += inside.from;
    }
    const { text, base } = source.view(at, to);
    const calls = readPythonCalls(text, at - base, to - base, base);
    if (calls === null) {
      if (end.literal === null) block.cut(incompleteName(block, at), block.from);
      else block.malformed('not-a-call-expression', { from: at, to: Math.max(to, at) });
      return block.end(end.literal === null ? source.length : end.to + end.literal.length);
    }
    for (const call of calls) makeCall(block, call, nameOf?.(call.name) ?? call.name);
    if (end.literal !== null) return block.end(block.closer(end.literal, end.to));
    block.rec.quirk('closer-missing', { from: to, to });
    return block.end(end.to);
  };
}

function* jsonBody(block: Block, from: number, close: readonly string[]): Wait<number> {
  const payload = yield* readJsonPayload(block.source, from, [...close, block.opener]);
  readCalls(block, payload, {});
  const at = yield* skipSpace(block.source, payload.to);
  const literal = yield* oneOf(block.source, at, close);
  return block.end(literal === null ? payload.to : block.closer(literal, at));
}

/** The closing marker outside of strings, as far as that can be told. */
function* bodyEnd(block: Block, from: number, close: readonly string[]): Wait<{ to: number; literal: string | null }> {
  const { source } = block;
  for (let at = from; ;) {
    let first = -1;
    let literal: string | null = null;
    for (const one of close) {
      const found = yield* find(source, one, at);
      if (found >= 0 && (first < 0 || found < first)) {
        first = found;
        literal = one;
      }
    }
    if (literal === null) return { to: source.length, literal: null };
    // A closer inside a string is text: the expression before it does not hold together then.
    const { text, base } = source.view(from, first);
    if (isBalanced(text, from - base, first - base)) return { to: first, literal };
    const next = source.next(literal, first + 1);
    if (next < 0 && source.ended) return { to: first, literal };
    if (first - from > 100_000) return { to: first, literal };
    at = first + 1;
    if (next < 0) {
      const later = yield* find(source, literal, at);
      if (later < 0) return { to: first, literal };
    }
  }
}

/** Whether all strings that begin in a range end in it. */
function isBalanced(text: string, from: number, to: number): boolean {
  let quote = '';
  for (let at = from; at < to; at += 1) {
    const sign = text[at];
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
  }
  return quote === '';
}

/**
 * Reads one bracketed expression or call where nothing but its shape says what it is. Null when it is none; then `to`
 * says where reading goes on.
 *
 * @param name what is read as the name where none stands before the bracket
 */
export function* bareExpression(
  block: Block,
  from: number,
  name = '',
): Wait<{ calls: PythonCall[] | null; to: number; isCut: boolean }> {
  const { source } = block;
  const end = new PythonEnd(from);
  let state = end.scan(source);
  while (state === 'more' && !source.ended) {
    yield;
    state = end.scan(source);
  }
  if (state !== 'end') return { calls: null, to: end.at, isCut: state === 'more' };
  const { text, base } = source.view(from, end.at);
  const calls =
    name === ''
      ? readPythonCalls(text, from - base, end.at - base, base)
      : readPythonCalls(
          name + text.slice(from - base, end.at - base),
          0,
          name.length + end.at - from,
          from - name.length,
        );
  return { calls, to: end.at, isCut: false };
}

/** The name of a call that is cut off. */
export function incompleteName(block: Block, from: number): Parameters<Block['cut']>[0] {
  const text = block.source.slice(from, Math.min(block.source.length, from + 200));
  const found = /^(?:print\s*\()?\[?\s*(?:default_api\.)?([\p{L}_][\p{L}\p{N}_.]*)\s*\(/u.exec(text);
  const name = found?.[1];
  if (found === null || name === undefined) return null;
  const nameFrom = from + found[0].lastIndexOf(name);
  return { name, nameSpan: { from: nameFrom, to: nameFrom + name.length }, argumentsText: '{}', argumentsSpan: null };
}

/** Makes a call; positional arguments get the names of the declared parameters. */
export function makeCall(block: Block, call: PythonCall, name = call.name): void {
  const { rec, tools } = block;
  rec.read('name', call.nameSpan);
  const members = new Map<string, string>();
  const order = tools.parameters(name);
  for (const [index, { json }] of call.positional.entries()) {
    const key = order[index];
    if (key === undefined) {
      block.malformed('not-a-call-expression', call.span);
      return;
    }
    members.set(key, json);
  }
  for (const { key, keySpan, json, span } of call.keywords) {
    rec.read('key', keySpan);
    rec.read('value', span);
    if (!members.has(key)) members.set(key, json);
  }
  const argumentsText = `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  const spans = [
    ...call.positional.map(({ span }) => span),
    ...call.keywords.map(({ keySpan, span }) => ({ from: keySpan.from, to: span.to })),
  ];
  const first = spans[0];
  const last = spans.at(-1);
  const argumentsSpan = first === undefined || last === undefined ? null : { from: first.from, to: last.to };
  block.call({ name, nameSpan: call.nameSpan, argumentsText, argumentsSpan }, call.span);
}
