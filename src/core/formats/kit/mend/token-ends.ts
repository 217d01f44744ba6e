import type { Repair, Span } from '../../../text/document/index.ts';
import type { TextSource } from '../read/source.ts';
import { attributesIn, LONGEST_TAG, readTag, type Tag } from '../read/attributes.ts';
import { codeAt, lookingAt, type Resumable } from '../read/resumable.ts';

/** Some formats end their tags with a token. No damaged token is longer, in UTF-16 units. */
const LONGEST_TOKEN = 10;
/** Most repetitions of a token that are skipped. */
const MOST_AGAIN = 20;
const ATTRIBUTES = /^(?:\s*[\w-]+ ?= ?"[^"<>\n]*")+/;

/** A closing marker that lost its own token or a part of it: the word before the token that follows. */
const BEFORE_WORD = /(?:<\|\w{0,6}(?:\|?>|\|)|<?\w{0,6}\|>|<?\|?close\|?>?)$/;

/** A token, and the repairs it needs. */
export interface ReadToken extends Span {
  readonly repairs: readonly Repair[];
}

/**
 * Matches the remains of a token: without its brackets or bars, or with other letters between them. A bare word counts only
 * if it is the word of the token.
 */
function damaged(token: string): RegExp {
  const word = /\w+/.exec(token)?.[0] ?? '';
  return new RegExp(`^(?:<\\|(?!open|close)\\w{0,5}(?:\\|?>|\\|)|<?(?!open|close)\\w{0,5}\\|>|<?\\|?${word}\\|?>?)`);
}

/** The length of the damaged token at an offset; 0 if there is none. */
function* damagedAt(source: TextSource, at: number, token: string): Resumable<number> {
  yield* codeAt(source, at + LONGEST_TOKEN);
  const text = source.slice(at, Math.min(source.length, at + LONGEST_TOKEN));
  return damaged(token).exec(text)?.[0].length ?? 0;
}

/**
 * Reads the token that ends a tag or a closing marker. It may be damaged, lost, or repeated.
 *
 *     key="port"<|sep|>    key="port"<|sep>    key="port"Kiel    <|close|>call<|sep|><|sep|>
 *               ^ at                 ^ at                ^ at                 ^ at
 */
export function* tokenEnd(source: TextSource, at: number, token: string): Resumable<ReadToken> {
  const repairs: Repair[] = [];
  let to = at;
  if (yield* lookingAt(source, at, token)) to += token.length;
  else {
    to += yield* damagedAt(source, at, token);
    repairs.push({ code: to > at ? 'wrong-marker' : 'missing-marker', span: { from: at, to }, inserted: token });
  }
  const again = to;
  for (let times = 0; times < MOST_AGAIN && (yield* lookingAt(source, to, token)); times += 1) to += token.length;
  if (to > again) repairs.push({ code: 'surplus-marker', span: { from: again, to }, inserted: '' });
  return { from: at, to, repairs };
}

/** The remains of a closing marker that ends with a token: the marker without the token, or its last word and the token. */
export function damagedClosers(closer: string, token: string): readonly string[] {
  const stem = closer.slice(0, -token.length);
  return [stem, `${/\w*$/.exec(stem)?.[0] ?? ''}${token}`];
}

/** Reads the closing marker `wanted`. `written` begins at `from`; remains of the first token may precede it, after `least`. */
export function* closerEnd(
  source: TextSource,
  from: number,
  written: string,
  wanted: string,
  token: string,
  least: number,
): Resumable<ReadToken> {
  if (!written.endsWith(token)) return { ...(yield* tokenEnd(source, from + written.length, token)), from };
  const end = yield* tokenEnd(source, from + written.length - token.length, token);
  if (written === wanted) return { ...end, from };
  const before = source.slice(Math.max(least, from - LONGEST_TOKEN), from);
  const at = from - (BEFORE_WORD.exec(before)?.[0].length ?? 0);
  const span = { from: at, to: from + written.length };
  return { from: at, to: end.to, repairs: [{ code: 'wrong-marker', span, inserted: wanted }, ...end.repairs] };
}

/** Reads a tag that ends with a sign or with a token. */
export function* readTagWith(source: TextSource, from: number, end = '>'): Resumable<Tag | null> {
  return (end.length > 1 ? yield* readTokenTag(source, from, end) : null) ?? (yield* readTag(source, from, end));
}

/**
 * Reads the tag whose attributes begin at `from` and end with a token; null if there is none.
 *
 *     call tool="ring_bell" index="1"<|sep|>
 *         ^ from                            ^ to
 */
function* readTokenTag(source: TextSource, from: number, token: string): Resumable<Tag | null> {
  let at = from;
  // Attributes have no line breaks or brackets. A value may follow them directly.
  for (let code = yield* codeAt(source, at); code >= 0; code = yield* codeAt(source, at)) {
    if (code === 0x0a || code === 0x3c || code === 0x3e || at - from > LONGEST_TAG) break;
    at += 1;
  }
  const text = source.slice(from, at);
  const attributes = ATTRIBUTES.exec(text)?.[0];
  if (attributes === undefined || (source.ended && at >= source.length)) return null;
  const end = from + attributes.length;
  // A tag of XML ends with a sign.
  const sign = { code: 'wrong-marker', span: { from: end, to: end + 1 }, inserted: token };
  const isSign = (yield* codeAt(source, end)) === 0x3e;
  const { to, repairs } = isSign ? { to: end + 1, repairs: [sign] } : yield* tokenEnd(source, end, token);
  return { to, attributes: attributesIn(attributes, from, false), isSelfClosing: false, repairs };
}
