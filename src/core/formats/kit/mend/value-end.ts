import type { Repair, Span } from '../../../text/document/index.ts';
import { attribute } from '../read/attributes.ts';
import type { Block } from '../read/block.ts';
import { closerOfOther, foldedName, slipsIn, withoutSlash } from './misspelt-closer.ts';
import { keyNamed } from '../read/tagged-keys.ts';
import type { PairSyntax, TaggedMarkers, TaggedValues } from '../read/tagged-grammar.ts';
import { textUntil } from '../read/text-until.ts';
import { readTagWith, type ReadToken } from './token-ends.ts';
import { endsReply } from '../read/words-around.ts';
import { endsItsLine, lookingAt, oneOf, skipSpace, type Resumable } from '../read/resumable.ts';

const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
/** Most markers that are looked at without success: a text full of openers must not be read again for each of them. */
const MOST_UNBALANCED = 4000;

const LONGEST_OPENERS = 400;
const ONLY_TAGS = /^(?:\s*<[^<>]*>)*\s*$/;

type Kind = 'value' | 'call' | 'wrapper';

/** From the end of a value to the end of its closing marker. */
export interface ValueEnd extends Span {
  /** The repair, if the closing marker is missing or damaged. */
  readonly lacks?: Repair;
}

/** The value whose end is searched for. */
export interface OpenValue {
  /** The name of the call, and the key of the value. */
  readonly call: string;
  readonly key: string;
  /** The marker before it. */
  readonly opener: string;
  readonly from: number;
}

/**
 * Finds the end of a value: the closing marker that remains after every opener inside the value has got its own. So a value
 * may quote a call of its own format. A closer is text if the grammar does not continue after it. If the closer is missing,
 * the next opener of an argument or the closer of the call ends the value.
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
  /** What is open inside the value. */
  readonly #inner: Kind[] = [];
  /** The first closer of a value after which the grammar continues, whatever it closes. */
  #firstClose: ReadToken | null = null;
  /** The first opener of another argument. */
  #next = -1;
  #looked = 0;
  /** Whether the opener of the next argument is in a call inside the value. */
  #isAgain = false;
  /** The end of the last closed part inside the value. */
  #closedTo = 0;
  /** The first closer of the call or of the wrapper that ends a reply, but for words after it. */
  #lastClose: Span | null = null;

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
      if (found.literal === null) return (yield* this.#mayEnd()) ? this.#unbalanced(this.#lastClose) : null;
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

  /** The end of the value if the marker at `from` is its end. */
  *#at(literal: string, from: number, to: number): Resumable<ValueEnd | null> {
    const block = this.#block;
    const { callOpen, callClose, valueOpen, valueClose, wrapperClose, passed } = this.#markers;
    if (valueClose.includes(literal)) {
      const closer = yield* this.#markers.closer(block, literal, from, this.#open.from);
      const isInner = this.#leave('value', closer.to);
      if (isInner && this.#firstClose !== null) return null;
      const after = [...valueOpen, ...callClose, ...wrapperClose, ...callOpen, block.opener];
      if (!(yield* this.#follows(closer.to, after))) {
        if (isInner) return null;
        const other = yield* this.#beforeOther(closer);
        return other ?? (yield* this.#doubled(literal, from, to, after));
      }
      // A closer inside a quoted call does not end this value.
      if (this.#inner.every((kind) => kind === 'value')) this.#firstClose ??= closer;
      return isInner ? null : this.#ended(closer);
    }
    if (callClose.includes(literal)) {
      if (this.#leave('call', to)) return null;
      const swapped = yield* this.#swapped(literal, from, to);
      if (swapped !== null) return swapped;
      return yield* this.#beforeCloser(from, to, [...wrapperClose, ...callOpen]);
    }
    if (wrapperClose.includes(literal)) {
      if (this.#leave('wrapper', to)) return null;
      return yield* this.#beforeCloser(from, to, [...callOpen, block.opener]);
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
    // After white space it is part of a text.
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

  /** The opener of a value whose key is between markers of its own; null if the tag of the key opens the value. */
  get #innerOpener(): string | null {
    return 'key' in this.#value ? this.#value.open || this.#value.key[1] : null;
  }

  /** The offset after an opener that is in the place of a closer: the next key or the end follows. -1 for other openers. */
  *#closedByOpener(literal: string, from: number, to: number): Resumable<number> {
    const { callClose, valueOpen, valueClose } = this.#markers;
    if (this.#inner.length > 0) return -1;
    let end = to;
    if (!('key' in this.#value) && this.#markers.hasSlash(literal)) {
      // An opener with the key of this value closes the value.
      const tag = yield* readTagWith(this.#block.source, to, this.#value.end);
      if (tag === null || attribute(tag, this.#value.keyFrom)?.value.trim() !== this.#open.key) return -1;
      end = tag.to;
    } else if (!('key' in this.#value)) {
      // A tag without a key opens nothing.
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

  /** Closes what the marker closes inside the value. False if nothing of its kind is open. */
  #leave(kind: Kind, to: number): boolean {
    const at = this.#inner.lastIndexOf(kind);
    if (at < 0) return false;
    this.#inner.length = at;
    this.#closedTo = to;
    return true;
  }

  /** Whether the grammar continues with one of the literals. */
  *#follows(at: number, literals: readonly string[]): Resumable<boolean> {
    if (yield* this.#markers.follows(this.#block, at, literals)) return true;
    return 'key' in this.#value && (yield* this.#keyFollows(at, this.#value));
  }

  /** Whether a key follows whose opener is lost, or is the opener of a value. */
  *#keyFollows(from: number, { key: [, keyEnd], open }: PairSyntax): Resumable<boolean> {
    const { source } = this.#block;
    const next = yield* this.#markers.skip(source, from);
    const isOpened = open !== '' && (yield* lookingAt(source, next, open));
    if (isOpened) return yield* this.#isDeclaredKey(next + open.length);
    const end = yield* textUntil(source, next, [keyEnd, '\n', '<'], 200);
    return end.literal === keyEnd && keyNamed(this.#block, this.#open.call, source.slice(next, end.to)) !== null;
  }

  /** Whether the text before the next marker is another declared parameter. */
  *#isDeclaredKey(from: number): Resumable<boolean> {
    const { source, tools } = this.#block;
    const end = yield* textUntil(source, from, ['<'], 200);
    return tools.parameters(this.#open.call).length > 0 && this.#isKey(source.slice(from, end.to));
  }

  /**
   * The end of the value if another format's closer of calls, or one with its name, is in the place of the own one, and then the call ends.
   *
   *     Kiel</parameter></invoke></tool_call>
   *         ^ closer            ^ returned
   */
  *#beforeOther({ from, to }: ReadToken): Resumable<ValueEnd | null> {
    const { callClose, wrapperClose } = this.#markers;
    const next = yield* skipSpace(this.#block.source, to);
    const own = `</${this.#open.call}>`;
    const isOwn = yield* lookingAt(this.#block.source, next, own);
    const end = isOwn ? next + own.length : yield* closerOfOther(this.#block.source, next);
    const close = callClose[0];
    if (end === null || close === undefined || !(yield* this.#markers.follows(this.#block, end, wrapperClose)))
      return null;
    return { from, to: end, lacks: { code: 'wrong-marker', span: { from: next, to: end }, inserted: close } };
  }

  /** The end of the value if its closer and that of its call have changed places, and then the wrapper ends. */
  *#swapped(callClose: string, from: number, to: number): Resumable<ValueEnd | null> {
    const { source } = this.#block;
    const next = yield* skipSpace(source, to);
    const close = this.#inner.length > 0 ? null : yield* oneOf(source, next, this.#markers.valueClose);
    if (close === null) return null;
    const end = next + close.length;
    if (!(yield* this.#markers.follows(this.#block, end, this.#markers.wrapperClose))) return null;
    return { from, to: end, lacks: { code: 'wrong-marker', span: { from, to: end }, inserted: close + callClose } };
  }

  /** The end of the value if its closer is written twice. */
  *#doubled(literal: string, from: number, to: number, after: readonly string[]): Resumable<ValueEnd | null> {
    const { source, rec } = this.#block;
    if (this.#inner.length > 0) return null;
    const again = yield* skipSpace(source, to);
    if ((yield* oneOf(source, again, [literal])) === null) return null;
    const end = again + literal.length;
    if (!(yield* this.#follows(end, after))) return null;
    // The first one closes a tag without a key that is part of the value.
    const inner = withoutSlash(literal);
    if (inner !== '' && source.slice(this.#open.from, from).includes(inner)) return { from: again, to: end };
    rec.repair('surplus-marker', { from: again, to: end }, '');
    return { from, to: end };
  }

  /** Whether another argument begins at `from`, so that this one lacks its closer. */
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

  /** Whether the value so far holds only openers: then the call begins again. */
  #holdsOpeners(to: number): boolean {
    const { from } = this.#open;
    return to - from < LONGEST_OPENERS && ONLY_TAGS.test(this.#block.source.slice(from, to));
  }

  /** The end of the value at a closer of more than the value, before one of `after`. */
  *#beforeCloser(from: number, to: number, after: readonly string[]): Resumable<ValueEnd | null> {
    const { source } = this.#block;
    const last = { from, to: from };
    if (yield* this.#markers.follows(this.#block, to, after)) return this.#unbalanced(last);
    if (this.#lastClose !== null || this.#inner.length > 0) return null;
    const before = source.slice(Math.max(this.#open.from, from - LONGEST_CLOSER), from);
    const isClosed = (yield* endsItsLine(source, to)) && /<\/[^<>]*>\s*$/.test(before);
    const next = yield* skipSpace(source, to);
    // A wrapper that nothing opened may be closed.
    const stray = yield* closerOfOther(source, next);
    const end = stray === null ? next : yield* skipSpace(source, stray);
    if (isClosed || (yield* endsReply(source, end))) this.#lastClose = last;
    return null;
  }

  /** Whether the value may have ended. If its call began again, text after it belongs to a value that is cut off. */
  *#mayEnd(): Resumable<boolean> {
    if (!this.#isAgain || this.#lastClose !== null) return true;
    return yield* endsReply(this.#block.source, yield* skipSpace(this.#block.source, this.#closedTo));
  }

  /** The end of a value whose closers and openers do not match; `last` is the latest possible end. */
  #unbalanced(last: Span | null): ValueEnd | null {
    const { source } = this.#block;
    source.unbalanced += this.#looked;
    if (this.#next >= 0) return this.#unclosed(this.#next);
    if (this.#firstClose !== null) return this.#ended(this.#firstClose);
    return last === null || last.to > last.from ? last : this.#unclosed(last.from);
  }

  /** The end at a closer that may be damaged. */
  #ended({ from, to, repairs }: ReadToken): ValueEnd {
    for (const { code, span, inserted } of repairs) this.#block.rec.repair(code, span, inserted);
    return { from, to };
  }

  /** The end of a value that lacks its closing marker; `at` is the next marker. */
  #unclosed(at: number): ValueEnd {
    const { source } = this.#block;
    // The last line break belongs to the markup, and so does the blank before the next argument on its line.
    const isBreak = source.code(at - 1) === LF || (at === this.#next && source.code(at - 1) === SPACE);
    const to = at > this.#open.from && isBreak ? at - 1 : at;
    const inserted = this.#markers.closerOf(this.#open.opener);
    const text = source.slice(Math.max(this.#open.from, to - 2 * LONGEST_CLOSER), to);
    for (const call of this.#markers.callClose) {
      const fused = damagedCloser(text, inserted + call);
      const span = { from: to - fused, to };
      if (fused > 0)
        return { from: span.from, to: at, lacks: { code: 'wrong-marker', span, inserted: inserted + call } };
    }
    const call = this.#markers.callClose.find((one) => damagedCloser(text, one) > 0);
    const ofCall = call === undefined ? 0 : damagedCloser(text, call);
    const value = text.slice(0, text.length - ofCall);
    const ofValue = damagedCloser(value, inserted) || damagedCloser(value, `</${this.#open.key}>`);
    if (ofValue > 0) {
      const span = { from: to - ofCall - ofValue, to };
      return { from: span.from, to: at, lacks: { code: 'wrong-marker', span, inserted: inserted + (call ?? '') } };
    }
    return {
      from: to,
      to: at,
      lacks: { code: 'missing-marker', span: { from: to, to }, inserted },
    };
  }
}

const LONGEST_CLOSER = 80;

/**
 * The length of a misspelt closing tag, of one that repeats its key, or of one without its last sign, at the end of a text; 0
 * where there is none.
 */
function damagedCloser(text: string, closer: string): number {
  const found = /<\s*\/([^<>\n=]{2,40}?)(?:=[^<>\n]{1,40})?(>?)\s*$/.exec(text);
  const name = foldedName(closer);
  if (found === null || name === '') return 0;
  const written = foldedName(found[1] ?? '');
  const isMeant = found[2] === '>' ? slipsIn(written, name) !== null : written === name;
  return isMeant ? found[0].length : 0;
}
