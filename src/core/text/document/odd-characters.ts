import { proseSigns } from './prose-signs.ts';
import type { Span } from './span.ts';

/**
 * A character that a reader takes for nothing or for another one, and a parser does not.
 * invisible: draws nothing. space: a space that is not U+0020. control: C0, C1, line and paragraph separator, without
 * tab and line feed. lookalike: a smart quote, a fullwidth form, a block or a hyphen beside its ASCII twin.
 */
type OddKind = 'invisible' | 'space' | 'control' | 'lookalike';

export interface OddCharacter extends Span {
  readonly code: number;
  readonly kind: OddKind;
}

export interface OddCharacters {
  /** The first ones, in the order of the text. */
  readonly found: readonly OddCharacter[];
  /** How many there are in all. */
  readonly total: number;
}

// Dashes of prose are left out: they are everywhere, and no format of a call uses a hyphen that they could be taken for.
const ranges: readonly (readonly [from: number, to: number, kind: OddKind])[] = [
  [0x00, 0x08, 'control'],
  [0x0b, 0x1f, 'control'],
  [0x7f, 0x9f, 'control'],
  [0xa0, 0xa0, 'space'],
  [0xab, 0xab, 'lookalike'],
  [0xad, 0xad, 'invisible'],
  [0xbb, 0xbb, 'lookalike'],
  [0x034f, 0x034f, 'invisible'],
  [0x061c, 0x061c, 'invisible'],
  [0x115f, 0x1160, 'invisible'],
  [0x1680, 0x1680, 'space'],
  [0x17b4, 0x17b5, 'invisible'],
  [0x180b, 0x180f, 'invisible'],
  [0x2000, 0x200a, 'space'],
  [0x200b, 0x200f, 'invisible'],
  [0x2010, 0x2011, 'lookalike'],
  [0x2016, 0x2016, 'lookalike'],
  [0x2018, 0x201f, 'lookalike'],
  [0x2028, 0x2029, 'control'],
  [0x202a, 0x202e, 'invisible'],
  [0x202f, 0x202f, 'space'],
  [0x2032, 0x2033, 'lookalike'],
  [0x2039, 0x203a, 'lookalike'],
  [0x205f, 0x205f, 'space'],
  [0x2060, 0x206f, 'invisible'],
  [0x2212, 0x2212, 'lookalike'],
  [0x2581, 0x2581, 'lookalike'],
  [0x3000, 0x3000, 'space'],
  [0x3164, 0x3164, 'invisible'],
  [0xfe00, 0xfe0f, 'invisible'],
  [0xfeff, 0xfeff, 'invisible'],
  [0xff01, 0xff5e, 'lookalike'],
  [0xffa0, 0xffa0, 'invisible'],
  [0xfff9, 0xfffb, 'invisible'],
  [0xe0000, 0xe0fff, 'invisible'],
];

const escaped = (code: number): string => `\\u{${code.toString(16)}}`;
const pattern = new RegExp(`[${ranges.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join('')}]`, 'gu');

/** Finds the odd characters of a text; at most `limit` of them are listed. Linear. */
export function oddCharacters(text: string, limit: number): OddCharacters {
  const found: OddCharacter[] = [];
  let total = 0;
  for (const { 0: character, index } of text.matchAll(pattern)) {
    total += 1;
    if (found.length === limit) continue;
    const code = character.codePointAt(0) ?? 0;
    found.push({ from: index, to: index + character.length, code, kind: kindOf(code) });
  }
  return { found, total };
}

/** The markers of DeepSeek, GigaChat and Step, up to the second bar: `<｜tool▁calls▁begin｜`, `</｜DSML｜`. */
const widePattern = /<\/?｜[\w▁ -]{0,40}｜/gu;

/** The odd characters that no marker of a model is made of and no sentence; counted and listed as by `oddCharacters`. */
export function strayCharacters(text: string, limit: number): OddCharacters {
  const all = oddCharacters(text, Infinity).found;
  const isProse = proseSigns(text);
  const markers = text.matchAll(widePattern);
  let marker = markers.next();
  const found: OddCharacter[] = [];
  let total = 0;
  for (const one of all) {
    while (marker.done !== true && marker.value.index + marker.value[0].length <= one.from) marker = markers.next();
    if (marker.done !== true && marker.value.index <= one.from) continue;
    if (isProse(one)) continue;
    total += 1;
    if (found.length < limit) found.push(one);
  }
  return { found, total };
}

function kindOf(code: number): OddKind {
  return ranges.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'invisible';
}

/** "U+00A0". */
export function codePointText(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const names: ReadonlyMap<number, string> = new Map([
  [0x00, 'null'],
  [0x08, 'backspace'],
  [0x0b, 'line tabulation'],
  [0x0c, 'form feed'],
  [0x0d, 'carriage return'],
  [0x1b, 'escape'],
  [0x7f, 'delete'],
  [0x85, 'next line'],
  [0xa0, 'no-break space'],
  [0xab, 'left angle quotation mark'],
  [0xad, 'soft hyphen'],
  [0xbb, 'right angle quotation mark'],
  [0x061c, 'Arabic letter mark'],
  [0x200b, 'zero-width space'],
  [0x200c, 'zero-width non-joiner'],
  [0x200d, 'zero-width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2010, 'hyphen'],
  [0x2011, 'non-breaking hyphen'],
  [0x2016, 'double vertical line'],
  [0x2018, 'left single smart quote'],
  [0x2019, 'right single smart quote'],
  [0x201c, 'left double smart quote'],
  [0x201d, 'right double smart quote'],
  [0x201e, 'low double smart quote'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of embedding'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x202f, 'narrow no-break space'],
  [0x2032, 'prime'],
  [0x2033, 'double prime'],
  [0x2039, 'left single angle quote'],
  [0x203a, 'right single angle quote'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'end of isolate'],
  [0x2212, 'minus sign'],
  [0x2581, 'lower one eighth block'],
  [0x3000, 'ideographic space'],
  [0x3164, 'Hangul filler'],
  [0xfeff, 'byte order mark'],
  [0xff5c, 'fullwidth vertical line'],
]);

/** What to call it, in lower case: by its own name, else by its kind. */
export function oddName({ code, kind }: Pick<OddCharacter, 'code' | 'kind'>): string {
  const name = names.get(code);
  if (name !== undefined) return name;
  if (code >= 0xff01 && code <= 0xff5e) return `fullwidth ${String.fromCharCode(code - FULLWIDTH)}`;
  if (code >= 0xfe00 && code <= 0xfe0f) return 'variation selector';
  if (code >= 0xe0000) return 'tag character';
  if (kind === 'space') return 'unusual space';
  if (kind === 'control') return 'control character';
  return kind === 'lookalike' ? 'smart quote' : 'invisible character';
}

/** From an ASCII character to its fullwidth form. */
const FULLWIDTH = 0xfee0;

const twins: ReadonlyMap<number, string> = new Map([
  [0x0d, '\n'],
  [0x85, '\n'],
  [0xab, '"'],
  [0xbb, '"'],
  [0x2010, '-'],
  [0x2011, '-'],
  [0x2016, '|'],
  [0x2018, "'"],
  [0x2019, "'"],
  [0x201a, "'"],
  [0x201b, "'"],
  [0x201c, '"'],
  [0x201d, '"'],
  [0x201e, '"'],
  [0x201f, '"'],
  [0x2028, '\n'],
  [0x2029, '\n'],
  [0x2032, "'"],
  [0x2033, '"'],
  [0x2039, "'"],
  [0x203a, "'"],
  [0x2212, '-'],
  [0x2581, '_'],
]);

/** The ordinary text that a reader takes it for; '' for what draws nothing. */
export function ordinaryForm({ code, kind }: Pick<OddCharacter, 'code' | 'kind'>): string {
  const twin = twins.get(code);
  if (twin !== undefined) return twin;
  if (kind === 'lookalike') return String.fromCharCode(code - FULLWIDTH);
  return kind === 'space' ? ' ' : '';
}
