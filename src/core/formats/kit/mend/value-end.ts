import type { Repair, Span } from '../../../text/document/index.ts';
import { attribute } from '../read/attributes.ts';
import type { Block } from '../read/block.ts';
import { withoutSlash } from './misspelt-closer.ts';
import { keyNamed } from '../read/tagged-keys.ts';
import type { PairSyntax, TaggedMarkers, TaggedValues } from '../read/tagged-grammar.ts';
import { textUntil } from '../read/text-until.ts';
import { readTagWith, type ReadToken } from './token-ends.ts';
import { lookingAt, oneOf, skipSpace, type Resumable } from '../read/resumable.ts';

const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
/** So many markers are looked at in vain; a text of openers is not read again for each of them. */
const MOST_UNBALANCED = 4000;

const LONGEST_OPENERS = 400;
const ONLY_TAGS = /^(?:\s*<[^<>]*>)*\s*$/;

type Kind = 'value' | 'call' | 'wrapper';

/** From the end of a value to the end of its closing marker. */
export interface ValueEnd extends Span {
  /** The closing marker, where it is missing. */
  readonly lacks?: Repair;
}

/** The value whose end is looked for. */
export interface OpenValue {
  /** The name of the call, and the key of the value. */
  readonly call: string;
  readonly key: string;
  /** The marker before it. */
  readonly opener: string;
  readonly from: number;
}

/**
 * Where a value ends: at the closing marker that is left when every opener inside the value has had its own. So a value
 * may quote a call of its own format. A closer that the grammar does not follow is text. A forgotten closer is made up for
 * by the next opener of an argument, or by the closer of the call.
 *
 *     <parameter=body>Say <parameter=x>1</parameter> so</parameter></function>
 *                     ^ from           ^ of the inner  ^ returned
 *     <parameter=port>Kiel<parameter=hours>2</parameter></function>
 *                     ^ from                           ^ one closer too few
 *                         ^ returned
 */
export function* valueEnd(
  block: Block,
  value: TaggedValues['value'],
  markers: TaggedMarkers,
  open: OpenValue,
): Resumable<ValueEnd | null> {
  const scan = new ValueScan(block, value, markers, open);
  return yield* scan.run();
}

class ValueScan {
  readonly #block: Block;
  readonly #value: TaggedValues['value'];
  readonly #markers: TaggedMarkers;
  readonly #open: OpenValue;
  /** What is open inside of the value. */
  readonly #inner: Kind[] = [];
  /** The first closer of a value that the grammar follows, whatever it closes. */
  #firstClose: ReadToken | null = null;
  /** The first opener of another argument. */
  #next = -1;
  #looked = 0;
  /** The opener of the next argument is in a call that the value holds. */
  #isAgain = false;
  /** After the last closer of what the value holds. */
  #closedTo = 0;

  constructor(block: Block, value: TaggedValues['value'], markers: TaggedMarkers, open: OpenValue) {
    this.#block = block;
    this.#value = value;
    this.#markers = markers;
    this.#open = open;
  }

  *run(): Resumable<ValueEnd | null> {
    const { source } = this.#block;
    const ends = this.#markers.inValue(this.#block.opener);
    for (let at = this.#open.from; ;) {
      const found = yield* textUntil(source, at, ends, Infinity);
      if (found.literal === null) return this.#unbalanced(null);
      const to = found.to + found.literal.length;
      const end = yield* this.#at(found.literal, found.to, to);
      if (end !== null) return end;
      this.#looked += 1;
      const isInVain = this.#inner.length > 0 || this.#next >= 0;
      if (isInVain && source.unbalanced + this.#looked > MOST_UNBALANCED)
        return this.#unbalanced(this.#firstClose ?? { from: found.to, to: found.to });
      at = this.#isOpener(found.literal) || this.#markers.hasToken ? to : found.to + 1;
    }
  }

  /** The end, where the marker at `from` is one. */
  *#at(literal: string, from: number, to: number): Resumable<ValueEnd | null> {
    const block = this.#block;
    const { callOpen, callClose, valueOpen, valueClose, wrapperClose, passed } = this.#markers;
    if (valueClose.includes(literal)) {
      const closer = yield* this.#markers.closer(block, literal, from, this.#open.from);
      const isInner = this.#leave('value', closer.to);
      if (isInner && this.#firstClose !== null) return null;
      const after = [...valueOpen, ...callClose, ...wrapperClose, ...callOpen, block.opener];
      if (!(yield* this.#follows(closer.to, after)))
        return isInner ? null : yield* this.#doubled(literal, from, to, after);
      // Of a call that the value quotes it is no end.
      if (this.#inner.every((kind) => kind === 'value')) this.#firstClose ??= closer;
      return isInner ? null : this.#ended(closer);
    }
    if (callClose.includes(literal)) {
      if (this.#leave('call', to)) return null;
      return (yield* this.#markers.follows(block, to, [...wrapperClose, ...callOpen]))
        ? this.#unbalanced({ from, to: from })
        : null;
    }
    if (wrapperClose.includes(literal)) {
      if (this.#leave('wrapper', to)) return null;
      return (yield* this.#markers.follows(block, to, [...callOpen, block.opener]))
        ? this.#unbalanced({ from, to: from })
        : null;
    }
    if (passed.includes(literal))
      return this.#inner.length === 0 && (yield* this.#markers.follows(block, to, callClose))
        ? { from, to: from }
        : null;
    const closedTo = yield* this.#closedByOpener(literal, from, to);
    if (closedTo >= 0) {
      const inserted = this.#markers.closerOf(this.#open.opener);
      return { from, to: closedTo, lacks: { code: 'wrong-marker', span: { from, to: closedTo }, inserted } };
    }
    // After a blank it is a word of a text.
    if (this.#markers.hasSlash(literal) && [SPACE, TAB].includes(this.#block.source.code(from - 1))) return null;
    if (!valueOpen.includes(literal) && literal !== this.#innerOpener) {
      this.#inner.push(callOpen.includes(literal) || callOpen.length === 0 ? 'call' : 'wrapper');
      return null;
    }
    if (this.#next < 0 && (yield* this.#isNext(literal, from))) {
      this.#next = from;
      this.#isAgain = this.#inner.length > 0;
    }
    if (literal === this.#innerOpener || this.#innerOpener === null) this.#inner.push('value');
    return null;
  }

  /** What opens a value whose key is between other markers; null where the tag of the key does. */
  get #innerOpener(): string | null {
    return 'key' in this.#value ? this.#value.open || this.#value.key[1] : null;
  }

  /** After an opener at `from` that is in the place of a closer: the next key follows, or the end. -1 for another one. */
  *#closedByOpener(literal: string, from: number, to: number): Resumable<number> {
    const { callClose, valueOpen, valueClose } = this.#markers;
    if (this.#inner.length > 0) return -1;
    let end = to;
    if (!('key' in this.#value) && this.#markers.hasSlash(literal)) {
      // With the key of this value it closes it.
      const tag = yield* readTagWith(this.#block.source, to, this.#value.end);
      if (tag === null || attribute(tag, this.#value.keyFrom)?.value.trim() !== this.#open.key) return -1;
      end = tag.to;
    } else if (!('key' in this.#value)) {
      // Without a key the tag opens nothing.
      const tags = valueOpen.includes(literal) ? valueClose.map(withoutSlash).filter(Boolean) : [];
      const tag = tags.length > 0 ? yield* oneOf(this.#block.source, from, tags) : null;
      if (tag === null) return -1;
      end = from + tag.length;
    } else if (literal !== this.#innerOpener || this.#value.open === '') return -1;
    return (yield* this.#markers.follows(this.#block, end, [...callClose, ...valueOpen])) ? end : -1;
  }

  #isOpener(literal: string): boolean {
    const { callOpen, valueOpen } = this.#markers;
    return valueOpen.includes(literal) || callOpen.includes(literal) || literal === this.#block.opener;
  }

  /** Whether a marker closes something that was opened inside of the value; then it is closed. */
  #leave(kind: Kind, to: number): boolean {
    const at = this.#inner.lastIndexOf(kind);
    if (at < 0) return false;
    this.#inner.length = at;
    this.#closedTo = to;
    return true;
  }

  /** Whether the grammar goes on. */
  *#follows(at: number, literals: readonly string[]): Resumable<boolean> {
    if (yield* this.#markers.follows(this.#block, at, literals)) return true;
    return 'key' in this.#value && (yield* this.#keyFollows(at, this.#value));
  }

  /** Whether a key comes next whose opener was lost, or is that of a value. */
  *#keyFollows(from: number, { key: [, keyEnd], open }: PairSyntax): Resumable<boolean> {
    const { source } = this.#block;
    const next = yield* this.#markers.skip(source, from);
    const isOpened = open !== '' && (yield* lookingAt(source, next, open));
    if (isOpened) return yield* this.#isDeclaredKey(next + open.length);
    const end = yield* textUntil(source, next, [keyEnd, '\n', '<'], 200);
    return end.literal === keyEnd && keyNamed(this.#block, this.#open.call, source.slice(next, end.to)) !== null;
  }

  /** Whether the text up to the next marker is another declared parameter. */
  *#isDeclaredKey(from: number): Resumable<boolean> {
    const { source, tools } = this.#block;
    const end = yield* textUntil(source, from, ['<'], 200);
    return tools.parameters(this.#open.call).length > 0 && this.#isKey(source.slice(from, end.to));
  }

  /** The end where its closer is written twice. */
  *#doubled(literal: string, from: number, to: number, after: readonly string[]): Resumable<ValueEnd | null> {
    const { source, rec } = this.#block;
    if (this.#inner.length > 0) return null;
    const again = yield* skipSpace(source, to);
    if ((yield* oneOf(source, again, [literal])) === null) return null;
    const end = again + literal.length;
    if (!(yield* this.#follows(end, after))) return null;
    rec.repair('surplus-marker', { from: again, to: end }, '');
    return { from, to: end };
  }

  /** Whether another argument begins there, so that this one is not closed. */
  *#isNext(opener: string, from: number): Resumable<boolean> {
    const { source } = this.#block;
    const isLine = source.code(from - 1) === LF;
    if (this.#inner.length > 0 && !(isLine && this.#holdsOpeners(from))) return false;
    const at = from + opener.length;
    if ('key' in this.#value) {
      if (!this.#markers.valueOpen.includes(opener)) return false;
      const end = yield* textUntil(source, at, [this.#value.key[1], ...this.#markers.valueClose], 200);
      if (end.literal !== this.#value.key[1]) return yield* this.#isDeclaredKey(at);
      return isLine || this.#isKey(source.slice(at, end.to));
    }
    const tag = yield* readTagWith(source, at, this.#value.end);
    const key = tag === null ? null : attribute(tag, this.#value.keyFrom);
    return key !== null && (isLine || this.#isKey(key.value));
  }

  #isKey(written: string): boolean {
    const key = keyNamed(this.#block, this.#open.call, written);
    return key !== null && key !== this.#open.key;
  }

  /** Whether the value up to there holds nothing but openers: then the call begins again. */
  #holdsOpeners(to: number): boolean {
    const { from } = this.#open;
    return to - from < LONGEST_OPENERS && ONLY_TAGS.test(this.#block.source.slice(from, to));
  }

  /** The end where closers and openers do not match; `last` is where the value ends at the latest. */
  #unbalanced(last: Span | null): ValueEnd | null {
    const { source } = this.#block;
    source.unbalanced += this.#looked;
    // A call that begins again is the last; a value that quotes one and is cut off goes on after it.
    if (this.#isAgain && last === null && source.slice(this.#closedTo, source.length).trim() !== '') return null;
    if (this.#next >= 0) return this.#unclosed(this.#next);
    if (this.#firstClose !== null) return this.#ended(this.#firstClose);
    return last === null || last.to > last.from ? last : this.#unclosed(last.from);
  }

  /** The end at a closer, which may be damaged. */
  #ended({ from, to, repairs }: ReadToken): ValueEnd {
    for (const { code, span, inserted } of repairs) this.#block.rec.repair(code, span, inserted);
    return { from, to };
  }

  /** The end of a value without its closing marker, before what is at `at`. */
  #unclosed(at: number): ValueEnd {
    const { source } = this.#block;
    // The last line break belongs to the markup.
    const to = at > this.#open.from && source.code(at - 1) === LF ? at - 1 : at;
    const inserted = this.#markers.closerOf(this.#open.opener);
    return {
      from: to,
      to: at,
      lacks: { code: 'missing-marker', span: { from: to, to }, inserted },
    };
  }
}
