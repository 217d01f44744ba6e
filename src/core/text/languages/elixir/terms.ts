import type { JsonArrayNode, JsonNode } from '../../json/index.ts';

/**
 * What Elixir does with text and with decoded JSON, as far as ExAthena's answers depend on it. A JSON node stands for
 * the term Jason makes of it: objects are maps, arrays lists, strings binaries, null `nil`.
 */

/** The exceptions that ExAthena's functions are known to raise on JSON input. */
export type ElixirException =
  | 'ArgumentError'
  | 'BadMapError'
  | 'FunctionClauseError'
  | 'Protocol.UndefinedError'
  | 'UnicodeConversionError';

/** The text Elixir would produce, or the exception it would raise on the way. */
export type ElixirText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly exception: ElixirException };

/** `||` takes its right side for these only: `""`, `0`, `[]` and `{}` count as present. */
export function isElixirFalsy(node: JsonNode): boolean {
  return node.kind === 'null' || node.kind === 'false';
}

/** `to_string/1`, which is also what `"#{term}"` does. */
export function interpolate(node: JsonNode): ElixirText {
  switch (node.kind) {
    case 'string':
      return { ok: true, text: node.value };
    case 'number':
      return { ok: true, text: elixirNumberText(node.literal) };
    case 'true':
    case 'false':
      return { ok: true, text: node.kind };
    case 'null':
      return { ok: true, text: '' };
    case 'array':
      return listToString(node);
    case 'object':
      return { ok: false, exception: 'Protocol.UndefinedError' };
  }
}

/** A list is read as character data: code points, strings, and lists of these to any depth. */
function listToString(list: JsonArrayNode): ElixirText {
  const out: string[] = [];
  /** Last first. */
  const pending: JsonNode[] = list.items.toReversed();
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (item.kind === 'string') {
      out.push(item.value);
    } else if (item.kind === 'array') {
      for (let index = item.items.length - 1; index >= 0; index -= 1) pending.push(item.items[index] as JsonNode);
    } else if (item.kind === 'number' && !isFloatLiteral(item.literal)) {
      const codePoint = Number(item.literal);
      if (!isScalarValue(codePoint)) return { ok: false, exception: 'UnicodeConversionError' };
      out.push(String.fromCodePoint(codePoint));
    } else {
      return { ok: false, exception: 'ArgumentError' };
    }
  }
  return { ok: true, text: out.join('') };
}

function isScalarValue(codePoint: number): boolean {
  return codePoint >= 0 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
}

/** True for a JSON number that Jason decodes to a float: one with a fraction or an exponent, `1.0` and `1e5` too. */
function isFloatLiteral(literal: string): boolean {
  return literal.includes('.') || literal.includes('e') || literal.includes('E');
}

/** A JSON number as Elixir prints what Jason decoded: integers digit by digit, floats in the shortest form. */
export function elixirNumberText(literal: string): string {
  // Jason has no integer minus zero, and it drops the sign of `-0e1` (but not that of `-0.0`).
  if (literal === '-0') return '0';
  if (literal.startsWith('-0e') || literal.startsWith('-0E')) return '0.0';
  return isFloatLiteral(literal) ? elixirFloatText(Number(literal)) : literal;
}

/** From here on a float may skip integers. Erlang then always shows an exponent, lest the digits look exact. */
const EXACT_INTEGER_LIMIT = 2 ** 53;

/**
 * A finite float as Erlang's `short` option prints it: the fewest digits that read back as the same float, in plain
 * or scientific notation, whichever is shorter (plain on a tie), and always with a digit on each side of the point.
 */
function elixirFloatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const magnitude = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  const [mantissa = '', exponent = ''] = magnitude.toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const scientific = `${digits.slice(0, 1)}.${digits.slice(1) || '0'}e${String(Number(exponent))}`;
  if (magnitude >= EXACT_INTEGER_LIMIT) return sign + scientific;
  const plain = plainNotation(digits, Number(exponent) + 1);
  return sign + (plain.length <= scientific.length ? plain : scientific);
}

/** The value 0.`digits` × 10^`place` without an exponent. */
function plainNotation(digits: string, place: number): string {
  if (place <= 0) return `0.${'0'.repeat(-place)}${digits}`;
  if (place >= digits.length) return `${digits}${'0'.repeat(place - digits.length)}.0`;
  return `${digits.slice(0, place)}.${digits.slice(place)}`;
}
