import type { Span } from '../../text/document/index.ts';
import {
  type ExtractionError,
  type LedgerKind,
  openDocument,
  type Outcome,
  Recorder,
  type TraceEvent,
} from '../../trace/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Delta, Runtime, RuntimeOptions } from '../runtime.ts';
import { textDeltas } from './deltas.ts';
import { EditedText } from './edited-text.ts';
import type { Excerpt } from './excerpt.ts';
import { replaySteps } from './replayed-steps.ts';

/** Where a part of the reply went. */
export interface Mark extends Span {
  readonly kind: LedgerKind;
}

/** What a runtime makes of a part of the reply, with places in the reply. */
export interface PartReading extends Outcome {
  readonly marks: readonly Mark[];
  readonly error: ExtractionError | null;
  readonly calls: number;
}

/**
 * Lets a runtime read a text that is made of parts of the reply, and records its steps and calls where they are in the reply.
 */
export function readPart(
  runtime: Runtime,
  part: Excerpt,
  tools: readonly ToolDefinition[],
  options: RuntimeOptions,
  steps: Recorder<string>,
): PartReading {
  const { document } = steps;
  const pieces = part.pieces.map(({ text, from, to }) =>
    from === null ? text : { from, to: to ?? from + text.length },
  );
  const edited = new EditedText(document, pieces);
  const inner = new Recorder<string>(openDocument({ text: part.text }));
  const outcome = runtime.whole(inner.opened, tools, options, inner);
  const place = (span: Span): Span => edited.inOriginal(span);
  const { calls, trace } = { calls: inner.calls, trace: inner.finish({ ...runtime }, outcome).trace };
  const lost = inner.suppressed;
  let called = 0;
  for (const event of withoutCascade(trace)) {
    if (event.kind !== 'call') {
      replaySteps([event], steps, place);
      continue;
    }
    const call = calls[called];
    called += 1;
    if (call === undefined) continue;
    const { name, nameSpan, argumentsText, returnedText, argumentsSpan, id, idGenerated, idSpan, format, tier } = call;
    const payload = {
      name,
      nameSpan: place(nameSpan),
      argumentsText,
      returnedText,
      argumentsSpan: argumentsSpan && place(argumentsSpan),
      ...(idGenerated ? {} : { id, idSpan: idSpan && place(idSpan) }),
    };
    steps.call(payload, { format, tier, span: place(call.span) });
  }
  for (const { span, reason, name } of lost) steps.addSuppressed(place(span), reason, name);
  const marks = inner.ledger.flatMap(({ kind, ...span }): Mark[] =>
    kind === 'call' || kind === 'suppressed'
      ? [{ kind, ...place(span) }]
      : edited.part(span).kept.map((piece) => ({ kind, ...piece })),
  );
  const { error } = inner;
  return {
    ...outcome,
    marks,
    calls: inner.calls.length,
    error: error && { ...error, span: place(error.span), at: edited.place(error.at) },
  };
}

/** The steps of the runtime's tiers, without the frame around them. */
function withoutCascade(trace: readonly TraceEvent[]): readonly TraceEvent[] {
  const [first] = trace;
  return first?.kind === 'enter' && first.part === 'cascade' ? trace.slice(1, -1) : trace;
}

/** Puts marks into the ledger. What none of them covers is lost. */
export function markAll(steps: Recorder<string>, marks: readonly Mark[]): void {
  const end = steps.opened.text?.to ?? 0;
  let at = 0;
  for (const { kind, from, to } of marks.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (from > at) steps.mark('lost', at, from);
    if (to <= at) continue;
    steps.mark(kind, Math.max(from, at), to);
    at = to;
  }
  if (at < end) steps.mark('lost', at, end);
}

/** What a stream that reads a part of the reply sends, with places in the reply. `part` is all that it was given so far. */
export function inReply(deltas: readonly Delta[], part: Excerpt): readonly Delta[] {
  return deltas.flatMap((delta): readonly Delta[] => {
    if (delta.kind !== 'content' && delta.kind !== 'reasoning') return [delta];
    const { kind, text, from, to } = delta;
    if (from === null) return [delta];
    const copied = part.slice(from, to ?? from + text.length);
    if (to === undefined) return textDeltas(kind, copied);
    const { spans } = copied;
    const [first, last] = [spans[0], spans.at(-1)];
    return [
      first === undefined || last === undefined
        ? { kind, text, from: null }
        : { kind, text, from: first.from, to: last.to },
    ];
  });
}
