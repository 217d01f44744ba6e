import type { Span } from '../../document/span.ts';
import { attribute, readTag, type Attribute } from './attributes.ts';
import type { Block } from './block.ts';
import { readJsonPayload } from './json-payload.ts';
import { joinedValue, rawArguments, trimmed, type RawText, type RawValue } from './raw-values.ts';
import type { TextSource } from './source.ts';
import { textUntil } from './text-until.ts';
import { endsTurn } from './turn-end.ts';
import { codeAt, isCutAt, lookingAt, oneOf, skipSpace, type Resumable } from './resumable.ts';

/** A tag with attributes: `open` is its beginning as far as the name, `end` what ends it. */
export interface TagSyntax {
  readonly open: readonly string[];
  readonly end?: string;
  readonly close: readonly string[];
}

/** How a format writes the arguments of a call as raw text between markers. */
export interface TaggedValues extends RawText {
  /** The wrapper's closers; the opener of the block is the wrapper, or the call itself. */
  readonly close?: readonly string[];
  /** The call is a tag, or plain text after a literal up to one of others. */
  readonly call:
    | (TagSyntax & { readonly nameFrom?: readonly string[] })
    | { readonly open?: readonly string[]; readonly nameEnd: readonly string[]; readonly close: readonly string[] };
  /** A value is inside a tag that says its key, or after a pair of key markers. */
  readonly value:
    | (TagSyntax & { readonly keyFrom: readonly string[] })
    | {
        readonly key: readonly [open: string, close: string];
        readonly type?: readonly [open: string, close: string];
        readonly open: string;
        readonly close: readonly string[];
        /** What separates key and value where the markers between them were left out. */
        readonly joined?: string;
      };
  /** Attributes that decide the type of a value. */
  readonly typed?: 'string-flag' | 'type-name';
  /** Words that may come before the name. */
  readonly beforeName?: readonly string[];
  /** Markers between the others that say nothing; each may be missing. */
  readonly passed?: readonly string[];
}

/** The head of a call. */
interface Named {
  readonly name: string;
  readonly nameSpan: Span;
  readonly to: number;
  /** The tag closes itself. */
  readonly isWhole: boolean;
}

const NAME_LIMIT = 300;
const LF = 0x0a;
const OPEN_BRACE = 0x7b;

/** Reads calls whose arguments are raw text, coerced by the declared schema. */
export function taggedValues(grammar: TaggedValues): (block: Block) => Resumable<number> {
  const reader = new TaggedReader(grammar);
  return (block) => reader.read(block);
}

class TaggedReader {
  readonly #grammar: TaggedValues;
  readonly #callOpen: readonly string[];
  readonly #callClose: readonly string[];
  readonly #valueOpen: readonly string[];
  readonly #valueClose: readonly string[];
  readonly #wrapperClose: readonly string[];
  readonly #passed: readonly string[];

  constructor(grammar: TaggedValues) {
    this.#grammar = grammar;
    this.#callOpen = grammar.call.open ?? [];
    this.#callClose = grammar.call.close;
    this.#valueOpen = 'key' in grammar.value ? [grammar.value.key[0]] : grammar.value.open;
    this.#valueClose = grammar.value.close;
    this.#wrapperClose = grammar.close ?? [];
    this.#passed = grammar.passed ?? [];
  }

  *read(block: Block): Resumable<number> {
    const { source } = block;
    const opensCall = this.#callOpen.includes(block.opener) || this.#callOpen.length === 0;
    let at = block.at;
    let from = block.from;
    let opener: string | null = opensCall ? '' : null;
    for (;;) {
      if (opener === null) {
        const next = yield* this.#skip(source, at);
        const closer = yield* oneOf(source, next, this.#wrapperClose);
        if (closer !== null) return block.end(block.closer(closer, next));
        opener = yield* oneOf(source, next, this.#callOpen);
        if (opener === null) return this.#end(block, at, next);
        block.rec.marker(opener, 'open', next, next + opener.length);
        from = next;
        at = next + opener.length;
      }
      const named = yield* this.#name(block, at);
      if (this.#isAlone(block) && named !== null && (yield* this.#isProse(block, named)))
        return block.refuse('markup-not-followed', named.to);
      const to = yield* named === null ? this.#unnamed(block, from, at) : this.#call(block, from, named);
      if (to === null) return block.end(source.length);
      at = to;
      opener = null;
      // Without a wrapper one block is one call.
      if (opensCall && this.#wrapperClose.length === 0) return block.end(at);
      if (this.#callOpen.length === 0) {
        const next = yield* skipSpace(source, at);
        const closer = yield* oneOf(source, next, this.#wrapperClose);
        return block.end(closer === null ? at : block.closer(closer, next));
      }
    }
  }

  #end(block: Block, at: number, next: number): number {
    if (block.calls === 0 && !block.isMalformed)
      block.malformed('markup-not-followed', { from: block.from, to: at }, next);
    else if (this.#wrapperClose.length > 0 && block.at !== at && block.calls > 0)
      block.rec.quirk('closer-missing', { from: at, to: at });
    return block.end(at);
  }

  /** Whether nothing but the tag of the call says that there is one. */
  #isAlone({ opener }: Block): boolean {
    return this.#wrapperClose.length === 0 && (this.#callOpen.length === 0 || this.#callOpen.includes(opener));
  }

  /** Whether text follows that is neither a value nor JSON: then somebody writes about the tag. */
  *#isProse(block: Block, { to, isWhole }: Named): Resumable<boolean> {
    if (isWhole) return false;
    const { source } = block;
    const next = yield* skipSpace(source, to);
    const code = yield* codeAt(source, next);
    if (code < 0 || code === OPEN_BRACE) return false;
    const known = [...this.#callClose, ...this.#valueOpen, ...this.#callOpen, block.opener];
    return (yield* oneOf(source, next, known)) === null;
  }

  /** After a call that has no name; null when the text ends inside of it. */
  *#unnamed(block: Block, from: number, at: number): Resumable<number | null> {
    const { source } = block;
    if (
      source.ended &&
      at >= source.length - NAME_LIMIT &&
      (yield* textUntil(source, at, [...this.#callClose, '\n\n'], NAME_LIMIT)).literal === null
    ) {
      block.cut(null, from);
      return null;
    }
    const stop = yield* textUntil(source, at, [...this.#callClose, ...this.#callOpen, block.opener], 10_000);
    const isClosed = stop.literal !== null && this.#callClose.includes(stop.literal);
    const to = stop.literal === null ? at : stop.to + (isClosed ? stop.literal.length : 0);
    block.malformed('missing-name', { from, to }, at);
    return to;
  }

  /** After the call; null when the text ends inside of it. */
  *#call(block: Block, from: number, named: Named): Resumable<number | null> {
    const { source, rec } = block;
    const { name, nameSpan } = named;
    rec.read('name', nameSpan);
    const values: RawValue[] = [];
    /** Where text begins that no value was read from, or -1. */
    let stray = -1;
    let to = named.to;
    let close: string | null = null;
    while (!named.isWhole) {
      const next = yield* this.#skip(source, to);
      close = yield* oneOf(source, next, this.#callClose);
      if (close !== null) {
        to = next + close.length;
        break;
      }
      const opener = yield* oneOf(source, next, this.#valueOpen);
      if (opener === null) {
        if (yield* endsTurn(source, next)) {
          if (values.length === 0) return this.#cut(block, from, named, values);
          rec.quirk('closer-missing', { from: to, to });
          break;
        }
        if (yield* this.#follows(block, next, [...this.#wrapperClose, ...this.#callOpen, block.opener])) {
          rec.quirk('closer-missing', { from: to, to });
          break;
        }
        if (values.length === 0 && source.code(next) === OPEN_BRACE)
          return yield* this.#jsonBody(block, from, named, next);
        // Something else: pass over it to what the grammar knows.
        const stop = yield* textUntil(
          source,
          next + 1,
          [...this.#valueOpen, ...this.#callClose, ...this.#callOpen],
          10_000,
        );
        if (values.length === 0 && stop.literal === null) {
          block.malformed('markup-not-followed', { from, to }, next);
          return to;
        }
        rec.reject('markup-not-followed', { from: next, to: stop.to });
        if (stray < 0) stray = next;
        if (values.length === 0) to = stop.to;
        if (stop.literal === null || this.#callOpen.includes(stop.literal)) break;
        to = stop.to;
        continue;
      }
      const value = yield* this.#value(block, next, opener);
      if (value === null) return this.#cut(block, from, named, values);
      if (value === 'broken') {
        to = next + opener.length;
        rec.reject('markup-not-followed', { from: next, to });
        if (stray < 0) stray = next;
        continue;
      }
      const again = this.#beginsAgain(block, value);
      if (again >= 0) {
        block.malformed('markup-not-followed', { from, to: again }, next);
        return again;
      }
      values.push(value);
      to = value.to;
    }
    // Arguments that cannot be read are not the same as none.
    if (values.length === 0 && stray >= 0) block.malformed('markup-not-followed', { from, to }, stray);
    else block.call(rawArguments(block, { name, nameSpan }, values, this.#grammar), { from, to });
    if (close !== null) block.closer(close, to - close.length);
    return to;
  }

  /** After a call whose arguments are one JSON object where values are the rule. */
  *#jsonBody(block: Block, from: number, { name, nameSpan }: Named, at: number): Resumable<number | null> {
    const { source, rec } = block;
    const stops = [...this.#callClose, ...this.#wrapperClose, ...this.#callOpen];
    const { state, root, repairs, error, to: end } = yield* readJsonPayload(source, at, stops);
    if (state === 'cut') {
      const argumentsText = root?.node.kind === 'object' ? root.compact() : '{}';
      block.cut({ name, nameSpan, argumentsText, argumentsSpan: root?.span ?? null, repairs }, from);
      return null;
    }
    const next = yield* skipSpace(source, end);
    const close = yield* oneOf(source, next, this.#callClose);
    const to = close === null ? end : next + close.length;
    if (state === 'broken') block.malformed('json-syntax', { from, to }, at, error);
    else block.namedCall({ name, nameSpan }, root, null, repairs, { from, to });
    if (close === null) rec.quirk('closer-missing', { from: end, to: end });
    else block.closer(close, next);
    return to;
  }

  #cut(block: Block, from: number, { name, nameSpan }: Named, values: readonly RawValue[]): null {
    block.cut(rawArguments(block, { name, nameSpan }, values, this.#grammar), from);
    return null;
  }

  *#name(block: Block, from: number): Resumable<Named | null> {
    const { source } = block;
    const { call, beforeName = [] } = this.#grammar;
    if ('nameEnd' in call) {
      let at = yield* skipSpace(source, from);
      for (const word of beforeName)
        if (yield* lookingAt(source, at, word)) at = yield* skipSpace(source, at + word.length);
      const ends = [...call.nameEnd, ...this.#callClose, ...this.#valueOpen];
      const found = yield* textUntil(source, at, ends, NAME_LIMIT);
      if (found.literal === null) return null;
      const { from: nameFrom, to: nameTo } = trimmed(block, at, found.to);
      if (nameFrom === nameTo) return null;
      const eaten = call.nameEnd.includes(found.literal) && found.literal !== '\n' ? found.literal.length : 0;
      const nameSpan = { from: nameFrom, to: nameTo };
      return { name: source.slice(nameFrom, nameTo), nameSpan, to: found.to + eaten, isWhole: false };
    }
    const tag = yield* readTag(source, from, call.end);
    if (tag === null) return null;
    const name = attribute(tag, call.nameFrom ?? ['name', '']);
    if (name === null || name.value.trim() === '') return null;
    repairQuotes(block, name);
    return { name: name.value.trim(), nameSpan: name.span, to: tag.to, isWhole: tag.isSelfClosing };
  }

  /** The value whose markup begins at `from`; null when the text ends inside of it. */
  *#value(block: Block, from: number, opener: string): Resumable<RawValue | null | 'broken'> {
    const { source } = block;
    const { value, typed } = this.#grammar;
    let key: string;
    let keySpan: Span;
    let type: string | null = null;
    let at = from + opener.length;
    if ('key' in value) {
      const ends = value.joined === undefined ? [value.key[1]] : [value.key[1], ...value.close];
      const end = yield* textUntil(source, at, ends, 1000);
      if (end.literal === null) return source.ended && end.to >= source.length ? null : 'broken';
      if (end.literal !== value.key[1]) return joinedValue(block, at, end.to, value.joined ?? '', end.literal.length);
      keySpan = trimmed(block, at, end.to);
      key = source.slice(keySpan.from, keySpan.to);
      at = end.to + end.literal.length;
      if (value.type !== undefined || value.open !== '') at = yield* skipSpace(source, at);
      if (value.type !== undefined && (yield* lookingAt(source, at, value.type[0]))) {
        const typeFrom = at + value.type[0].length;
        const typeEnd = yield* textUntil(source, typeFrom, [value.type[1]], 200);
        if (typeEnd.literal === null) return null;
        type = source.slice(typeFrom, typeEnd.to).trim();
        at = yield* skipSpace(source, typeEnd.to + typeEnd.literal.length);
      }
      if (value.open !== '') {
        if (!(yield* lookingAt(source, at, value.open))) {
          const isCut = isCutAt(source, at, value.open) || isCutAt(source, at, value.type?.[0] ?? '');
          return isCut ? null : 'broken';
        }
        at += value.open.length;
      }
    } else {
      const tag = yield* readTag(source, at, value.end);
      if (tag === null) return source.ended && source.length - at < 4000 ? null : 'broken';
      const named = attribute(tag, value.keyFrom);
      if (named === null) return 'broken';
      repairQuotes(block, named);
      key = named.value.trim();
      keySpan = named.span;
      const given =
        typed === 'string-flag' ? attribute(tag, ['string']) : typed === 'type-name' ? attribute(tag, ['type']) : null;
      type =
        given === null ? null : typed === 'string-flag' ? (given.value === 'true' ? 'string' : 'json') : given.value;
      if (tag.isSelfClosing) {
        const inline = attribute(tag, ['value']);
        const span = inline?.span ?? { from: tag.to, to: tag.to };
        return { key, keySpan, span, text: inline?.value ?? '', type, to: tag.to };
      }
      at = tag.to;
    }
    const end = yield* this.#valueEnd(block, at);
    return end === null ? null : { key, keySpan, span: { from: at, to: end.from }, type, to: end.to };
  }

  /**
   * Where a value ends: at a closing marker after which the grammar goes on. A closer inside of the value that
   * something else follows is text. A forgotten closer is made up for by the next opener on a line of its own.
   */
  *#valueEnd(block: Block, from: number): Resumable<Span | null> {
    const { source } = block;
    const after = [...this.#valueOpen, ...this.#callClose, ...this.#wrapperClose, ...this.#callOpen, block.opener];
    const ends = [...this.#valueClose, ...this.#callClose, ...this.#passed, ...this.#valueOpen];
    for (let at = from; ;) {
      const found = yield* textUntil(source, at, ends, Infinity);
      if (found.literal === null) return null;
      const next = found.to + found.literal.length;
      if (this.#valueClose.includes(found.literal)) {
        if (yield* this.#follows(block, next, after)) return { from: found.to, to: next };
      } else if (this.#passed.includes(found.literal)) {
        if (yield* this.#follows(block, next, this.#callClose)) return { from: found.to, to: found.to };
      } else if (this.#callClose.includes(found.literal)) {
        const outer = [...this.#wrapperClose, ...this.#callOpen];
        if (yield* this.#follows(block, next, outer)) return this.#unclosed(block, found.to);
      } else if (source.code(found.to - 1) === LF && (yield* this.#isOpener(block, found.to, found.literal))) {
        return this.#unclosed(block, found.to);
      }
      at = found.to + 1;
    }
  }

  /** The end of a value without its closing marker. */
  #unclosed({ source, rec }: Block, at: number): Span {
    // The last line break belongs to the markup.
    const to = source.code(at - 1) === LF ? at - 1 : at;
    rec.quirk('closer-missing', { from: to, to });
    return { from: at, to: at };
  }

  /** Where a value holds nothing but the openers of a call, which begins once more: the place of them, else -1. */
  #beginsAgain(block: Block, value: RawValue): number {
    const { call } = this.#grammar;
    // After such openers comes the next value, and no closer.
    if (value.to !== value.span.to || 'nameEnd' in call) return -1;
    const { from, to } = trimmed(block, value.span.from, value.span.to);
    const written = block.source.slice(from, to);
    const isWrapped = !this.#callOpen.includes(block.opener) && written.startsWith(block.opener);
    const tag = isWrapped ? written.slice(block.opener.length).trimStart() : written;
    const { end = '>' } = call;
    const isTag = this.#callOpen.some((open) => tag.startsWith(open)) && tag.indexOf(end) === tag.length - end.length;
    return isTag ? from : -1;
  }

  /** Whether a value really begins there, under a key that is declared where keys are. */
  *#isOpener(block: Block, from: number, opener: string): Resumable<boolean> {
    const { value } = this.#grammar;
    const at = from + opener.length;
    if ('key' in value) return (yield* textUntil(block.source, at, [value.key[1]], 200)).literal !== null;
    const tag = yield* readTag(block.source, at, value.end);
    return tag !== null && attribute(tag, value.keyFrom) !== null;
  }

  /** Whether one of `literals`, or the end of the turn, comes next. */
  *#follows({ source }: Block, from: number, literals: readonly string[]): Resumable<boolean> {
    const at = yield* this.#skip(source, from);
    if (yield* endsTurn(source, at)) return true;
    return (yield* oneOf(source, at, literals)) !== null;
  }

  /** After white space and the markers that say nothing. */
  #skip(source: TextSource, from: number): Resumable<number> {
    return this.#passed.length === 0 ? skipSpace(source, from) : skipMarkers(source, from, this.#passed);
  }
}

function* skipMarkers(source: TextSource, from: number, markers: readonly string[]): Resumable<number> {
  for (let at = from; ;) {
    at = yield* skipSpace(source, at);
    const marker = yield* oneOf(source, at, markers);
    if (marker === null) return at;
    at += marker.length;
  }
}

/** Says of both curly quotes around a value that they are read as plain ones. */
function repairQuotes({ rec }: Block, { isCurly, span: { from, to } }: Attribute): void {
  if (isCurly !== true) return;
  rec.repair('smart-quotes', { from: from - 1, to: from }, '"');
  rec.repair('smart-quotes', { from: to, to: to + 1 }, '"');
}
