import type { JsonObject, JsonValue } from '../../../text/json/index.ts';

/** Where values are deeper than this, the stack of the original is full before long, and it takes the text for unreadable. */
export const DEEPEST = 1000;

/** An object that has nothing but what is put into it. */
export function emptyRecord(): JsonObject {
  return Object.create(null) as JsonObject;
}

/** Sets a member as an assignment to a plain object does: `__proto__` is not a member there. */
export function put(record: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') record[key] = value;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number in decimals, perhaps with leading zeros; null for any other text. */
export function numberIn(text: string): number | null {
  const number = NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : null;
}

/** What `JSON.parse` makes of a text; undefined where it refuses. */
export function parseJson(text: string): JsonValue | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Whether so many brackets are open somewhere, those in strings not counted. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const { 0: piece } of text.matchAll(/"(?:[^"\\]|\\[^])*"?|[[{]|[\]}]/g)) {
    if (piece === '{' || piece === '[') depth += 1;
    else if (piece === '}' || piece === ']') depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
