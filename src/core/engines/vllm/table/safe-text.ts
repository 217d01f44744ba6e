import { stringEnd } from '../../../text/json/index.ts';

/**
 * The text of an object up to its last value, which may still change; of a string that stays one, all of it that came but its
 * last quote.
 *
 * @param keys the arguments that stay strings; null for all
 */
export function safeText(json: string, keys: ReadonlySet<string> | null): string {
  const last = lastValue(json);
  if (last === null) return '';
  let from = last.from;
  while (from < json.length && ' \t\n\r'.includes(json.charAt(from))) from += 1;
  if (json.charAt(from) !== '"' || (keys !== null && (last.key === null || !keys.has(last.key))))
    return json.slice(0, from);
  return json.slice(0, stringEnd(json, from));
}

/** After the colon of the last key of the outermost object. */
function lastValue(json: string): { readonly from: number; readonly key: string | null } | null {
  let last: { from: number; key: string | null } | null = null;
  let key: string | null = null;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '"') {
      const end = stringEnd(json, at);
      if (depth === 1 && end < json.length) key = json.slice(at + 1, end);
      at = end;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ':' && depth === 1) {
      last = { from: at + 1, key };
      key = null;
    }
  }
  return last;
}

/** The text of the object under a key of the outermost object, verbatim and as far as it came; empty where it has not begun. */
export function objectUnder(json: string, name: string): string | null {
  let key: string | null = null;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '"') {
      const end = stringEnd(json, at);
      if (depth === 1 && end < json.length) key = json.slice(at + 1, end);
      at = end;
    } else if (character === ':' && depth === 1 && key === name) {
      let from = at + 1;
      while (from < json.length && ' \t\n\r'.includes(json.charAt(from))) from += 1;
      if (from === json.length) return '';
      return json.charAt(from) === '{' ? json.slice(from, endOfObject(json, from)) : null;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return '';
}

function endOfObject(json: string, open: number): number {
  let depth = 0;
  for (let at = open; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '"') at = stringEnd(json, at);
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return json.length;
}
