import { valueToText } from '../../../text/json/index.ts';
import type { Block } from './block.ts';
import { coerce } from './coerce.ts';
import { decodedText } from './encoded.ts';
import { gemmaCall, type GemmaCall } from './gemma-object.ts';
import { endsItsLine, find, lookingAt, type Resumable } from './resumable.ts';

/**
 * Reads `call:NAME{key:value,…}` whose strings have lost their quotes. A value reaches to the next declared key. The block
 * ends with a brace that a new line or another call follows.
 */
export function* strippedGemmaCall(block: Block, { quote, close }: GemmaCall): Resumable<number> {
  const { source, tools } = block;
  const name = block.opener.slice('call:'.length, -1);
  const nameSpan = { from: block.at - 1 - name.length, to: block.at - 1 };
  const to = yield* strippedEnd(block);
  if (to === null) {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, block.from);
    return block.end(source.length);
  }
  const text = source.slice(block.at, to);
  // Only the opener is lost: the strings have their tokens.
  if (text.includes(quote)) return yield* gemmaCall({ quote, close })(block.bodyAt(block.from));
  const places = declaredKeys(text, tools.parameters(name));
  if (text.trim() !== '' && places[0]?.at !== 0) return block.refuse('markup-not-followed', block.at);
  block.rec.read('name', nameSpan);
  const members = new Map<string, string>();
  for (const [index, { key, at, valueFrom }] of places.entries()) {
    const valueTo = places[index + 1]?.at ?? text.length;
    const written = text.slice(valueFrom, valueTo).replace(/,\s*$/, '').trim();
    // A model that knows only JSON writes its quotes.
    const raw = decodedText(written) ?? written;
    block.rec.read('key', { from: block.at + at, to: block.at + at + key.length });
    block.rec.read('value', { from: block.at + valueFrom, to: block.at + valueTo });
    if (!members.has(key)) members.set(key, coerce(raw, tools.parameter(name, key), tools.schema(name)).json);
  }
  const argumentsText = `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  const argumentsSpan = { from: block.at - 1, to: to + 1 };
  block.call({ name, nameSpan, argumentsText, argumentsSpan }, { from: block.from, to: to + 1 });
  return block.end(to + 1);
}

/** The place of the closing brace; null if the text ends first. */
function* strippedEnd({ source, at }: Block): Resumable<number | null> {
  for (let from = at; ;) {
    const brace = yield* find(source, '}', from);
    if (brace < 0) return null;
    if ((yield* endsItsLine(source, brace + 1)) || (yield* lookingAt(source, brace + 1, 'call:'))) return brace;
    from = brace + 1;
  }
}

/** The places of the declared keys; each is after a comma or at the beginning. */
function declaredKeys(text: string, keys: readonly string[]): { key: string; at: number; valueFrom: number }[] {
  const known = new Set(keys);
  const places: { key: string; at: number; valueFrom: number }[] = [];
  for (const found of text.matchAll(/(^|,)\s*([^\s,:{}]{1,100}):/g)) {
    const [whole, , key = ''] = found;
    if (!known.has(key)) continue;
    const valueFrom = found.index + whole.length;
    places.push({ key, at: valueFrom - 1 - key.length, valueFrom });
  }
  return places;
}
