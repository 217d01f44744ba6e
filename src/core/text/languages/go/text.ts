import { isElixirSpace, trimElixir } from '../elixir/trim.ts';
import { escapedUnit, type JsonMember, type JsonNode, writeTree } from '../../json/index.ts';

/** What Go does with text and with decoded JSON, as far as ChatCLI's answers depend on it. */

/** Unicode White_Space, which is what `strings.TrimSpace` and `strings.Fields` go by: the same set as Elixir's. */
export const isGoSpace = isElixirSpace;
/** `strings.TrimSpace`. */
export const trimGo = trimElixir;

/** `strings.ToLower`: every code point for itself, without the special cases of JavaScript's `toLowerCase`. */
export function lowerGo(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let out = '';
  for (const character of text) out += lowerRune(character);
  return out;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function lowerRune(character: string): string {
  if (character === '\u0130') return 'i';
  const lower = character.toLowerCase();
  return isOneRune(lower) ? lower : character;
}

function isOneRune(text: string): boolean {
  return text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length;
}

/** `strings.EqualFold`: equal under simple case folding, so that the Kelvin sign equals `k`. */
export function equalFold(one: string, other: string): boolean {
  return one === other || folded(one) === folded(other);
}

function folded(text: string): string {
  let out = '';
  for (const character of text) {
    const upper = character.toUpperCase();
    // The dotless i has an upper case and yet folds to nothing but itself.
    const base = isOneRune(upper) && character !== '\u0131' ? upper : character;
    out += character === '\u0130' ? character : lowerRune(base);
  }
  return out;
}

/** A decoded value as `json.Marshal` writes it: sorted keys, no spaces, numbers as float64, HTML characters escaped. */
export function marshal(node: JsonNode): string {
  return writeTree(node, {
    members: ({ members }) =>
      [...lastOfEachKey(members)]
        .sort(([one], [other]) => compareBytes(one, other))
        .map(([key, value]) => [marshalText(key), value] as const),
    scalar: (scalar) => {
      if (scalar.kind === 'string') return marshalText(scalar.value);
      return scalar.kind === 'number' ? floatText(Number(scalar.literal)) : scalar.kind;
    },
  });
}

/** Of duplicate keys the last counts for Go. */
export function lastOfEachKey(members: readonly JsonMember[]): Map<string, JsonNode> {
  return new Map(members.map(({ key, value }) => [key.value, value]));
}

/** By UTF-8 bytes, which is by code point. */
export function compareBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const a = one.charCodeAt(at);
    const b = other.charCodeAt(at);
    if (a !== b) return rank(a) - rank(b);
  }
  return one.length - other.length;
}

/** Halves of surrogate pairs stand for code points beyond all single units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

const MUST_ESCAPE = /["\\<>&\u2028\u2029]|[^ -\ud7ff\ue000-\uffff]/;

/** A string as `json.Marshal` writes it. */
export function marshalText(text: string): string {
  if (!MUST_ESCAPE.test(text)) return `"${text}"`;
  let out = '"';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || '"\\<>&\u2028\u2029'.includes(character)) out += escapedUnit(character);
    else out += code >= 0xd800 && code <= 0xdfff ? '\ufffd' : character;
  }
  return `${out}"`;
}

/** A float64 as `json.Marshal` writes it, which is as JavaScript does but for minus zero. */
function floatText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
