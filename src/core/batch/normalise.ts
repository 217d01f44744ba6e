import { numberText, type Span } from '../text/document/index.ts';

/** What stands for a quotation, a place or a number where sentences are compared. */
const ANY = '…';

const UNITS = 'call|character|warning|bracket|line|time|repair';
/** Places differ from reply to reply, and nothing follows from them. */
const PLACES =
  /,? ?\((?:the (?:end|start), )?line \d[\d,]{0,12}(?:, column \d[\d,]{0,12})?\)|^\d[\d,]{0,12} calls?: .{1,2000}?\.(?: |$)/gu;
/** Names and quotations, and numbers with what they count. */
const QUOTED = /\u2068[^\u2069]{0,2000}\u2069|`[^`]{0,2000}`|“[^”]{0,2000}”|"[^"]{0,2000}"/u;
const NUMBERED = /(?<![\p{L}\d.])\d[\d,]{0,12}(?:\.\d{1,12}){0,4}/u;
const SLOTS = new RegExp(
  `${QUOTED.source}|${NUMBERED.source}(?: (?:${UNITS})s?\\b|(?:st|nd|rd|th))?(?![\\p{L}\\d])|${ANY}`,
  'gu',
);
const COUNTED = new RegExp(` (${UNITS})s?$`, 'u');
const FILLED = new RegExp(`${ANY}(?: (?:${UNITS})s\\b)?`, 'gu');
/** Longer ones are cut: a quotation shows what is meant. In UTF-16 units. */
const MOST_OF_SLOT = 60;
const MOST_SLOTS = 15;

/** A sentence in two parts: what it has in common with others like it, and what stood where that has an ellipsis. */
export interface Normalised {
  readonly why: string;
  readonly slots: readonly string[];
}

/**
 * The sentence of a verdict without what differs from reply to reply: names and quotations, numbers, and how many there are of a
 * thing. Two replies with one sentence failed for one reason. Linear.
 */
export function normalised(sentence: string): Normalised {
  const slots: string[] = [];
  const why = sentence
    .replace(PLACES, '')
    .replace(SLOTS, (slot) => {
      slots.push(cut(slot));
      const unit = COUNTED.exec(slot)?.[1];
      return unit === undefined ? ANY : `${ANY} ${unit}s`;
    })
    .replace(/\bthe client never receives (?:it|them)\b/g, 'the client never receives them')
    .replace(/\b(?:is|are) lost\b/g, 'are lost')
    .replace(/\breturns (?:it|them)\b/g, 'returns them');
  return { why, slots: slots.slice(0, MOST_SLOTS) };
}

function cut(slot: string): string {
  if (slot.length <= MOST_OF_SLOT) return slot;
  return `${slot.slice(0, MOST_OF_SLOT)}${ANY}${slot.slice(-1)}`;
}

/** A sentence with something in each of its places; without it an ellipsis, which ends a sentence as well as a full stop does. */
function filled(why: string, slotAt: (index: number, place: Span) => string | undefined): string {
  let index = -1;
  const text = why.replace(
    FILLED,
    (found, place: number) => slotAt((index += 1), { from: place, to: place + found.length }) ?? found,
  );
  return text.replace(/…\.(?= |$)/g, ANY);
}

/** The sentence of one reply. */
export function sentenceOf({ why, slots }: Normalised): string {
  return filled(why, (index) => slots[index]);
}

/** What a sentence says of all members of a group: what is the same in all stays, and of what differs one is an example. */
export class Wording {
  readonly #example: readonly string[];
  /** The numbers of a slot from the least to the greatest; NaN where it has none. */
  readonly #ranges: { isSame: boolean; low: number; high: number }[];

  constructor({ slots }: Pick<Normalised, 'slots'>) {
    this.#example = slots;
    this.#ranges = slots.map((slot) => ({ isSame: true, low: numberIn(slot), high: numberIn(slot) }));
  }

  add({ slots }: Pick<Normalised, 'slots'>): void {
    for (const [index, range] of this.#ranges.entries()) {
      const slot = slots[index] ?? '';
      if (slot === this.#example[index]) continue;
      range.isSame = false;
      range.low = Math.min(range.low, numberIn(slot));
      range.high = Math.max(range.high, numberIn(slot));
    }
  }

  sentence(why: string): string {
    let isSaid = false;
    return filled(why, (index, { from, to }) => {
      const [slot, range] = [this.#example[index], this.#ranges[index]];
      if (slot === undefined || range === undefined) return undefined;
      if (range.isSame) return slot;
      if (/^\d/.test(slot)) return rangeText(slot, range.low, range.high);
      // All examples are of one reply, so that it is said once.
      if (isSaid) return slot;
      isSaid = true;
      if (from === 0 || /[.:] $/.test(why.slice(Math.max(0, from - 2), from))) return `For example, ${slot}`;
      return `${slot}, for example${/[.,:;]/.test(why.charAt(to)) ? '' : ','}`;
    });
  }
}

const NUMBER = new RegExp(String.raw`^(\d[\d,]*(?:\.\d+)?)(?: (?:${UNITS})s?)?$`, 'u');

function numberIn(slot: string): number {
  return Number((NUMBER.exec(slot)?.[1] ?? 'NaN').replaceAll(',', ''));
}

/** Undefined for numbers that are none: versions, and places in an order. */
function rangeText(slot: string, low: number, high: number): string | undefined {
  if (Number.isNaN(low) || Number.isNaN(high)) return undefined;
  const unit = COUNTED.exec(slot)?.[1];
  return `${numberText(low)} to ${numberText(high)}${unit === undefined ? '' : ` ${unit}s`}`;
}

/** So much of a reply is its outline, in UTF-16 units. */
const OUTLINE = 96;
/** So much of it is looked at before the place that it is about: with less nobody knows what is in quotes there. */
const BEFORE = 1000;

/** Strings, and whether each is a key; numbers that are no part of a name; blanks. */
const PIECES = /("(?:[^"\\\n]|\\.){0,400}")(\s{0,4}:)?|(?<![\w.])-?\d[\d.]{0,40}(?:e[+-]?\d{1,4})?\b|\s+/gi;

/** Lines before a call that have nothing of one: in what models say first no two of them are alike. */
const TALK = /^(?:[^<{[`~\n]*\n)+/;

/** How a reply is built, around one place: its markers and keys, with the values left out. Replies with one outline look alike. */
export function outlineOf(text: string, at: number): string {
  const from = at <= BEFORE ? 0 : Math.max(at - BEFORE, text.lastIndexOf('\n', at - OUTLINE) + 1);
  const talk = TALK.exec(text.slice(from, at))?.[0].length ?? 0;
  const written = text.slice(from + talk, at + 4 * OUTLINE).trimEnd();
  let outline = '';
  let place = 0;
  let done = 0;
  for (const found of written.matchAll(PIECES)) {
    const { 0: piece, 1: quoted, 2: colon, index } = found;
    outline += written.slice(done, index) + pieceOf(piece, quoted, colon);
    done = index + piece.length;
    if (index <= at - from - talk) place = outline.length;
    // No more of it is shown.
    if (outline.length > place + OUTLINE) break;
  }
  outline = (outline + written.slice(done)).trimStart();
  const shown = outline.length <= OUTLINE ? outline : around(outline, place, from > 0);
  return from + talk > 0 && !shown.startsWith(ANY) ? ANY + shown : shown;
}

/** How an answer in words begins: in it nothing is built, and a number left out would be another answer. */
export function beginningOf(text: string): string {
  const begun = text
    .slice(0, 4 * OUTLINE)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return begun.length <= OUTLINE ? begun : around(begun, 0, false);
}

function pieceOf(piece: string, quoted: string | undefined, colon: string | undefined): string {
  if (quoted === undefined) return piece.trim() === '' ? ' ' : ANY;
  if (colon !== undefined) return `${quoted}:`;
  // That a call is in quotes is what all of these have in common.
  return /^"[\w.]{1,80}\(/.test(quoted) ? `"${ANY}(${ANY})"` : `"${ANY}"`;
}

/** What is around a place, from the beginning of a word to the end of one. */
function around(outline: string, place: number, isCut: boolean): string {
  const start = Math.max(0, place - OUTLINE / 2);
  const begun = start === 0 && !isCut ? 0 : /[\s,](?=\S)|(?=[<{[])/.exec(outline.slice(start, start + OUTLINE / 4));
  const head = begun === 0 ? 0 : start + (begun === null ? 0 : begun.index + begun[0].length);
  const shown = outline.slice(head, head + OUTLINE);
  const isWhole = head + OUTLINE >= outline.length;
  const end = isWhole ? shown : shown.replace(/\s?<?[^\s,{}[\]<>]{0,24}$/u, '');
  return `${head === 0 && !isCut ? '' : ANY}${head === 0 ? end : end.replace(/^[\s,…]+/, '')}${isWhole ? '' : ANY}`;
}
