import { isAsciiSpace, type Repair, type Span } from '../../../text/document/index.ts';
import type { Coercion, Payload } from '../../../trace/index.ts';
import { valueToText } from '../../../text/json/index.ts';
import type { Block } from './block.ts';
import { asText, coerce, coerceJson, type Coerced } from './coerce.ts';

const LF = 0x0a;
/** The opener of a CDATA section; a sign may be lost or wrong. */
const CDATA = /^<?!?[[\](){}]{0,2}C?DATA[[\](){}]?/;
/** The end of a CDATA section; a sign may be lost or wrong. */
const CDATA_END = /\][\])}{([]?>$|[)}{([]\]>$|\]\]$/;
const LONGEST_NUMBER = 60;
const SPACED_NUMBER = /^\s*-?\s*\d+(?:\s*\.\s*\d+)?\s*$/;

/** How raw text is written between its markers. */
export interface RawText {
  /**
   * Which white space around a value belongs to the markup. Absent: one line break at each end. `both`: the same, but only if
   * both ends have one. `none`: none.
   */
  readonly trim?: 'both' | 'none';
  /** `<![CDATA[…]]>` around a value is markup. */
  readonly cdata?: true;
}

/** A value whose type is not known yet: only its text is. */
export interface RawValue {
  readonly key: string;
  readonly keySpan: Span;
  /** The place of the value. */
  readonly span: Span;
  /** The value, if it differs from the text at this place. */
  readonly text?: string;
  readonly type: string | null;
  /** The offset after the closing marker. */
  readonly to: number;
  /** The repair of the closing marker, if it is missing or wrong. */
  readonly lacks?: Repair;
}

/** Makes arguments of raw values, each by the schema of its parameter. If a key occurs twice, the first value counts. */
export function rawArguments(
  block: Block,
  { name, nameSpan }: Pick<Payload, 'name' | 'nameSpan'>,
  values: readonly RawValue[],
  syntax: RawText,
): Payload {
  const members = new Map<string, string>();
  const coercions: Coercion[] = [];
  for (const written of values) {
    const value = { ...written, key: block.tools.resolveKey(name, written.key) };
    if (value.key !== written.key) block.rec.repair('untrimmed-key', written.keySpan, value.key);
    if (members.has(value.key)) {
      block.rec.quirk('duplicate-key', value.keySpan);
      continue;
    }
    const span = value.text === undefined ? textOf(block, value.span, syntax) : value.span;
    const raw = value.text ?? block.source.slice(span.from, span.to);
    const typed = (text: string): Coerced =>
      typedValue(text, value.type, () =>
        coerce(text, block.tools.parameter(name, value.key), block.tools.schema(name)),
      );
    const asWritten = typed(raw);
    const joined = asWritten.to === null ? withoutBlanks(raw, typed) : null;
    if (joined !== null) block.rec.repair('spaced-number', trimmed(block, span.from, span.to), joined.json);
    if (value.lacks === undefined && joined === null && asWritten.to === null && isOfOtherType(value.type))
      block.rec.repair('mistyped-value', span, value.type === 'json' ? asWritten.json : raw);
    if (asWritten.isMended === true) block.rec.repair('mended-value', span, asWritten.json);
    const { json, to } = joined ?? asWritten;
    block.rec.read('key', value.keySpan);
    block.rec.read(to === null ? 'value' : 'coerced-value', span);
    if (to !== null) coercions.push({ path: [value.key], span, to });
    members.set(value.key, json);
  }
  const first = values[0];
  const last = values.at(-1);
  if (first === undefined || last === undefined) block.rec.read('no-arguments', nameSpan);
  const argumentsText = `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  const argumentsSpan =
    first === undefined || last === undefined
      ? null
      : { from: first.keySpan.from, to: Math.max(last.to, last.span.to) };
  return { name, nameSpan, argumentsText, argumentsSpan, coercions };
}

/** The span of a value without the white space that belongs to the markup. */
function textOf({ source, rec }: Block, { from, to }: Span, { cdata, trim }: RawText): Span {
  let start = from;
  let end = to;
  const section = cdata === true || source.startsWith('<![CDATA[', trimmed({ source }, from, to).from);
  if (section) {
    const text = source.slice(from, to);
    const trimmedText = text.trim();
    if (trimmedText.startsWith('<![CDATA[') && trimmedText.endsWith(']]>')) {
      const inner = { from: from + text.indexOf('<![CDATA[') + 9, to: from + text.lastIndexOf(']]>') };
      if (cdata !== true) {
        rec.repair('surplus-marker', { from: inner.from - 9, to: inner.from }, '');
        rec.repair('surplus-marker', { from: inner.to, to: inner.to + 3 }, '');
      }
      return inner;
    }
  }
  if (cdata === true) {
    const text = source.slice(from, to);
    const trimmedText = text.trim();
    const opener = trimmedText.endsWith(']]>') ? CDATA.exec(trimmedText)?.[0] : undefined;
    if (opener !== undefined) {
      const at = from + text.indexOf(opener);
      rec.repair('wrong-marker', { from: at, to: at + opener.length }, '<![CDATA[');
      return { from: at + opener.length, to: from + text.lastIndexOf(']]>') };
    }
    const lost = trimmedText.startsWith('<![CDATA[') ? CDATA_END.exec(trimmedText)?.[0] : undefined;
    if (lost !== undefined) {
      const at = from + text.lastIndexOf(lost);
      rec.repair('wrong-marker', { from: at, to: at + lost.length }, ']]>');
      return { from: from + text.indexOf('<![CDATA[') + 9, to: at };
    }
  }
  if (trim === 'none') return { from, to };
  if (trim === 'both' && !(source.code(from) === LF && source.code(to - 1) === LF)) return { from, to };
  if (start < end && source.code(start) === LF) start += 1;
  if (start < end && source.code(end - 1) === LF) end -= 1;
  return { from: start, to: end };
}

/** Reads `KEY=VALUE` up to the closing marker of the value. */
export function joinedValue(block: Block, from: number, to: number, sign: string, closer: number): RawValue | 'broken' {
  const text = block.source.slice(from, to);
  const middle = text.indexOf(sign);
  if (middle <= 0) return 'broken';
  const keySpan = trimmed(block, from, from + middle);
  const span = { from: from + middle + sign.length, to };
  return { key: block.source.slice(keySpan.from, keySpan.to), keySpan, span, type: null, to: to + closer };
}

/** Reads `- 2` as a number if a number is declared; null for any other text. */
function withoutBlanks(raw: string, typed: (text: string) => Coerced): Coerced | null {
  if (raw.length > LONGEST_NUMBER || !SPACED_NUMBER.test(raw)) return null;
  const joined = typed(raw.replaceAll(/\s/g, ''));
  return joined.to === 'integer' || joined.to === 'number' ? joined : null;
}

function typedValue(raw: string, type: string | null, bySchema: () => Coerced): Coerced {
  if (type === null) return bySchema();
  if (type === 'string') return asText(raw);
  if (type === 'json') return coerceJson(raw);
  return coerce(raw, { type });
}

/** The types whose values are no text: what the markup says to be one of them, and is not, stays text. */
const TYPES: ReadonlySet<string> = new Set(['json', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

function isOfOtherType(type: string | null): boolean {
  return type !== null && TYPES.has(type);
}

/** A range without the white space at its ends. */
export function trimmed({ source }: Pick<Block, 'source'>, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start < end && isAsciiSpace(source.code(start))) start += 1;
  while (end > start && isAsciiSpace(source.code(end - 1))) end -= 1;
  return { from: start, to: end };
}
