import { isAsciiSpace, type Span } from '../../../text/document/index.ts';
import { type JsonObject, valueToText } from '../../../text/json/index.ts';
import type { Block } from '../read/block.ts';
import { keywordsIn, readPythonCalls, type PythonCall } from '../read/python-call.ts';
import { PythonEnd, PythonItemEnd } from '../read/python-end.ts';
import type { TextSource } from '../read/source.ts';
import { textUntil } from '../read/text-until.ts';
import { endsTurn } from '../read/turn-end.ts';
import { endsReply } from '../read/words-around.ts';
import { skipSpace, type Resumable } from '../read/resumable.ts';
import type { ToolIndex } from '../read/tool-index.ts';

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** One statement of a body, or one item of a list. */
export interface PythonItem {
  readonly span: Span;
  /** Null if it is no call with literal values. */
  readonly call: PythonCall | null;
  /** Whether the text or the turn ends inside of it. */
  readonly isCut: boolean;
}

/** Reads the item at `from`. It ends before one of `stops` or earlier. */
export function* pythonItem(
  { source }: Block,
  from: number,
  stops: readonly string[],
  wrapper?: string,
): Resumable<PythonItem> {
  const end = new PythonItemEnd(from, stops);
  let state = end.scan(source);
  while (state === 'more' && !source.ended) {
    yield;
    state = end.scan(source);
  }
  let { at: to } = end;
  let isStopped = state === 'end' && end.depth > 0;
  if (state === 'more' && end.depth > 0) {
    // A string without a closing quote may have swallowed the marker.
    let stop = yield* textUntil(source, Math.max(from, end.stringFrom), stops, Infinity);
    if (stop.literal === null) stop = yield* textUntil(source, from, stops, Infinity);
    to = stop.to;
    isStopped = stop.literal !== null;
  }
  while (to > from && isAsciiSpace(source.code(to - 1))) to -= 1;
  const span = { from, to };
  const call = end.depth > 0 ? null : soleCall(source, from, to, wrapper);
  if (call !== null) return { span, call, isCut: false };
  const unclosed =
    end.depth === 0 ? unclosedCall(source, from, to) : isStopped ? callBeforeMarker(source, from, to, wrapper) : null;
  if (unclosed !== null) return { span: unclosed.span, call: unclosed, isCut: false };
  // A closed item is not cut off.
  const isClosed = end.depth === 0 && source.code(to - 1) === CLOSE_BRACKET;
  return { span, call, isCut: !isClosed && (yield* endsTurn(source, yield* skipSpace(source, to))) };
}

/** The one call that fills a range, or the one inside its wrapper. */
function soleCall(source: TextSource, from: number, to: number, wrapper?: string): PythonCall | null {
  const { text, base } = source.view(from, to);
  const isWrapped = wrapper !== undefined && source.startsWith(`${wrapper}(`, from) && source.code(to - 1) === 0x29;
  const inner = isWrapped ? readPythonCalls(text, from + wrapper.length + 1 - base, to - 1 - base, base) : null;
  const calls = inner ?? readPythonCalls(text, from - base, to - base, base);
  return calls?.length === 1 ? (calls[0] ?? null) : null;
}

/**
 * The call that fills a range up to the bracket of its list and lacks its own closing parenthesis.
 *
 *     [ring_bell(times=2]
 *      ^ from            ^ to
 */
function unclosedCall(source: TextSource, from: number, to: number): PythonCall | null {
  if (source.code(to - 1) !== CLOSE_BRACKET) return null;
  const lostAt = to - 1;
  const text = `${source.slice(from, lostAt)})`;
  const [call, other] = readPythonCalls(text, 0, text.length, from) ?? [];
  return call === undefined || other !== undefined ? null : { ...call, span: { from, to: lostAt }, lostAt };
}

/**
 * The call that fills a range up to a marker and lacks its own closing parenthesis, or that of its wrapper.
 *
 *     print(ring_bell(times=2)```
 *     ^ from                  ^ to
 */
function callBeforeMarker(source: TextSource, from: number, to: number, wrapper = ''): PythonCall | null {
  const written = source.slice(from, to);
  const isWrapped = wrapper !== '' && written.startsWith(`${wrapper}(`);
  const base = isWrapped ? from + wrapper.length + 1 : from;
  const text = written.slice(base - from) + (isWrapped ? '' : ')');
  const [call, other] = readPythonCalls(text, 0, text.length, base) ?? [];
  if (call === undefined || other !== undefined) return null;
  return { ...call, span: { from, to: Math.min(call.span.to, to) }, lostAt: to };
}

/** A list that reaches to the end of the turn (`end`) and whose last call lacks its closing parenthesis; null if there is none. */
function unclosedList(
  source: TextSource,
  from: number,
  end: number,
): { readonly calls: PythonCall[]; readonly to: number } | null {
  let to = end;
  while (to > from && isAsciiSpace(source.code(to - 1))) to -= 1;
  if (source.code(from) !== OPEN_BRACKET || source.code(to - 1) !== CLOSE_BRACKET) return null;
  const lostAt = to - 1;
  const text = `${source.slice(from, lostAt)})]`;
  const calls = readPythonCalls(text, 0, text.length, from);
  const last = calls?.at(-1);
  // The added parenthesis must be the one that closes the last call.
  if (calls === null || last?.span.to !== to) return null;
  return { calls: [...calls.slice(0, -1), { ...last, span: { from: last.span.from, to: lostAt }, lostAt }], to };
}

/**
 * Reads one bracketed expression or call that only its shape identifies. If it is no call, `calls` is null, `to` is where
 * reading continues, and `isWhole` says whether its brackets are closed.
 *
 * @param name the name to use if none precedes the bracket
 */
export function* bareExpression(
  block: Block,
  from: number,
  name = '',
): Resumable<{ calls: PythonCall[] | null; to: number; isCut: boolean; isWhole: boolean }> {
  const { source } = block;
  const end = new PythonEnd(from);
  let state = end.scan(source);
  while (state === 'more' && !source.ended) {
    yield;
    state = end.scan(source);
  }
  const turnEnd = state === 'more' ? source.length : end.at - 1;
  const mayBeUnclosed = state !== 'end' && block.startsReply && (yield* endsTurn(source, turnEnd));
  const unclosed = mayBeUnclosed ? unclosedList(source, from, turnEnd) : null;
  if (unclosed !== null) return { ...unclosed, isCut: false, isWhole: true };
  if (state !== 'end') return { calls: null, to: end.at, isCut: state === 'more', isWhole: false };
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
  // Without markers a colon may as well be that of a signature, and a word that of a variable, but not in a list alone.
  const isList = block.startsText && source.code(from) === OPEN_BRACKET;
  const isMeant = ({ name: called, words }: PythonCall): boolean =>
    words.length === 0 || (isList && block.tools.hasInCode(called));
  const isReply = block.startsReply && (yield* endsReply(source, yield* skipSpace(source, end.at)));
  const mayHaveColons = ({ name: called }: PythonCall): boolean => isReply && block.tools.hasInCode(called);
  const isSure = calls?.every((call) => (call.colons.length === 0 || mayHaveColons(call)) && isMeant(call)) === true;
  return { calls: isSure ? calls : null, to: end.at, isCut: false, isWhole: true };
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

/** The arguments of a call as JSON; `order` names the parameters in their order. Null if there are more arguments. */
export function argumentsOf({ positional, keywords }: PythonCall, order: readonly string[]): string | null {
  const members = new Map<string, string>();
  for (const [index, { json }] of positional.entries()) {
    const key = order[index];
    if (key === undefined) return null;
    members.set(key, json);
  }
  for (const { key, json } of keywords) if (!members.has(key)) members.set(key, json);
  return `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
}

/**
 * Turns a dict that is the only argument into keyword arguments, if its keys are declared parameters and the first parameter
 * is no object.
 *
 *     ring_bell({"times": 2})    ring_bell(times=2)
 */
export function withKeywords(call: PythonCall, tools: ToolIndex, name = call.name): PythonCall {
  const [only, ...others] = [...call.positional, ...call.keywords];
  if (only === undefined || others.length > 0 || 'key' in only || !only.json.startsWith('{')) return call;
  const declared = tools.parameters(name);
  const [first] = declared;
  if (first === undefined || takesObject(tools.parameter(name, first))) return call;
  const keywords = keywordsIn(only.json, only.span);
  if (!keywords.every(({ key }) => declared.includes(key))) return call;
  return { ...call, positional: [], keywords };
}

function takesObject(schema: JsonObject | null): boolean {
  const type = schema?.['type'];
  return typeof type === 'string' ? type === 'object' : !Array.isArray(type) || type.includes('object');
}

/** Makes a call. Positional arguments get the names of the declared parameters. */
export function makeCall(block: Block, written: PythonCall, name = written.name): void {
  const { rec, tools } = block;
  rec.read('name', written.nameSpan);
  const call = withKeywords(written, tools, name);
  const [dict] = call === written ? [] : written.positional;
  if (dict !== undefined) {
    const inserted = call.keywords.map(({ key, json }) => `${key}=${json}`).join(', ');
    rec.repair('wrong-marker', dict.span, inserted);
  }
  const { lostAt = null } = call;
  for (const at of call.colons) rec.repair('wrong-marker', { from: at, to: at + 1 }, '=');
  for (const { from, to } of call.words)
    for (const at of [from, to]) rec.repair('missing-marker', { from: at, to: at }, '"');
  for (const at of call.apostrophes) rec.repair('wrong-marker', { from: at, to: at + 1 }, "\\'");
  if (lostAt !== null) rec.repair('missing-marker', { from: lostAt, to: lostAt }, ')');
  const argumentsText = argumentsOf(call, tools.parameters(name));
  if (argumentsText === null) {
    block.malformed('not-a-call-expression', call.span);
    return;
  }
  for (const { keySpan, span } of written.keywords) {
    rec.read('key', keySpan);
    rec.read('value', span);
  }
  const spans = [
    ...call.positional.map(({ span }) => span),
    ...call.keywords.map(({ keySpan, span }) => ({ from: keySpan.from, to: span.to })),
  ];
  const first = spans[0];
  const last = spans.at(-1);
  const argumentsSpan = first === undefined || last === undefined ? null : { from: first.from, to: last.to };
  block.call({ name, nameSpan: call.nameSpan, argumentsText, argumentsSpan }, call.span);
}
