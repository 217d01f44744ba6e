import type { JsonObject } from '../../text/json/index.ts';
import { afterRegexSpace, PythonDict, strippedSpan } from '../../text/languages/index.ts';
import { pairValue } from './values.ts';

/** The tags of keys and values. */
interface PairTags {
  readonly key: string;
  readonly keyEnd: string;
  readonly value: string;
  readonly valueEnd: string;
}

/** The tags of GLM, or of LongCat with a prefix. */
export function pairTags(prefix = ''): PairTags {
  return {
    key: `<${prefix}arg_key>`,
    keyEnd: `</${prefix}arg_key>`,
    value: `<${prefix}arg_value>`,
    valueEnd: `</${prefix}arg_value>`,
  };
}

/**
 * All pairs of a key and a value, with only blanks or a written `\n` between the two. A key lasts to the first end of a key after
 * which a value begins, so that it may hold other tags. Values without their white space are read as the schema says.
 */
export function readPairs(text: string, tags: PairTags, parameters: JsonObject | null): PythonDict {
  const pairs = new PythonDict();
  let open = text.indexOf(tags.key);
  while (open >= 0) {
    const pair = pairFrom(text, open + tags.key.length, tags);
    if (pair === null) break;
    const key = stripped(text, pair.keyFrom, pair.keyTo);
    pairs.set(key, pairValue(stripped(text, pair.from, pair.to), parameters, key));
    open = text.indexOf(tags.key, pair.to + tags.valueEnd.length);
  }
  return pairs;
}

function pairFrom(
  text: string,
  keyFrom: number,
  { keyEnd, value, valueEnd }: PairTags,
): { keyFrom: number; keyTo: number; from: number; to: number } | null {
  for (let keyTo = text.indexOf(keyEnd, keyFrom); keyTo >= 0; keyTo = text.indexOf(keyEnd, keyTo + 1)) {
    const begin = afterBlanks(text, keyTo + keyEnd.length);
    if (!text.startsWith(value, begin)) continue;
    const from = begin + value.length;
    const to = text.indexOf(valueEnd, from);
    return to < 0 ? null : { keyFrom, keyTo, from, to };
  }
  return null;
}

/** White space, or a backslash and an `n`. */
function afterBlanks(text: string, from: number): number {
  let at = afterRegexSpace(text, from);
  while (text.startsWith(String.raw`\n`, at)) at = afterRegexSpace(text, at + 2);
  return at;
}

function stripped(text: string, from: number, to: number): string {
  const span = strippedSpan(text, from, to);
  return text.slice(span.from, span.to);
}
