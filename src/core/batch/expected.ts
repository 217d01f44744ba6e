import { plainName } from './align.ts';
import type { ExpectedCall } from './reply.ts';
import { fieldsOf, listOf } from './values.ts';

/** A call that came. */
export interface MadeCall {
  readonly name: string;
  readonly arguments: unknown;
}

/** What the first call that is not as expected has otherwise, in a sentence; null where all are. Their order says nothing. */
export function differenceFrom(calls: readonly MadeCall[], expected: readonly ExpectedCall[]): string | null {
  const open = [...expected];
  const others = calls.filter((call) => {
    const at = open.findIndex((wanted) => isAsExpected(call, wanted));
    if (at >= 0) open.splice(at, 1);
    return at < 0;
  });
  const number = otherNumber(calls.length, expected.length);
  if (number !== null) return number;
  const [call] = others;
  if (call === undefined) return null;
  const wanted = open.find(({ name }) => plainName(name) === plainName(call.name)) ?? open[0];
  return wanted === undefined ? null : differenceBetween(call, wanted);
}

/** Why a reply without a call is wrong, where one is expected. */
export function withoutCall(text: string | null): string {
  return text === null || text.trim() === '' ? answeredNothing : answeredOnly;
}

const answeredOnly = 'The model answered in plain text and called no tool.';

export const answeredNothing = 'There is neither text nor a call.';

/** Why a call is wrong, where none is expected. */
export const calledInVain = 'The model called a tool where no call is expected.';

/** That there are more calls or fewer than expected, in a sentence; null where there are not. */
export function otherNumber(calls: number, expected: number): string | null {
  if (calls === expected) return null;
  return calls > expected ? 'The model called more often than expected.' : 'The model called too rarely.';
}

/** What a call has otherwise than it should, in a sentence. */
export function differenceBetween(call: MadeCall, { name, values, isLoose }: ExpectedCall): string {
  if (plainName(call.name) !== plainName(name)) return `The model called \`${call.name}\` instead of \`${name}\`.`;
  const given = fieldsOf(call.arguments);
  if (given === null || values === null) return `The arguments of \`${call.name}\` are no object.`;
  const lacks = Object.keys(values).find((key) => !Object.hasOwn(given, key) && !mayLack(values[key]));
  const has = Object.keys(given).find((key) => !Object.hasOwn(values, key));
  if (lacks !== undefined && has !== undefined) return `\`${call.name}\` got \`${has}\` instead of \`${lacks}\`.`;
  if (lacks !== undefined) return `\`${call.name}\` lacks \`${lacks}\`.`;
  if (has !== undefined) return `\`${call.name}\` got \`${has}\`, which is not expected.`;
  const differs = Object.keys(given).find((key) => !isRight(given[key], values[key], isLoose, MOST_LEVELS)) ?? '';
  return `\`${differs}\` of \`${call.name}\` has another value than expected.`;
}

function isAsExpected(call: MadeCall, { name, values, isLoose }: ExpectedCall): boolean {
  if (plainName(call.name) !== plainName(name)) return false;
  return values === null || areRight(fieldsOf(call.arguments ?? {}), values, isLoose, MOST_LEVELS);
}

/** So deep values are compared. */
const MOST_LEVELS = 16;

function areRight(
  given: Readonly<Record<string, unknown>> | null,
  values: Readonly<Record<string, unknown>>,
  isLoose: boolean,
  levels: number,
): boolean {
  return (
    given !== null &&
    Object.keys(given).every(
      (key) => Object.hasOwn(values, key) && isRight(given[key], values[key], isLoose, levels),
    ) &&
    Object.keys(values).every((key) => Object.hasOwn(given, key) || mayLack(values[key]))
  );
}

function mayLack(values: unknown): boolean {
  return listOf(values).includes('');
}

function isRight(value: unknown, values: unknown, isLoose: boolean, levels: number): boolean {
  return listOf(values).some((wanted) => isSame(value, wanted, isLoose, levels));
}

function isSame(value: unknown, wanted: unknown, isLoose: boolean, levels: number): boolean {
  if (levels === 0) return false;
  if (Array.isArray(value) && Array.isArray(wanted))
    return value.length === wanted.length && value.every((one, at) => isSame(one, wanted[at], isLoose, levels - 1));
  const [given, fields] = [fieldsOf(value), fieldsOf(wanted)];
  if (given !== null && fields !== null) {
    // In an object BFCL lists the right values of each member once more.
    if (isLoose && Object.values(fields).every((one) => Array.isArray(one)))
      return areRight(given, fields, isLoose, levels - 1);
    const keys = Object.keys(fields);
    return (
      keys.length === Object.keys(given).length &&
      keys.every((key) => Object.hasOwn(given, key) && isSame(given[key], fields[key], isLoose, levels - 1))
    );
  }
  return isLoose && typeof value === 'string' && typeof wanted === 'string'
    ? plainText(value) === plainText(wanted)
    : value === wanted;
}

/** Case, blanks and punctuation say nothing: `standardize_string` of BFCL's checker. */
function plainText(text: string): string {
  return text
    .replace(/[ ,./\-_*^]/g, '')
    .toLowerCase()
    .replaceAll("'", '"');
}
