import { excerpt, sharedStart } from '../text/document/index.ts';
import { type JsonNode, readJson } from '../text/json/index.ts';
import { meaning, type ToolCall, valueMeaning } from '../trace/index.ts';
import type { Unmet } from './answer.ts';
import { callsText, diagnosesOf, quoted, type Reading, spanAt } from './reading.ts';

type Call = Pick<ToolCall, 'name' | 'argumentsText'>;

/**
 * The first argument that is not as it should be, where the server gives the right number of calls with the right names.
 * Null where something else is wrong with them.
 */
export function wrongArgument(reading: Reading, wanted: readonly Call[]): Unmet | null {
  const { whole, text } = reading;
  const { calls } = whole;
  if (calls.length !== wanted.length || calls.some(({ name }, index) => name !== wanted[index]?.name)) return null;
  for (const [index, call] of calls.entries()) {
    const target = wanted[index];
    if (target === undefined || meaning([call]) === meaning([target])) continue;
    const [given, asked] = [argumentsOf(call), argumentsOf(target)];
    if (given === null || asked === null) return null;
    const key = [...asked.keys(), ...given.keys()].find((one) => !isSame(given.get(one), asked.get(one)));
    if (key === undefined) return null;
    const read = whole.trace.find(
      (event) => event.kind === 'read' && event.what === 'arguments' && event.from >= call.span.from,
    );
    const from = read?.from ?? call.span.from;
    const { says, span } =
      given.has(key) || !asked.has(key)
        ? difference(key, given.get(key), asked.get(key), text, from)
        : missing(
            reading,
            key,
            asked.get(key),
            [...given.keys()].filter((one) => !asked.has(one)),
            from,
          );
    // The value of an argument says enough.
    return given.has(key) && asked.has(key)
      ? { says, span }
      : { says: [`${whole.runtime.label} gives ${callsText([call])}.`, ...says], span };
  }
  return null;
}

/** An argument that is not there: where another one is in its place, where the text is damaged, or where the arguments begin. */
function missing(
  reading: Reading,
  key: string,
  asked: string | undefined,
  others: readonly string[],
  from: number,
): Unmet {
  const { text } = reading;
  const surplus = nearest(key, others);
  const named = surplus === undefined ? -1 : wordAt(text, surplus, from);
  const shared = sharedStart(surplus ?? '', key);
  const at = named < 0 ? (diagnosesOf(reading)[0]?.span.from ?? from) : named + shared;
  return {
    says: [
      `The argument \`${key}\` is missing. It should be ${code(asked)}.`,
      ...(surplus === undefined ? [] : [`In its place is the argument ${code(excerpt(surplus, 0, surplus.length))}.`]),
      `Look at ${quoted(text, at)}.`,
    ],
    span: spanAt(text, at),
  };
}

/** Where a name is in a text, and no part of a longer word; -1 for nowhere. */
function wordAt(text: string, name: string, from: number): number {
  const isWord = (at: number): boolean => /\w/.test(text.charAt(at));
  let at = text.indexOf(name, from);
  while (at >= 0 && (isWord(at - 1) || isWord(at + name.length))) at = text.indexOf(name, at + 1);
  return at;
}

/** Of several names, the one that begins most like another; undefined where none begins like it. */
function nearest(key: string, others: readonly string[]): string | undefined {
  const [first] = others.toSorted((one, other) => sharedStart(other, key) - sharedStart(one, key));
  return first === undefined || sharedStart(first, key) === 0 ? undefined : first;
}

/** `from`: where the arguments begin, or the call. */
function difference(
  key: string,
  given: string | undefined,
  asked: string | undefined,
  text: string,
  from: number,
): Unmet {
  const at = placeOf(given ?? '', asked ?? '', text, Math.max(from, text.indexOf(key, from)));
  const where = `Look at ${quoted(text, at)}.`;
  const span = spanAt(text, at);
  const argument = `\`${key}\``;
  if (asked === undefined) return { says: [`The argument ${argument} should not be there.`, where], span };
  return { says: [`The argument ${argument} is ${code(given)}. It should be ${code(asked)}.`, where], span };
}

/** Where a value of the reply begins to differ from the one that is asked for; its name, where the reply writes it in another way. */
function placeOf(given: string, asked: string, text: string, named: number): number {
  for (const [one, other] of [
    [given, asked],
    [plain(given), plain(asked)],
  ] as const) {
    const at = one === '' ? -1 : text.indexOf(one, named);
    if (at >= 0) return at + Math.min(sharedStart(one, other), one.length);
  }
  return named;
}

/** A text without its quotes and escapes. */
function plain(value: string): string {
  const reading = readJson(value);
  return reading.ok && reading.node.kind === 'string' ? reading.node.value : value;
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && valueMeaning(one) === valueMeaning(other);
}

/** The values as JSON text by their names; null where the arguments are no object. */
function argumentsOf({ argumentsText }: Call): ReadonlyMap<string, string> | null {
  const reading = readJson(argumentsText);
  if (!reading.ok || reading.node.kind !== 'object') return null;
  const written = ({ from, to }: JsonNode): string => argumentsText.slice(from, to);
  return new Map(reading.node.members.map(({ key, value }) => [key.value, written(value)]));
}

function code(value = ''): string {
  return `\`${value.replaceAll('`', "'")}\``;
}
