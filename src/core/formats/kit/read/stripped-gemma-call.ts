import { valueToText } from '../../../text/json/index.ts';
import type { Block } from './block.ts';
import { coerce } from './coerce.ts';
import { decodedText } from './encoded.ts';
import { gemmaCall, type GemmaCall } from './gemma-object.ts';
import { endsItsLine, find, lookingAt, oneOf, skipSpace, type Resumable } from './resumable.ts';
import { endsReply } from './words-around.ts';

/** What is left before the bracket of such a call. The name space of Gemini says that it is one, whatever is before it. */
export const BEFORE_BRACE =
  /(?:(?<![\w:>])call:|(?<![\w.>-])(?=default_api[:.]))(?<sure>default_api[:.])?(?<name>[\w.-]{1,100})$/;
const LONGEST_HEAD = 120;
const KEY = /(^|,)\s*([^\s,:{}]{1,100}):/g;
const OWN_KEY = /(^|,)([A-Za-z_]\w{0,60}):(?!\/\/)/g;
/** A value that is no string. */
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/;

/**
 * Reads `call:NAME{key:value,…}` whose strings have lost their quotes. A value reaches to the next declared key. The block
 * ends with a brace that a new line, a closing token or another call follows. In a line of words the bracket opens it, and
 * the reply ends with such calls.
 */
export function* strippedGemmaCall(block: Block, { quote, close }: GemmaCall): Resumable<number> {
  const { source, tools, from, opener } = block;
  const isInLine = opener === '{';
  const found = isInLine ? BEFORE_BRACE.exec(source.slice(Math.max(0, from - LONGEST_HEAD), from)) : null;
  const name = isInLine ? (found?.groups?.name ?? '') : opener.slice('call:'.length, -1);
  // What is before the bracket was shown already.
  const nameSpan = isInLine ? { from, to: from } : { from: block.at - 1 - name.length, to: block.at - 1 };
  const to = yield* strippedEnd(block, close);
  if (isInLine && !(yield* mayBeInLine(block, name, to, close))) return block.refuse('inside-a-line', block.at);
  if (to === null) {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const text = source.slice(block.at, to);
  // Only the opener is lost: the strings have their tokens.
  if (!isInLine && text.includes(quote)) return yield* gemmaCall({ quote, close })(block.bodyAt(block.from));
  const places = keysIn(text, block, name);
  if (text.trim() !== '' && places[0]?.at !== 0) return block.refuse('markup-not-followed', block.at);
  if (found !== null) repairHead(block, found);
  block.rec.read('name', nameSpan);
  const members = new Map<string, string>();
  for (const [index, { key, at, valueFrom }] of places.entries()) {
    const valueTo = places[index + 1]?.at ?? text.length;
    const written = text.slice(valueFrom, valueTo).replace(/,\s*$/, '').trim();
    const isQuoted = written.startsWith(quote) && written.endsWith(quote) && written.length >= 2 * quote.length;
    // A model that knows only JSON writes its quotes.
    const raw = isQuoted ? written.slice(quote.length, -quote.length) : (decodedText(written) ?? written);
    block.rec.read('key', { from: block.at + at, to: block.at + at + key.length });
    block.rec.read('value', { from: block.at + valueFrom, to: block.at + valueTo });
    const isLiteral = tools.isEmpty && !isQuoted && LITERAL.test(raw);
    const json = isLiteral ? raw : coerce(raw, tools.parameter(name, key), tools.schema(name)).json;
    if (!members.has(key)) members.set(key, json);
  }
  const argumentsText = `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  const argumentsSpan = { from: block.at - 1, to: to + 1 };
  block.call({ name, nameSpan, argumentsText, argumentsSpan }, { from: block.from, to: to + 1 });
  const closer = yield* oneOf(source, to + 1, close);
  return block.end(closer === null ? to + 1 : block.closer(closer, to + 1));
}

/** Writes the token before the head of a call in a line, which may lack its first word or have a name space. */
function repairHead({ rec, from }: Block, { 0: head, groups = {} }: RegExpExecArray): void {
  const begin = from - head.length;
  if (groups.sure === undefined) rec.repair('missing-marker', { from: begin, to: begin }, '<|tool_call>');
  else rec.repair('wrong-marker', { from: begin, to: from - (groups.name ?? '').length }, '<|tool_call>call:');
}

/** The place of the closing brace; null if the text ends first. */
function* strippedEnd({ source, at }: Block, close: readonly string[]): Resumable<number | null> {
  for (let from = at; ;) {
    const brace = yield* find(source, '}', from);
    if (brace < 0) return null;
    const next = yield* oneOf(source, brace + 1, ['call:', ...close]);
    if (next !== null || (yield* endsItsLine(source, brace + 1))) return brace;
    from = brace + 1;
  }
}

/** Whether a key is first, and nothing but further calls follows in the reply: else words are about such a call. */
function* mayBeInLine(block: Block, name: string, to: number | null, close: readonly string[]): Resumable<boolean> {
  const { source, tools, at } = block;
  if (tools.isEmpty && to === null) return false;
  const text = source.slice(at, to ?? source.length);
  const isEmpty = to !== null && text.trim() === '' && !tools.isEmpty;
  if (!isEmpty && keysIn(text, block, name)[0]?.at !== 0) return false;
  if (to === null) return true;
  const closer = yield* oneOf(source, to + 1, close);
  const next = yield* skipSpace(source, to + 1 + (closer?.length ?? 0));
  return (yield* lookingAt(source, next, 'call:')) || (yield* endsReply(source, next));
}

interface KeyPlace {
  readonly key: string;
  readonly at: number;
  readonly valueFrom: number;
}

/** The places of the keys; each is after a comma or at the beginning. Without declared tools, a blank before one is that of a text. */
function keysIn(text: string, { tools }: Block, name: string): readonly KeyPlace[] {
  const known = new Set(tools.parameters(name));
  const places: KeyPlace[] = [];
  for (const found of text.matchAll(tools.isEmpty ? OWN_KEY : KEY)) {
    const [whole, , key = ''] = found;
    if (!tools.isEmpty && !known.has(key)) continue;
    const valueFrom = found.index + whole.length;
    places.push({ key, at: valueFrom - 1 - key.length, valueFrom });
  }
  return places;
}
