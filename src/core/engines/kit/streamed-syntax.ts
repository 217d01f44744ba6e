import type { Span } from '../../text/document/index.ts';
import type { EngineCall } from './engine-calls.ts';
import { isMarker, tokenPieces } from './token-pieces.ts';

// Which parts of a streamed reply belong to its calls and to its reasoning. The stream says only which chunk brought what; the
// rest is inferred.

/** Divides the characters of a chunk among the calls that arrived with it, in their order. */
export function apart(calls: readonly EngineCall[], end: number): EngineCall[] {
  const spans: { from: number; to: number }[] = [];
  for (const { span } of calls) {
    const last = spans.at(-1);
    const from = last === undefined ? span.from : Math.max(span.from, last.from + 1);
    if (last !== undefined) last.to = Math.min(last.to, from);
    spans.push({ from, to: Math.max(span.to, from + 1) });
  }
  // If the last chunk has fewer characters than calls, the first calls take characters of the chunk before it.
  let limit = end;
  for (const span of spans.toReversed()) {
    span.to = Math.max(1, Math.min(span.to, limit));
    span.from = Math.min(span.from, span.to - 1);
    limit = span.from;
  }
  return calls.map((call, index) => {
    const span = spans[index] as Span;
    const clipped = (part: Span): Span => {
      const inside = { from: Math.max(part.from, span.from), to: Math.min(part.to, span.to) };
      return inside.from < inside.to ? inside : span;
    };
    return {
      ...call,
      span,
      nameSpan: clipped(call.nameSpan),
      argumentsSpan: call.argumentsSpan && clipped(call.argumentsSpan),
    };
  });
}

/** A part of the reply that the client received as text. */
export interface SentPart extends Span {
  readonly kind: 'content' | 'reasoning';
  to: number;
}

/** The keys and words of the syntax of calls. */
const SYNTAX = /^ ?(?:name|arguments|parameters|function|functions|type|id|tool|args|json)$/;

/** The markers of reasoning. */
const THOUGHT = /^(?:<\/?(?:seed:|longcat_)?think(?:ing)?>|\[\/?THINK\]|<\|(?:START|END)_THINKING\|>)$/;

type IsSyntax = (piece: string) => boolean;

/**
 * The parts of unsent text that belong to a call or to reasoning beside it: markers, punctuation, keys, and the words of the
 * call itself, which arrived before the parser sent them. The rest of the unsent text is lost.
 */
export function syntaxAround(document: string, calls: readonly EngineCall[], sent: readonly SentPart[]): Span[] {
  const known = [
    ...calls.map((call) => ({ ...call.span, isSyntax: syntaxOf(call) })),
    ...sent.map(({ kind, ...span }) => ({ ...span, isSyntax: kind === 'reasoning' ? isSign : isThought })),
    { from: document.length, to: document.length, isSyntax: isThought },
  ].sort((one, other) => one.from - other.from);
  const markup: Span[] = [];
  let at = 0;
  let before: IsSyntax = isThought;
  for (const next of known) {
    if (next.from > at) markup.push(...syntaxIn(document, { from: at, to: next.from }, before, next.isSyntax));
    if (next.to >= at) before = next.isSyntax;
    at = Math.max(at, next.to);
  }
  return markup;
}

/** The syntax at the two ends of a gap: at the start it belongs to the part before, at the end to the part after. */
function syntaxIn(document: string, { from, to }: Span, before: IsSyntax, after: IsSyntax): Span[] {
  const pieces = tokenPieces(document.slice(from, to));
  let start = from;
  let first = 0;
  for (; first < pieces.length && before(pieces[first] ?? ''); first += 1) start += (pieces[first] ?? '').length;
  let end = to;
  for (let last = pieces.length - 1; last >= first && after(pieces[last] ?? ''); last -= 1) {
    end -= (pieces[last] ?? '').length;
  }
  return [
    { from, to: start },
    { from: end, to },
  ].filter((span) => span.from < span.to);
}

/** Whether a piece is a marker of reasoning, or white space. */
function isThought(piece: string): boolean {
  return THOUGHT.test(piece) || piece.trim() === '';
}

function isSign(piece: string): boolean {
  return !/[\p{L}\p{N}]/u.test(piece) || isMarker(piece);
}

function syntaxOf({ name, argumentsText }: EngineCall): IsSyntax {
  const words = new Set([...tokenPieces(name), ...tokenPieces(argumentsText)].map((piece) => piece.trim()));
  return (piece) => isSign(piece) || SYNTAX.test(piece) || words.has(piece.trim());
}
