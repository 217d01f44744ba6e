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
  | { readonly ok: true; readonly cut: number; readonly tail: string }
  | ({ readonly ok: false } & CompletionFault);

export interface CompletionFault {
  /** `MalformedJSON`, `PartialJSON`, `AssertionError`, and the `IndexError` of a closer without an opener. */
  readonly why: 'malformed' | 'partial' | 'assertion' | 'pop-from-empty-list';
  readonly at: number;
}

/** What the original knows of a text after one look at its quotes and brackets. */
interface Outline {
  /** Where the containers begin that are still open: numbers, because a stream asks again with each piece. */
  readonly open: readonly number[];
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

/** The first quote or bracket of a range; its end without one. */
export function nextMark(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (isMark(text.charCodeAt(at))) return at;
  return to;
}

function isMark(code: number): boolean {
  return code === QUOTE || code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function outlineOf(text: string, from: number, to: number, first: number): Outline | Completion {
  const open: number[] = [];
  let inString = false;
  let stringStart = from - 1;
  let stringEnd = from - 1;
  let lastMark = first;
  for (let at = first; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) {
        inString = false;
        lastMark = stringEnd = at;
      }
    } else if (isMark(code)) {
      const character = text.charAt(at);
      lastMark = at;
      if (character === '"') {
        inString = true;
        stringStart = at;
      } else if (character === '[' || character === '{') {
        open.push(at);
      } else {
        const bracket = open.pop();
        if (bracket === undefined) return { ok: false, why: 'pop-from-empty-list', at };
        if ((text.charAt(bracket) === '[') !== (character === ']')) return { ok: false, why: 'assertion', at };
      }
    }
  }
  return { open, inString, stringStart, stringEnd, lastMark };
}

/** The open string is completed, or goes when it is a key. */
function inOpenString(text: string, to: number, outline: Outline, innermost: number): Completion {
  const { open, stringStart, stringEnd } = outline;
  if (text.charAt(innermost) === '[') return stringCompleted(text, to, outline);
  const start = Math.max(stringEnd, innermost);
  const comma = lastIn(text, ',', start + 1, stringStart);
  if (comma >= 0) {
    const ending = completeContainer(text, '{', comma + 1, to, true);
    // The original always drops the comma. Where more than the comma is left, the result lacks a closer either way.
    return completed(withoutComma(ending, comma), closers(text, open, open.length - 1));
  }
  if (lastIn(text, ':', start + 1, stringStart) >= 0) return stringCompleted(text, to, outline);
  return { ok: true, cut: stringStart, tail: closers(text, open, open.length) };
}

function stringCompleted(text: string, to: number, { open, stringStart }: Outline): Completion {
  const { cut, tail } = completeLastString(text, stringStart, to);
  return { ok: true, cut, tail: tail + closers(text, open, open.length) };
}

/** Where strings may not stay unfinished, the member or item with the open string is left out. */
function withoutOpenString(text: string, from: number, to: number, outline: Outline, innermost: number): Completion {
  const { open, stringStart, stringEnd } = outline;
  const tail = closers(text, open, open.length);
  const emptied = { ok: true, cut: innermost + 1, tail } as const;
  if (text.charAt(innermost) === '{' && innermost > stringEnd) return emptied;
  const comma = lastIn(text, ',', Math.max(innermost, stringEnd) + 1, stringStart - 1);
  if (comma >= 0) return { ok: true, cut: comma, tail };
  // Else the last string is its key, and goes with the comma before it. Without one the original looks from the end on.
  let key = lastIn(text, '"', innermost, stringEnd < from ? to - 1 : stringEnd);
  while (key >= 0 && backslashesBefore(text, from, key) % 2 === 1) key = lastIn(text, '"', innermost, key - 1);
  const before = key < 0 ? -1 : lastIn(text, ',', innermost, key);
  return before < 0 ? emptied : { ok: true, cut: before, tail };
}

/** Outside of strings: what follows the last comma, or the last mark, is completed or goes. */
function afterLastMark(
  text: string,
  to: number,
  outline: Outline,
  innermost: number,
  { strings }: PartialAllowance,
): Completion {
  const { open, stringStart, stringEnd, lastMark } = outline;
  const all = closers(text, open, open.length);
  const outer = closers(text, open, open.length - 1);
  const comma = lastIn(text, ',', lastMark + 1, to);
  if (comma >= 0) {
    if (isBlank(text, comma + 1, to)) return { ok: true, cut: comma, tail: all };
    if (text.charAt(innermost) === '{') return { ok: false, why: 'assertion', at: comma };
    return completed(withoutComma(completeContainer(text, '[', comma + 1, to, strings), comma), outer);
  }
  const mark = text.charAt(lastMark);
  if (mark === ']' || mark === '}') {
    if (!isBlank(text, lastMark + 1, to)) return { ok: false, why: 'assertion', at: lastMark + 1 };
    return { ok: true, cut: to, tail: all };
  }
  if (mark === '[' || mark === '{') return completed(completeContainer(text, mark, lastMark + 1, to, strings), outer);
  if (text.charAt(innermost) === '[') return { ok: true, cut: to, tail: all };
  const before = lastIn(text, ',', innermost + 1, stringStart);
  if (before < 0) return completed(completeContainer(text, '{', innermost + 1, to, strings), outer);
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

/** The reader of the whole refuses what is nested so deep, whatever follows. */
const TOO_DEEP = 1000;

/** What closes the first `count` containers; nothing where the reader never gets there. */
function closers(text: string, open: readonly number[], count: number): string {
  if (count > TOO_DEEP) return '';
  let tail = '';
  for (let index = count - 1; index >= 0; index -= 1) tail += text.charAt(open[index] as number) === '[' ? ']' : '}';
  return tail;
}

/** Where a character comes last in a range; -1 when it does not. */
function lastIn(text: string, character: string, from: number, to: number): number {
  for (let at = to - 1; at >= from; at -= 1) if (text.charAt(at) === character) return at;
  return -1;
}
