import type { Span } from '../../../text/document/index.ts';
import type { ToolCall } from '../../../trace/index.ts';

/** What one format found in a text. Conditions of known failures look at it. */
export interface FoundCalls {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** Text that belongs to no call, no markup and no reasoning, in order. */
  readonly content: readonly Span[];
  /** The names of the declared tools; empty when none are declared. */
  readonly tools: ReadonlySet<string>;
  /** Calls whose closing marker is missing. */
  readonly unclosed: number;
}

/** Whether a known failure happens with these calls. Linear in the text. */
export type Condition = (found: FoundCalls) => boolean;

function sliceOf({ text }: FoundCalls, span: Span): string {
  return text.slice(span.from, span.to);
}

/** Holds if a test accepts one of the calls with its markup. */
export function someCall(test: (written: string, call: ToolCall) => boolean): Condition {
  return (found) => found.calls.some((call) => test(sliceOf(found, call.span), call));
}

/** Holds if the arguments of a call contain one of these literals. */
export function argumentsHold(...literals: readonly string[]): Condition {
  return (found) =>
    found.calls.some(({ argumentsSpan }) => {
      const written = argumentsSpan === null ? '' : sliceOf(found, argumentsSpan);
      return literals.some((literal) => written.includes(literal));
    });
}

export function textHolds(...literals: readonly string[]): Condition {
  return ({ text }) => literals.some((literal) => text.includes(literal));
}

export const closerMissing: Condition = ({ unclosed }) => unclosed > 0;

export const severalCalls: Condition = ({ calls }) => calls.length > 1;

export const isUndeclared: Condition = ({ calls, tools }) =>
  tools.size > 0 && calls.some(({ name }) => !tools.has(name));

/** Holds if text other than white space precedes the first call. */
const textBefore: Condition = (found) => hasContent(found, ({ to }, { from }) => to <= from);

/** Holds if text other than white space follows the last call. */
export const textAfter: Condition = (found) => hasContent(found, ({ from }, { to }) => from >= to);

export const textAround: Condition = (found) => textBefore(found) || textAfter(found);

export const dottedName: Condition = ({ calls }) => calls.some(({ name }) => name.includes('.'));

export const hyphenName: Condition = ({ calls }) => calls.some(({ name }) => name.includes('-'));

/** Holds if a call has a key, as a JSON string, outside of its arguments. */
export function hasKey(key: string): Condition {
  return (found) =>
    found.calls.some(({ span, argumentsSpan }) => {
      const inner = argumentsSpan ?? { from: span.to, to: span.to };
      const around = [
        sliceOf(found, { from: span.from, to: inner.from }),
        sliceOf(found, { from: inner.to, to: span.to }),
      ];
      return around.some((piece) => piece.includes(`"${key}"`));
    });
}

export const negativeNumber: Condition = ({ calls }) =>
  calls.some(({ argumentsText }) => /[:[,]-\d/.test(argumentsText));

function hasContent(found: FoundCalls, test: (piece: Span, calls: Span) => boolean): boolean {
  const calls = { from: Infinity, to: 0 };
  for (const { span } of found.calls) {
    calls.from = Math.min(calls.from, span.from);
    calls.to = Math.max(calls.to, span.to);
  }
  return found.content.some((piece) => test(piece, calls) && sliceOf(found, piece).trim() !== '');
}
