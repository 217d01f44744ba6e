import type { ToolCall } from '../trace/index.ts';
import { formatList, type ToolFormat, ToolIndex } from '../formats/index.ts';
import { codePointText, oddCharacters, ordinaryForm, type Span } from '../text/document/index.ts';
import { engineOf } from '../reader/index.ts';
import type { Runtime } from '../engines/runtime.ts';

/** A marker: `text` as it is written, `folded` with ordinary characters for lookalikes and without spaces. */
export interface Literal {
  readonly text: string;
  readonly folded: string;
}

/** No marker is longer, with room for a few wrong characters. In UTF-16 units. */
export const LONGEST_MARKER = 60;

/** How every marker begins that rules search for. */
export const MARKER_START = /^(?:[<[]|~~~)/;

/** Most markers have only these characters. */
const ORDINARY = /^[ -~]*$/;

/** The markers of some formats: openers, closers, and the tags in their examples. */
function literalsOf(formats: readonly ToolFormat[], tools: ToolIndex): readonly Literal[] {
  const named = formats.flatMap(({ openers }) => (typeof openers === 'function' ? openers(tools) : []));
  return [
    ...formats.flatMap(({ id }) => fixed.get(id) ?? []),
    ...toLiterals(named.flatMap(({ text }) => [text, closerOf(text)])),
  ];
}

/** The markers of a format that do not depend on the declared tools. */
function fixedLiterals({ openers, closers = [], around = [], example }: ToolFormat): readonly Literal[] {
  const texts = [...closers, ...around];
  if (typeof openers !== 'function') {
    for (const { text } of openers) texts.push(text, closerOf(text));
    for (const { 0: tag } of example.matchAll(/<[^<>\n]{1,50}>/g)) texts.push(headOf(tag));
  }
  return toLiterals(texts);
}

function toLiterals(texts: readonly string[]): Literal[] {
  const trimmed = new Set(texts.map((text) => text.trim()).filter((text) => /^(?:[<[].{3,}[>\]=]|~~~\w+)$/.test(text)));
  return [...trimmed].map((text) => ({ text, folded: fold(text) }));
}

/** The tags and tokens in the example of a format, without those that contain white space or a value. */
export function tagsOf(format: ToolFormat | undefined): readonly string[] {
  return [...new Set([...(format?.example ?? '').matchAll(/<[^<>\s="]{1,40}>/g)].map(({ 0: tag }) => tag))];
}

/** A tag up to its equals sign: `<function=` of `<function=f>`, `<invoke name=` of `<invoke name="f">`. */
export function headOf(tag: string): string {
  const equals = tag.indexOf('=');
  return equals < 0 ? tag : tag.slice(0, equals + 1);
}

/** The closing tag of an opening tag; '' if the marker is not a tag. */
export function closerOf(opener: string): string {
  return /^<[a-zA-Z][\w:|-]*>$/.test(opener) ? `</${opener.slice(1)}` : '';
}

/** The opening marker of a closing one; null if no format has it. */
export function openerOf(closer: string): string | null {
  const mirrored = closer.startsWith('</') ? `<${closer.slice(2)}` : '';
  if (/^<[a-zA-Z]/.test(mirrored) || openers.some(({ text }) => text === mirrored)) return mirrored;
  const format = formatList.find(({ closers }) => closers?.includes(closer) === true);
  return format === undefined || typeof format.openers === 'function' ? null : (format.openers[0]?.text ?? null);
}

/** The longest opener of a format at this offset, else the tag without attributes there, else ''. */
export function openerAt(document: string, at: number): string {
  const tag = /^<[a-zA-Z][\w:|-]*>/.exec(document.slice(at, at + LONGEST_MARKER))?.[0] ?? '';
  return openers.find(({ text }) => text.length > tag.length && document.startsWith(text, at))?.text ?? tag;
}

/** The closing markers of an opener in all formats. */
export function closersOf(opener: string): readonly string[] {
  const known = openers.flatMap(({ text, closers }) => (text === opener ? closers : []));
  return [...new Set([closerOf(opener), ...known])].filter((one) => one !== '');
}

/** The openers of all formats that have closers, longest first; openers that name a declared tool are not among them. */
const openers = formatList
  .flatMap(({ openers: own, closers = [] }) =>
    (typeof own === 'function' ? own(new ToolIndex([])) : own).map(({ text }) => ({ text, closers })),
  )
  .filter(({ closers }) => closers.length > 0)
  .toSorted((one, other) => other.text.length - one.text.length);

const byId = new Map(formatList.map((format) => [format.id, format]));

const fixed = new Map(formatList.map((format) => [format.id, fixedLiterals(format)]));

/** The ids of the formats with a marker. */
const formatsWith = formatsByMarker();

/** JSON without markers, which models of every family write. */
const ofNobody: ReadonlyMap<string, string> = new Map([
  ['raw-json', 'as bare JSON'],
  ['xlam', 'as a bare JSON list'],
]);

/** Whether a call has the tags of another model, which the model of its own format has left since. */
export function areBorrowedTags({ borrowed }: ToolFormat, { from, to }: Span, document: string): boolean {
  return borrowed !== undefined && document.slice(from, to).includes(borrowed.holds);
}

/** How a sentence names the form of a call. */
export function writtenAs(
  format: ToolFormat,
  { nameSpan, span }: Pick<ToolCall, 'nameSpan' | 'span'>,
  document: string,
): string {
  // Nothing but a made-up form has the name outside of the call.
  if (nameSpan.from === nameSpan.to) return 'in a form of its own';
  const { id, lineage, borrowed } = format;
  if (borrowed !== undefined && areBorrowedTags(format, span, document)) return borrowed.as;
  return ofNobody.get(id) ?? `in the format \`${id}\` (${lineage})`;
}

export function formatOf(id: string | undefined): ToolFormat | undefined {
  return byId.get(id ?? '');
}

export function fold(text: string): string {
  const unescaped = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  return plain(unescaped).replaceAll(' ', '');
}

/** A text with ordinary characters for lookalikes, and without invisible characters. */
function plain(text: string): string {
  if (ORDINARY.test(text)) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const odd of oddCharacters(text, text.length).found) {
    pieces.push(text.slice(at, odd.from), ordinaryForm(odd));
    at = odd.to;
  }
  return pieces.join('') + text.slice(at);
}

/** The markers that a runtime knows. Markers that depend on the declared tools are made on first use. */
export class Literals {
  readonly #formats: readonly string[];
  readonly #markers: readonly string[];
  readonly #tools: ToolIndex;
  #all: ReadonlyMap<string, Literal> | null = null;

  constructor({ id, lenient, formats, markers = [] }: Runtime, tools: ToolIndex) {
    this.#formats = lenient || engineOf(id) !== null ? formats : [];
    this.#markers = markers;
    this.#tools = tools;
  }

  has(text: string): boolean {
    const isFixed = formatsWith.get(text)?.some((id) => this.#formats.includes(id)) === true;
    return isFixed || this.#literals.has(text);
  }

  values(): Iterable<Literal> {
    return this.#literals.values();
  }

  get #literals(): ReadonlyMap<string, Literal> {
    if (this.#all !== null) return this.#all;
    const formats = this.#formats.flatMap((id) => formatOf(id) ?? []);
    this.#all = byText([...literalsOf(formats, this.#tools), ...toLiterals(this.#markers)]);
    return this.#all;
  }
}

function formatsByMarker(): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const [id, literals] of fixed) for (const { text } of literals) ids.set(text, [...(ids.get(text) ?? []), id]);
  return ids;
}

function byText(literals: readonly Literal[]): ReadonlyMap<string, Literal> {
  return new Map(literals.map((literal) => [literal.text, literal]));
}

/** Whether a marker has other characters than the one that was meant, and looks the same. */
export function isLookalike(written: string, meant: string): boolean {
  return fold(written) === fold(meant) && oddCharacters(written + meant, 1).total > 0;
}

/** The code points of what is odd in a marker and in the one that was meant. */
export function oddNames(one: string, other: string): string {
  const ofOne = namesIn(one);
  const ofOther = namesIn(other);
  const codes = [...ofOne, ...ofOther].filter((code) => !ofOne.includes(code) || !ofOther.includes(code));
  // Only the spaces differ.
  return codes.length === 0 ? 'U+0020' : [...new Set(codes)].slice(0, 4).join(', ');
}

function namesIn(text: string): string[] {
  return oddCharacters(text, LONGEST_MARKER).found.map(({ code }) => codePointText(code));
}

/** A closing marker is searched for this far after its opener, in UTF-16 units. */
export const LONGEST_BODY = 4_000;
