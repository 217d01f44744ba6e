import { type JsonNode, type JsonStringNode, writeTree } from '../../json/index.ts';
import { membersOf } from './nlohmann.ts';

// JSON as nlohmann::json 3.12 for C++ writes it.

/** A string, and how it is written in ASCII. */
export interface WrittenString extends Pick<JsonStringNode, 'value'> {
  readonly json: string;
}

/**
 * `dump()`: no spaces, numbers as the original writes them, of equal keys the last value in the first place.
 *
 * @param known a string that need not be written again
 */
export function nlohmannDump(node: JsonNode, ascii: boolean, known: WrittenString | null = null): string {
  return writeTree(node, {
    members: ({ members }) => [...membersOf(members)].map(([key, { value }]) => [quoted(key, ascii), value] as const),
    scalar: (scalar) => {
      if (scalar.kind === 'string')
        return ascii && scalar.value === known?.value ? known.json : quoted(scalar.value, ascii);
      return scalar.kind === 'number' ? numberText(scalar.literal) : scalar.kind;
    },
  });
}

/** A string as JSON; with `ascii`, what is not ASCII is escaped. */
export function quoted(text: string, ascii: boolean): string {
  const json = JSON.stringify(text);
  return ascii ? json.replaceAll(/[^ -~]/g, (unit) => '\\u' + unit.charCodeAt(0).toString(16).padStart(4, '0')) : json;
}

const LARGEST_UNSIGNED = 2n ** 64n - 1n;
const SMALLEST_SIGNED = -(2n ** 63n);
/** An integer with more digits is a float for certain. */
const LONGEST_INTEGER = 21;

/** A number as it is written after it was read: 64-bit integers as they are, others as the shortest double. */
function numberText(literal: string): string {
  if (/^-?\d+$/.test(literal) && literal.length <= LONGEST_INTEGER) {
    const value = BigInt(literal);
    if (value <= LARGEST_UNSIGNED && value >= SMALLEST_SIGNED) return String(value);
  }
  return doubleText(Number(literal));
}

/** Digits before the point up to the 15th, zeros after it down to the fourth; else with an exponent of two digits or more. */
function doubleText(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(exponentText) + 1;
  const sign = value < 0 ? '-' : '';
  if (point > 0 && point <= 15) {
    const padded = digits.padEnd(point, '0');
    return `${sign}${padded.slice(0, point)}.${padded.slice(point) || '0'}`;
  }
  if (point > -4 && point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const exponent = point - 1;
  const tail = `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  return sign + digits.slice(0, 1) + (digits.length > 1 ? `.${digits.slice(1)}` : '') + tail;
}
