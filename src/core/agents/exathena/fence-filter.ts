import { isAsciiSpace, type Span } from '../../text/document/index.ts';
import { heldBack } from '../../engines/kit/index.ts';
import type { Withheld } from '../../engines/runtime.ts';

const OPENERS = ['~~~tool_call', '~~~tool_result'];
const CLOSER = '\n~~~';
const LF = 0x0a;

/** Hides fences from text while it streams. */
export interface FenceFilter {
  /** The text that may be shown now; "" while a fence is open or a marker may still be coming. */
  push(chunk: string): string;
  /** The end of the stream: what was held back and turned out to be text. An open fence is swallowed. */
  flush(): string;
  /** What is held back now, and why; null when all was shown. */
  withheld(): Withheld | null;
  /** What was cut out so far, in order, in offsets of the text pushed: fences with their markers; after the end an open one as well. */
  hidden(): readonly Span[];
}

/** Outside a fence; after an opener whose line break has not come yet; inside a fence. */
type State = 'outside' | 'opening' | 'inside';

/**
 * What ExAthena shows a user of streamed text: `~~~tool_call` and `~~~tool_result` fences are cut out, wherever the
 * chunks are cut. An opener counts only with its line break, so `~~~tool_caller` is text; until that is known it is
 * held back. Text after an unclosed fence never appears, even where the extraction finds no call in it.
 */
export function openFenceFilter(): FenceFilter {
  let state: State = 'outside';
  /** What earlier chunks left undecided: the beginning of a marker, or a whole opener with white space after it. */
  let held: string[] = [];
  /** How much was pushed. */
  let length = 0;
  /** Where the last opener begins. */
  let openedAt = 0;
  const hidden: Span[] = [];

  function push(chunk: string): string {
    const start = length;
    length += chunk.length;
    // Most chunks are prose, and every opener begins with a tilde.
    if (state === 'outside' && held.length === 0 && !chunk.includes('~')) return chunk;
    // White space after an opener may be long and come in many chunks: it is collected, not joined each time.
    const text = state === 'opening' ? chunk : held.join('') + chunk;
    const shift = state === 'opening' ? start : length - text.length;
    if (state !== 'opening') held = [];
    const visible: string[] = [];
    const finder = new MarkerFinder(text);
    let at = 0;
    while (at < text.length) {
      if (state === 'opening') {
        const from = at;
        while (at < text.length && text.charCodeAt(at) !== LF && isAsciiSpace(text.charCodeAt(at))) at += 1;
        held.push(text.slice(from, at));
        if (at === text.length) break;
        if (text.charCodeAt(at) === LF) {
          state = 'inside';
          at += 1;
        } else {
          state = 'outside';
          visible.push(held.join(''));
        }
        held = [];
      } else if (state === 'inside') {
        const closer = text.indexOf(CLOSER, at);
        if (closer < 0) {
          held = [heldBack(text.slice(at), [CLOSER])];
          break;
        }
        at = closer + CLOSER.length;
        hidden.push({ from: openedAt, to: shift + at });
        state = 'outside';
      } else {
        const opener = finder.next(at);
        if (opener === null) {
          const tail = heldBack(text.slice(at), OPENERS);
          visible.push(text.slice(at, text.length - tail.length));
          if (tail !== '') held = [tail];
          break;
        }
        visible.push(text.slice(at, opener.from));
        held = [text.slice(opener.from, opener.to)];
        openedAt = shift + opener.from;
        at = opener.to;
        state = 'opening';
      }
    }
    return visible.join('');
  }

  function flush(): string {
    const rest = state === 'inside' ? '' : held.join('');
    if (state === 'inside') hidden.push({ from: openedAt, to: length });
    state = 'outside';
    held = [];
    return rest;
  }

  function withheld(): Withheld | null {
    if (state === 'inside') return { from: openedAt, why: 'in-fence', mayBecome: [CLOSER] };
    const text = held.join('');
    if (text === '') return null;
    if (state === 'opening') return { from: openedAt, why: 'needs-line-break', mayBecome: [`${text}\n`] };
    const mayBecome = OPENERS.filter((opener) => opener.startsWith(text));
    return { from: length - text.length, why: 'may-open', mayBecome };
  }

  return { push, flush, withheld, hidden: () => hidden };
}

/** Finds the openers of one text from left to right; a marker that is not there is looked for once. */
class MarkerFinder {
  readonly #text: string;
  readonly #places = OPENERS.map((marker) => ({ marker, at: -1 }));

  constructor(text: string) {
    this.#text = text;
  }

  next(from: number): { from: number; to: number } | null {
    let first: { from: number; to: number } | null = null;
    for (const place of this.#places) {
      if (place.at < from) {
        const at = this.#text.indexOf(place.marker, from);
        place.at = at < 0 ? Infinity : at;
      }
      if (place.at < (first?.from ?? Infinity)) first = { from: place.at, to: place.at + place.marker.length };
    }
    return first;
  }
}
