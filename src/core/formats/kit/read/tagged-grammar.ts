import type { Block } from './block.ts';
import type { RawText } from './raw-values.ts';
import type { TextSource } from './source.ts';
import { closerEnd, damagedClosers, type ReadToken } from '../mend/token-ends.ts';
import { misspeltCloser, withoutSlash } from '../mend/misspelt-closer.ts';
import { endsTurn } from './turn-end.ts';
import { oneOf, skipSpace, type Resumable } from './resumable.ts';

/** A tag with attributes: `open` is its beginning up to the name, `end` ends it. */
interface TagSyntax {
  readonly open: readonly string[];
  readonly end?: string;
  readonly close: readonly string[];
}

/** How a format writes the arguments of a call as raw text between markers. */
export interface TaggedValues extends RawText {
  /** The closers of the wrapper. The opener of the block is the wrapper's, or that of the call itself. */
  readonly close?: readonly string[];
  /** How a call begins and ends: a tag, or plain text between literals. */
  readonly call:
    | (TagSyntax & { readonly nameFrom?: readonly string[] })
    | { readonly open?: readonly string[]; readonly nameEnd: readonly string[]; readonly close: readonly string[] };
  /** Where a value is: inside a tag that has its key, or after a key between markers. */
  readonly value:
    | (TagSyntax & { readonly keyFrom: readonly string[] })
    | {
        readonly key: readonly [open: string, close: string];
        readonly type?: readonly [open: string, close: string];
        readonly open: string;
        readonly close: readonly string[];
        /** The sign between key and value if the markers between them are left out. */
        readonly joined?: string;
      };
  /** The kind of attribute that gives the type of a value. */
  readonly typed?: 'string-flag' | 'type-name';
  /** Words that may precede the name. */
  readonly beforeName?: readonly string[];
  /** Markers without a meaning, which may be between the others. */
  readonly passed?: readonly string[];
}

/** The syntax of a value after its key, each between markers of its own. */
export type PairSyntax = Extract<TaggedValues['value'], { readonly key: readonly [string, string] }>;

const LESS = 0x3c;

/** The markers of a grammar by their meaning. The readers of calls and of values both ask here. */
export class TaggedMarkers {
  readonly callOpen: readonly string[];
  readonly callClose: readonly string[];
  readonly valueOpen: readonly string[];
  readonly valueClose: readonly string[];
  readonly wrapperClose: readonly string[];
  readonly passed: readonly string[];
  /** The opener of a value whose key is between markers of its own. */
  readonly innerOpen: readonly string[];
  /** What closes a key that is. */
  readonly keyClose: readonly string[];

  /** The token that ends tags and closers; null if a sign ends them. */
  readonly #token: string | null;
  /** Openers with a slash too many: the opener that is meant, and the length of the damaged tag. */
  readonly #closing = new Map<string, { readonly open: string; readonly length: number }>();
  /** The remains of damaged closers, and the closers that are meant. */
  readonly #damaged = new Map<string, string>();

  constructor({ call, value, close = [], passed = [] }: TaggedValues) {
    this.innerOpen = 'key' in value ? [value.open || value.key[1]] : [];
    this.keyClose = 'key' in value ? [value.key[1]] : [];
    this.#token = 'end' in call && call.end !== undefined && call.end.length > 1 ? call.end : null;
    this.callOpen = 'nameEnd' in call ? (call.open ?? []) : this.#withClosing(call.open, call.nameFrom ?? ['name', '']);
    this.callClose = this.#withDamaged(call.close);
    this.valueOpen = 'key' in value ? [value.key[0]] : this.#withClosing(value.open, value.keyFrom);
    this.valueClose = this.#withDamaged(value.close);
    this.wrapperClose = this.#withDamaged(close);
    this.passed = passed;
  }

  #withDamaged(closers: readonly string[]): readonly string[] {
    const token = this.#token;
    if (token === null) return closers;
    for (const closer of closers) for (const one of damagedClosers(closer, token)) this.#damaged.set(one, closer);
    return [...closers, ...closers.flatMap((closer) => damagedClosers(closer, token))];
  }

  /** Adds openers with a slash too many. They are no closers, because they have a name or a key. */
  #withClosing(openers: readonly string[], keys: readonly string[]): readonly string[] {
    const all = new Set(openers);
    for (const open of openers.filter((one) => /^<[a-z]/i.test(one))) {
      const tag = `</${open.slice(1).trimEnd()}`;
      const written = open.endsWith('=') ? [tag] : keys.map((key) => (key === '' ? `${tag}=` : `${tag} ${key}=`));
      for (const one of written) {
        if (!this.#closing.has(one)) this.#closing.set(one, { open, length: tag.length });
        all.add(one);
      }
    }
    return [...all];
  }

  /** Whether it is an opener with a slash too many. */
  hasSlash(opener: string): boolean {
    return this.#closing.has(opener);
  }

  /** The offset after an opener at `from`. Records a slash too many. */
  afterOpener({ rec }: Block, opener: string, from: number): number {
    const closing = this.#closing.get(opener);
    if (closing === undefined) return from + opener.length;
    const to = from + closing.length;
    rec.repair('wrong-marker', { from, to }, closing.open.trimEnd());
    return to;
  }

  /** Whether a token ends the tags and closers: no marker begins inside of another one. */
  get hasToken(): boolean {
    return this.#token !== null;
  }

  /** Reads the closing marker of a value that begins at `least`; `literal` of the marker is at `from`. */
  *closer({ source }: Block, literal: string, from: number, least: number): Resumable<ReadToken> {
    if (this.#token === null) return { from, to: from + literal.length, repairs: [] };
    return yield* closerEnd(source, from, literal, this.#damaged.get(literal) ?? literal, this.#token, least);
  }

  /** Reads one of `closers`, perhaps misspelt, and records its repairs. Null if there is none at `from`. */
  *closing(
    block: Block,
    from: number,
    closers: readonly string[],
  ): Resumable<{ readonly literal: string; readonly to: number } | null> {
    const { source, rec } = block;
    const literal = yield* oneOf(source, from, closers);
    if (literal === null) {
      const misspelt = yield* this.#misspelt(source, from, closers);
      if (misspelt !== null) rec.repair('wrong-marker', { from, to: misspelt.to }, misspelt.literal);
      return misspelt;
    }
    const { repairs, to } = yield* this.closer(block, literal, from, from);
    for (const { code, span, inserted } of repairs) rec.repair(code, span, inserted);
    return { literal, to };
  }

  /** Reads a misspelling of one of `closers` that is no other marker. A closer of a call may also lack its slash. */
  *#misspelt(source: TextSource, at: number, closers: readonly string[]): ReturnType<typeof misspeltCloser> {
    if (source.code(at) !== LESS) return null;
    const others = [...this.callClose, ...this.valueClose, ...this.wrapperClose, ...this.passed];
    if ((yield* oneOf(source, at, others)) !== null) return null;
    const ofCalls = this.callClose.filter((one) => closers.includes(one) && !this.callOpen.includes(withoutSlash(one)));
    const opener = yield* oneOf(source, at, ofCalls.map(withoutSlash).filter(Boolean));
    const literal = ofCalls.find((one) => withoutSlash(one) === opener);
    if (opener === null || literal === undefined) return yield* misspeltCloser(source, at, closers);
    const to = at + opener.length;
    return (yield* this.#endsCall(source, to)) ? { literal, to } : null;
  }

  /** Whether the following text is no part of a call. */
  *#endsCall(source: TextSource, from: number): Resumable<boolean> {
    const at = yield* this.skip(source, from);
    const after = [...this.callOpen, ...this.wrapperClose, ...this.wrapperClose.map(withoutSlash).filter(Boolean)];
    return (yield* endsTurn(source, at)) || (yield* oneOf(source, at, after)) !== null;
  }

  /** The markers that count inside a value, in a block with this opener. */
  inValue(opener: string): readonly string[] {
    return [
      ...new Set([
        ...[...this.valueClose, ...this.callClose, ...this.wrapperClose, ...this.passed],
        ...[...this.valueOpen, ...this.innerOpen, ...this.callOpen],
        // A word is no marker.
        ...(/^\w|^$/.test(opener) ? [] : [opener]),
      ]),
    ];
  }

  /** The closer that belongs to the opener of an argument. */
  closerOf(opener: string): string {
    const tag = this.#closing.get(opener)?.open ?? opener;
    const ofTag = this.valueClose.filter((close) => tag.startsWith(close.slice(2, -1), 1));
    return ofTag.toSorted((one, other) => other.length - one.length)[0] ?? this.valueClose[0] ?? '';
  }

  /** Skips white space and markers without a meaning. */
  skip(source: TextSource, from: number): Resumable<number> {
    return this.passed.length === 0 ? skipSpace(source, from) : skipMarkers(source, from, this.passed);
  }

  /** Whether one of `literals`, or the end of the turn, comes next. */
  *follows({ source }: Block, from: number, literals: readonly string[]): Resumable<boolean> {
    const at = yield* this.skip(source, from);
    if (yield* endsTurn(source, at)) return true;
    if ((yield* oneOf(source, at, literals)) !== null) return true;
    const closers = [...this.callClose, ...this.wrapperClose].filter((one) => literals.includes(one));
    return closers.length > 0 && (yield* this.#misspelt(source, at, closers)) !== null;
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
