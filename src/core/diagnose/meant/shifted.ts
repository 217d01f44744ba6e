import type { Span } from '../../text/document/index.ts';
import type { Extraction, ToolCall, TraceEvent } from '../../trace/index.ts';

/**
 * What came of a document after `length` characters were inserted at `at`, in places of the document as it was. What was read
 * in the inserted text is at its place.
 */
export function withoutInsertion(after: Extraction, document: string, at: number, length: number): Extraction {
  const place = (offset: number): number => (offset <= at ? offset : Math.max(at, offset - length));
  const placed = <Part extends Span>(part: Part): Part => ({ ...part, from: place(part.from), to: place(part.to) });
  const placedOrNot = (span: Span | null): Span | null => span && placed(span);
  const { text, native } = after.parts;
  return {
    ...after,
    document,
    parts: { text: placedOrNot(text), native: placedOrNot(native) },
    calls: after.calls.map((call): ToolCall => placedCall(call, placed)),
    incomplete: after.incomplete.map((call): ToolCall => placedCall(call, placed)),
    lost: after.lost.map(placed),
    suppressed: after.suppressed.map((one) => ({ ...one, span: placed(one.span) })),
    ...(after.error === undefined
      ? {}
      : { error: { ...after.error, span: placed(after.error.span), at: place(after.error.at) } }),
    ledger: after.ledger.map(placed).filter(({ from, to }) => from < to),
    trace: after.trace.map((event): TraceEvent => {
      const moved = placed(event);
      if (moved.kind === 'gate') return { ...moved, found: placedOrNot(moved.found) };
      return moved.kind === 'reject' ? { ...moved, at: place(moved.at) } : moved;
    }),
  };
}

/** Only what is looked at of calls that a runtime returns; their values are made when they are asked for. */
function placedCall(call: ToolCall, placed: (span: Span) => Span): ToolCall {
  const { id, idGenerated, idSpan, name, nameSpan, argumentsText, returnedText, argumentsSpan } = call;
  const { format, tier, span, repairs, coercions, validation } = call;
  return {
    ...{ id, idGenerated, name, argumentsText, returnedText, format, tier, repairs, coercions, validation },
    idSpan: idSpan && placed(idSpan),
    nameSpan: placed(nameSpan),
    argumentsSpan: argumentsSpan && placed(argumentsSpan),
    span: placed(span),
    get arguments() {
      return call.arguments;
    },
  };
}
