import { isRegexWord, readPythonJson } from '../../text/languages/index.ts';
import { overlapLength } from './hold-back.ts';

/** What vLLM's and SGLang's streams do with text that is not whole yet, beside reading it (`json/dialects/partial-python.ts`). */

const UNDERSCORE = 0x5f;
const BLOCK = 128;

/** `find_common_prefix` of both: how long it is. Python compares code points, so a pair of surrogates stays together. */
export function commonPrefixLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  // The engine compares parts of a text faster than a loop does; mostly one is the beginning of the other.
  if (one.slice(0, most) === other.slice(0, most)) at = most;
  while (at + BLOCK <= most && one.slice(at, at + BLOCK) === other.slice(at, at + BLOCK)) at += BLOCK;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return isInPair(one, at) || isInPair(other, at) ? at - 1 : at;
}

/**
 * vLLM's `extract_intermediate_diff`: what `current` has between the beginning that it shares with `old` and the end that it
 * shares with it, which only counts up to the first letter or digit. When both overlap, nothing of the beginning is taken
 * away, and it is sent again.
 */
export function extractIntermediateDiff(current: string, old: string): string {
  const suffix = commonSuffixLength(current, old);
  const middle = current.slice(0, current.length - suffix);
  const prefix = commonPrefixLength(current, old.slice(0, old.length - suffix));
  return prefix <= middle.length ? middle.slice(prefix) : middle;
}

/** vLLM's `find_common_suffix`, which ends before a letter or a digit: how long it is. */
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

/** Whether a place is between the two halves of one character. */
export function isInPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) as number) > 0xffff;
}

/** vLLM's `partial_tag_overlap`: how much of the end of `text` is a beginning of `marker`, but not yet all of it. */
export function partialOverlap(text: string, marker: string): number {
  return overlapLength(text, marker, marker.length - 1);
}

/**
 * vLLM's `is_complete_json`, which is `json.loads`; SGLang asks `orjson` instead (`isOrjson`). Where `json.loads` raises
 * something else than a `JSONDecodeError` (4,300 digits, depth), vLLM raises it; this says no.
 */
export function isCompleteJson(text: string): boolean {
  return mayBeComplete(text) && readPythonJson(text).ok;
}

/** Whether what opens first may be closed by the last character: it spares the reading of most texts that still come in. */
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

/** vLLM's `find_all_indices`: where `part` is in `text`, overlaps included. */
export function allIndices(text: string, part: string): number[] {
  const indices: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    indices.push(at);
    // An empty part is found at the end again and again.
    if (at >= text.length) break;
  }
  return indices;
}
