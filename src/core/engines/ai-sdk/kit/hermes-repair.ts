import { isObject, type JsonObject, type JsonValue } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { inputSchema } from './call-input.ts';
import { afterSpace } from './json-space.ts';
import { writesPrototypeKey } from './prototype-keys.ts';
import type { ArgumentRules } from './release.ts';
import { unwrapped } from './schema.ts';
import { emptyRecord, parseJson } from './values.ts';

/** The longest arguments that are repaired. */
const LONGEST = 102_400;

/**
 * What the original makes of a block that cannot be read: it looks for `name` and `arguments`, cuts the arguments at what
 * looks like keys, and escapes the quotes of values that are not JSON. Null where that gives no arguments that the schema
 * allows.
 */
export function repairCall(
  body: string,
  tools: readonly ToolDefinition[],
  allowed: ArgumentRules,
): { readonly name: string; readonly args: JsonObject } | null {
  const name = nameIn(body);
  if (name === '' || writesPrototypeKey(body)) return null;
  const members = argumentsIn(body);
  if (members === null || members.length > LONGEST || hasFieldAfter(members)) return null;
  const schema = unwrapped(inputSchema(tools, name));
  const strict = parseJson(`{${members}}`);
  const whole = isObject(strict) ? allowed.record(strict, schema) : undefined;
  if (whole !== undefined) return { name, args: whole };
  const cut = cutArguments(members);
  const args = cut === null ? undefined : allowed.record(cut, schema);
  return args === undefined ? null : { name, args };
}

/** The name as written, with its escapes. */
function nameIn(body: string): string {
  const from = valueStart(body, 'name');
  if (from < 0 || body.charAt(from) !== '"') return '';
  const to = stringEnd(body, from);
  return to < 0 ? '' : body.slice(from + 1, to - 1);
}

/** Past the closing quote; -1 where there is none. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === '"') return at + 1;
  }
  return -1;
}

/** Where the value of a top-level key begins; -1 where the key is not found before something that is not a string. */
function valueStart(body: string, key: string): number {
  let at = afterSpace(body, 0);
  if (body.charAt(at) !== '{') return -1;
  for (let depth = 0; at < body.length; at += 1) {
    const character = body.charAt(at);
    if (character === '{') depth += 1;
    else if (character === '}') depth = Math.max(0, depth - 1);
    if (character !== '"') continue;
    const to = stringEnd(body, at);
    if (to < 0) return -1;
    if (depth === 1) {
      const found = parseJson(body.slice(at, to));
      if (found === undefined) return -1;
      const colon = afterSpace(body, to);
      if (body.charAt(colon) === ':') {
        const value = afterSpace(body, colon + 1);
        if (found === key) return value < body.length ? value : -1;
        at = value - 1;
        continue;
      }
    }
    at = to - 1;
  }
  return -1;
}

/** What is between the braces of the arguments, whose last one is the last but one of the body. */
function argumentsIn(body: string): string | null {
  const from = valueStart(body, 'arguments');
  if (from < 0 || body.charAt(from) !== '{') return null;
  const outer = body.trimEnd().length - 1;
  const inner = body.slice(0, Math.max(0, outer)).trimEnd().length - 1;
  return body.charAt(outer) === '}' && body.charAt(inner) === '}' && inner > from ? body.slice(from + 1, inner) : null;
}

/** Whether the arguments seem to end before, with another field after them. */
function hasFieldAfter(members: string): boolean {
  let depth = 0;
  for (let at = 0; at < members.length; at += 1) {
    const character = members.charAt(at);
    if (character === '"') {
      const to = stringEnd(members, at);
      if (to < 0) return false;
      at = to - 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      if (depth === 0 && members.charAt(afterSpace(members, at + 1)) === ',') return true;
      depth = Math.max(0, depth - 1);
    }
  }
  return false;
}

/** What looks like a key: where it begins, with the comma before it, and where its value does. */
interface Cut {
  readonly key: string;
  readonly from: number;
  readonly valueFrom: number;
}

function cutArguments(members: string): JsonObject | null {
  const cuts = cutsOf(members);
  if (cuts.length === 0) return null;
  const args = emptyRecord();
  for (const [index, { key, valueFrom }] of cuts.entries()) {
    const text = withoutComma(members.slice(valueFrom, cuts[index + 1]?.from));
    const strict = parseJson(text);
    const value = strict === undefined ? damagedString(text) : strict;
    if (value === undefined) return null;
    args[key] = value;
  }
  return args;
}

function cutsOf(members: string): readonly Cut[] {
  const first = /^\s*"([^"]+)"\s*:\s*/.exec(members);
  if (first === null) return [];
  const cuts: Cut[] = [{ key: first[1] ?? '', from: 0, valueFrom: first[0].length }];
  const isTop = topLevel(members);
  for (const match of members.matchAll(/,\s*"([^"]+)"\s*:\s*/g)) {
    const { 0: text, 1: key = '', index } = match;
    if (index === 0 || isTop[index] === 1) cuts.push({ key, from: index, valueFrom: index + text.length });
  }
  return withoutRepeated(members, cuts);
}

/** For each place 1 where no bracket and no string is open, however often too many were closed before. */
function topLevel(members: string): Uint8Array {
  const isTop = new Uint8Array(members.length + 1).fill(1, 0, 1);
  let depth = 0;
  let inString = false;
  for (let at = 0; at < members.length; at += 1) {
    const character = members.charAt(at);
    if (character === '\\' && inString) {
      isTop[at + 1] = depth === 0 ? 1 : 0;
      at += 1;
    } else if (character === '"') inString = !inString;
    else if (!inString && (character === '{' || character === '[')) depth += 1;
    else if (!inString && (character === '}' || character === ']')) depth -= 1;
    isTop[at + 1] = depth === 0 ? 1 : 0;
  }
  return isTop;
}

/** Of equal keys the first, or the last where more values are readable then. */
function withoutRepeated(members: string, cuts: readonly Cut[]): readonly Cut[] {
  const firsts = new Map(cuts.toReversed().map((cut) => [cut.key, cut]));
  if (firsts.size === cuts.length) return cuts;
  const lasts = new Map(cuts.map((cut) => [cut.key, cut]));
  const kept = (by: ReadonlyMap<string, Cut>): readonly Cut[] => cuts.filter((cut) => by.get(cut.key) === cut);
  const [early, late] = [kept(firsts), kept(lasts)];
  const [earlyScore, lateScore] = [scoreOf(members, early), scoreOf(members, late)];
  const isBetter =
    lateScore.strict > earlyScore.strict ||
    (lateScore.strict === earlyScore.strict && lateScore.damaged > earlyScore.damaged);
  return isBetter ? late : early;
}

function scoreOf(members: string, cuts: readonly Cut[]): { readonly strict: number; readonly damaged: number } {
  let strict = 0;
  let damaged = 0;
  for (const [index, { valueFrom }] of cuts.entries()) {
    const text = withoutComma(members.slice(valueFrom, cuts[index + 1]?.from));
    if (parseJson(text) !== undefined) strict += 1;
    else if (damagedString(text) !== undefined) damaged += 1;
  }
  return { strict, damaged };
}

function withoutComma(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith(',') ? trimmed.slice(0, -1) : text;
}

/** A string up to its last quote, with the quotes in it escaped; what follows that quote is lost. */
function damagedString(text: string): JsonValue | undefined {
  const end = text.lastIndexOf('"');
  if (!text.startsWith('"') || end <= 0) return undefined;
  const inner = text
    .slice(1, end)
    .replace(/\\+"?|"/g, (piece) =>
      piece.endsWith('"') && piece.length % 2 === 1 ? `${piece.slice(0, -1)}\\"` : piece,
    )
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return parseJson(`"${inner}"`);
}
