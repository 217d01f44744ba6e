import type { Repair, Span } from '../../../text/document/index.ts';
import type { TextSource } from '../read/source.ts';
import { attributesIn, LONGEST_TAG, readTag, type Tag } from '../read/attributes.ts';
import { codeAt, lookingAt, type Resumable } from '../read/resumable.ts';

/** Some formats end their tags with a token of its own. No damaged one is longer. */
const LONGEST_TOKEN = 10;
/** So many tokens are left out where one is written again and again. */
const MOST_AGAIN = 20;
const ATTRIBUTES = /^(?:\s*[\w-]+ ?= ?"[^"<>\n]*")+/;

/** The word before the token of a closing marker that lost its own token, or a part of it. */
const BEFORE_WORD = /(?:<\|\w{0,6}(?:\|?>|\|)|<?\w{0,6}\|>|<?\|?close\|?>?)$/;

/** A token, and what is wrong with it. */
export interface ReadToken extends Span {
  readonly repairs: readonly Repair[];
}

/**
 * What is left of a token: without its brackets or bars, or with other letters between them. A word without any of them
 * is one only where it is the same word.
 */
function damaged(token: string): RegExp {
  const word = /\w+/.exec(token)?.[0] ?? '';
  return new RegExp(`^(?:<\\|(?!open|close)\\w{0,5}(?:\\|?>|\\|)|<?(?!open|close)\\w{0,5}\\|>|<?\\|?${word}\\|?>?)`);
}

/** How long the damaged token at an offset is; 0 where there is none. */
function* damagedAt(source: TextSource, at: number, token: string): Resumable<number> {
  yield* codeAt(source, at + LONGEST_TOKEN);
  const text = source.slice(at, Math.min(source.length, at + LONGEST_TOKEN));
  return damaged(token).exec(text)?.[0].length ?? 0;
}

/**
 * What ends a tag or a closing marker at `at`: the token, perhaps damaged, lost, or written more than once.
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

/** What is left of a closing marker that ends with a token: the marker without it, or the word before it. */
export function damagedClosers(closer: string, token: string): readonly string[] {
  const stem = closer.slice(0, -token.length);
  return [stem, `${/\w*$/.exec(stem)?.[0] ?? ''}${token}`];
}

/** The closing marker `wanted`, of which `written` begins at `from`, and what is left of its own token not before `least`. */
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

/** A tag that ends with a sign, or with a token. */
export function* readTagWith(source: TextSource, from: number, end = '>'): Resumable<Tag | null> {
  return (end.length > 1 ? yield* readTokenTag(source, from, end) : null) ?? (yield* readTag(source, from, end));
}

/**
 * The tag whose attributes begin at `from` and end with a token; null where they do not.
 *
 *     call tool="ring_bell" index="1"<|sep|>
 *         ^ from                            ^ to
 */
function* readTokenTag(source: TextSource, from: number, token: string): Resumable<Tag | null> {
  let at = from;
  // Attributes have neither line breaks nor brackets; a value may come right after them.
  for (let code = yield* codeAt(source, at); code >= 0; code = yield* codeAt(source, at)) {
    if (code === 0x0a || code === 0x3c || code === 0x3e || at - from > LONGEST_TAG) break;
    at += 1;
  }
  const text = source.slice(from, at);
  const attributes = ATTRIBUTES.exec(text)?.[0];
  if (attributes === undefined || (source.ended && at >= source.length)) return null;
  const { to, repairs } = yield* tokenEnd(source, from + attributes.length, token);
  return { to, attributes: attributesIn(attributes, from, false), isSelfClosing: false, repairs };
}
