import {
  backslashesBefore,
  completeContainer,
  completeLastString,
  completeTop,
  type Ending,
  isBlank,
} from './partial-ending.ts';

/** `strings`: an unfinished string may stay (`Allow.STR`). Everything else that is unfinished always may, as engines have it. */
export interface PartialAllowance {
  readonly strings: boolean;
}

/** A text that is cut at `cut` and goes on with `tail` is JSON, or was never going to be. */
export type Completion =
  { readonly ok: true; readonly cut: number; readonly tail: string } | ({ readonly ok: false } & CompletionFault);

export interface CompletionFault {
  /** `MalformedJSON`, `PartialJSON`, `AssertionError`, and the `IndexError` of a closer without an opener. */
  readonly why: 'malformed' | 'partial' | 'assertion' | 'pop-from-empty-list';
  readonly at: number;
}

interface Bracket {
  readonly at: number;
  readonly character: '[' | '{';
}

/** What the original knows of a text after one look at its quotes and brackets. */
interface Outline {
  /** The containers that are still open. */
  readonly open: readonly Bracket[];
  readonly inString: boolean;
  /** The quotes of the last string; before the text when there is none. The last closing one, when the last is open. */
  readonly stringStart: number;
  readonly stringEnd: number;
  readonly lastMark: number;
}

/**
 * How `fix_fast` of `partial-json-parser` 0.2.1.1 completes a text. It looks at what follows the last mark (a quote, a bracket
 * or a comma) and reads no more than that, so whatever is wrong before it is left to the reader of the whole.
 */
export function completionOf(text: string, from: number, to: number, allow: PartialAllowance): Completion {
  const first = nextMark(text, from, to);
  if (first >= to || text.charAt(first) === '"') {
    return completed(completeTop(text, from, to, allow.strings), '');
  }
  const outline = outlineOf(text, from, to, first);
  if ('ok' in outline) return outline;
  const innermost = outline.open.at(-1);
  if (innermost === undefined) return { ok: true, cut: to, tail: '' };
  if (outline.inString) {
    return allow.strings
      ? inOpenString(text, to, outline, innermost)
      : withoutOpenString(text, from, to, outline, innermost);
  }
  return afterLastMark(text, to, outline, innermost, allow);
}

function nextMark(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (isMark(text.charAt(at))) return at;
  return to;
}

function isMark(character: string): boolean {
  return character === '"' || character === '{' || character === '}' || character === '[' || character === ']';
}

function outlineOf(text: string, from: number, to: number, first: number): Outline | Completion {
  const open: Bracket[] = [];
  let inString = false;
  let stringStart = from - 1;
  let stringEnd = from - 1;
  let lastMark = first;
  for (let at = first; at < to; at += 1) {
    const character = text.charAt(at);
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') {
        inString = false;
        lastMark = stringEnd = at;
      }
    } else if (isMark(character)) {
      lastMark = at;
      if (character === '"') {
        inString = true;
        stringStart = at;
      } else if (character === '[' || character === '{') {
        open.push({ at, character });
      } else {
        const bracket = open.pop();
        if (bracket === undefined) return { ok: false, why: 'pop-from-empty-list', at };
        if ((bracket.character === '[') !== (character === ']')) return { ok: false, why: 'assertion', at };
      }
    }
  }
  return { open, inString, stringStart, stringEnd, lastMark };
}

/** The open string is completed, or goes when it is a key. */
function inOpenString(text: string, to: number, outline: Outline, innermost: Bracket): Completion {
  const { open, stringStart, stringEnd } = outline;
  if (innermost.character === '[') return stringCompleted(text, to, outline);
  const start = Math.max(stringEnd, innermost.at);
  const comma = lastIn(text, ',', start + 1, stringStart);
  if (comma >= 0) {
    const ending = completeContainer(text, '{', comma + 1, to, true);
    // The original always drops the comma. Where more than the comma is left, the result lacks a closer either way.
    return completed(withoutComma(ending, comma), closers(open, open.length - 1));
  }
  if (lastIn(text, ':', start + 1, stringStart) >= 0) return stringCompleted(text, to, outline);
  return { ok: true, cut: stringStart, tail: closers(open, open.length) };
}

function stringCompleted(text: string, to: number, { open, stringStart }: Outline): Completion {
  const { cut, tail } = completeLastString(text, stringStart, to);
  return { ok: true, cut, tail: tail + closers(open, open.length) };
}

/** Where strings may not stay unfinished, the member or item goes that the open string belongs to. */
function withoutOpenString(text: string, from: number, to: number, outline: Outline, innermost: Bracket): Completion {
  const { open, stringStart, stringEnd } = outline;
  const tail = closers(open, open.length);
  const emptied = { ok: true, cut: innermost.at + 1, tail } as const;
  if (innermost.character === '{' && innermost.at > stringEnd) return emptied;
  const comma = lastIn(text, ',', Math.max(innermost.at, stringEnd) + 1, stringStart - 1);
  if (comma >= 0) return { ok: true, cut: comma, tail };
  // Else the last string is its key, and goes with the comma before it. Without one the original looks from the end on.
  let key = lastIn(text, '"', innermost.at, stringEnd < from ? to - 1 : stringEnd);
  while (key >= 0 && backslashesBefore(text, from, key) % 2 === 1) key = lastIn(text, '"', innermost.at, key - 1);
  const before = key < 0 ? -1 : lastIn(text, ',', innermost.at, key);
  return before < 0 ? emptied : { ok: true, cut: before, tail };
}

/** Outside of strings: what follows the last comma, or the last mark, is completed or goes. */
function afterLastMark(
  text: string,
  to: number,
  outline: Outline,
  innermost: Bracket,
  { strings }: PartialAllowance,
): Completion {
  const { open, stringStart, stringEnd, lastMark } = outline;
  const all = closers(open, open.length);
  const outer = closers(open, open.length - 1);
  const comma = lastIn(text, ',', lastMark + 1, to);
  if (comma >= 0) {
    if (isBlank(text, comma + 1, to)) return { ok: true, cut: comma, tail: all };
    if (innermost.character === '{') return { ok: false, why: 'assertion', at: comma };
    return completed(withoutComma(completeContainer(text, '[', comma + 1, to, strings), comma), outer);
  }
  const mark = text.charAt(lastMark);
  if (mark === ']' || mark === '}') {
    if (!isBlank(text, lastMark + 1, to)) return { ok: false, why: 'assertion', at: lastMark + 1 };
    return { ok: true, cut: to, tail: all };
  }
  if (mark === '[' || mark === '{') return completed(completeContainer(text, mark, lastMark + 1, to, strings), outer);
  if (innermost.character === '[') return { ok: true, cut: to, tail: all };
  const before = lastIn(text, ',', innermost.at + 1, stringStart);
  if (before < 0) return completed(completeContainer(text, '{', innermost.at + 1, to, strings), outer);
  const isKey = lastIn(text, ':', stringEnd, to) >= 0;
  if (!isKey && lastIn(text, ':', before + 1, stringStart) >= 0) return { ok: true, cut: to, tail: all };
  const ending = withoutComma(completeContainer(text, '{', before + 1, to, strings), before);
  // One closer too many for what is left of a key without colon; right after a container that the comma belongs to.
  const isLeft = ending.kind === 'ending' && ending.cut > before;
  return completed(ending, !isKey && isLeft ? all : outer);
}

/** Nothing left after the comma: the comma goes too. */
function withoutComma(ending: Ending, comma: number): Ending {
  return ending.kind === 'ending' && ending.cut <= comma + 1 && ending.tail.slice(0, -1).trim() === ''
    ? { ...ending, cut: comma }
    : ending;
}

function completed(ending: Ending, tail: string): Completion {
  if (ending.kind !== 'ending') return { ok: false, why: ending.kind, at: ending.at };
  return { ok: true, cut: ending.cut, tail: ending.tail + tail };
}

/** What closes the first `count` containers. */
function closers(open: readonly Bracket[], count: number): string {
  const tail: string[] = [];
  for (let index = count - 1; index >= 0; index -= 1) tail.push(open[index]?.character === '[' ? ']' : '}');
  return tail.join('');
}

/** Where a character comes last in a range; -1 when it does not. */
function lastIn(text: string, character: string, from: number, to: number): number {
  for (let at = to - 1; at >= from; at -= 1) if (text.charAt(at) === character) return at;
  return -1;
}
