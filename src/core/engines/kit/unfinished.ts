import { isRegexWord, readPythonJson } from '../../text/languages/index.ts';
import { overlapLength } from './hold-back.ts';

/** What the streams of vLLM and SGLang do with incomplete text. `text/languages/python/partial-python.ts` reads it. */

const UNDERSCORE = 0x5f;
const BLOCK = 128;

/** The length of the common prefix (`find_common_prefix`). Python compares code points, so surrogate pairs stay together. */
export function commonPrefixLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  // Usually one text is the beginning of the other, and comparing strings is faster than a loop.
  if (one.slice(0, most) === other.slice(0, most)) at = most;
  while (at + BLOCK <= most && one.slice(at, at + BLOCK) === other.slice(at, at + BLOCK)) at += BLOCK;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return isInPair(one, at) || isInPair(other, at) ? at - 1 : at;
}

/**
 * vLLM's `extract_intermediate_diff`: the text of `current` between its common prefix and its common suffix with `old`. The
 * suffix counts only up to the first letter or digit. If prefix and suffix overlap, the prefix is not removed, and it is sent
 * again:
 *
 *     old      {"city": "Os"}
 *     current  {"city": "Oslo"}
 *                          ^^ returned
 */
export function extractIntermediateDiff(current: string, old: string): string {
  const suffix = commonSuffixLength(current, old);
  const middle = current.slice(0, current.length - suffix);
  const prefix = commonPrefixLength(current, old.slice(0, old.length - suffix));
  return prefix <= middle.length ? middle.slice(prefix) : middle;
}

/** The length of the common suffix (vLLM's `find_common_suffix`), which has no letters or digits. */
function commonSuffixLength(one: string, other: string): number {
  let length = 0;
  for (;;) {
    const character = lastCharacter(one, one.length - length);
    if (character === '' || character !== lastCharacter(other, other.length - length)) return length;
    const code = character.codePointAt(0) as number;
    if (code !== UNDERSCORE && isRegexWord(code)) return length;
    length += character.length;
  }
}

function lastCharacter(text: string, to: number): string {
  if (to <= 0) return '';
  return text.slice(isInPair(text, to - 1) ? to - 2 : to - 1, to);
}

/** Whether a place is inside a surrogate pair. */
export function isInPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) as number) > 0xffff;
}

/** vLLM's `partial_tag_overlap`: the length of the end of `text` that is an incomplete beginning of `marker`. */
export function partialOverlap(text: string, marker: string): number {
  return overlapLength(text, marker, marker.length - 1);
}

/**
 * vLLM's `is_complete_json`, which calls `json.loads`; SGLang calls `orjson` (`isOrjson`). If `json.loads` raises another
 * exception than `JSONDecodeError` (4,300 digits, depth), vLLM raises it too; this function returns false.
 */
export function isCompleteJson(text: string): boolean {
  return mayBeComplete(text) && readPythonJson(text).ok;
}

/** Whether the last character may close what the first one opens. This avoids reading most incomplete texts. */
function mayBeComplete(text: string): boolean {
  let from = 0;
  while (isJsonSpace(text.charAt(from))) from += 1;
  let last = text.length - 1;
  while (last > from && isJsonSpace(text.charAt(last))) last -= 1;
  const closer = closers.get(text.charAt(from));
  return closer === undefined || (last > from && text.charAt(last) === closer);
}

const closers: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
  ['"', '"'],
]);

function isJsonSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}

/** vLLM's `find_all_indices`: all places of `part` in `text`, overlaps included. */
export function allIndices(text: string, part: string): number[] {
  const indices: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    indices.push(at);
    // An empty part would be found at the end again and again.
    if (at >= text.length) break;
  }
  return indices;
}
