import { explain, type Extraction, type GateEvent, gateMissText, type TraceEvent } from '../../trace/index.ts';
import { overlaps, type Span } from '../../text/document/index.ts';

/** Where a runtime left the road to a call. */
interface Stop {
  /** What it expected or missed there, in sentences. */
  readonly why: string;
  readonly span: Span;
}

/**
 * The step that says why a runtime does not return the call in `area`: what it refused there, what it did there that
 * surprises people, else what it looked for in vain. Null where no step is about that place.
 */
export function stopOf(extraction: Extraction, area: Span): Stop | null {
  const { trace, runtime, document, error, calls } = extraction;
  const vague = new Set(runtime.telling?.vague);
  const isThere = (event: TraceEvent): boolean => overlaps(event, area);
  const failed = (event: TraceEvent): boolean =>
    error !== undefined && event.kind === 'reject' && event.from <= error.at && error.at <= event.to;
  const refused = (event: TraceEvent): boolean => event.kind === 'reject' && !vague.has(event.code) && isThere(event);
  const surprising = (event: TraceEvent): boolean => event.kind === 'quirk' && !vague.has(event.code) && isThere(event);
  const event = trace.find(failed) ?? trace.find(refused) ?? trace.find(surprising);
  if (event?.kind === 'reject' || event?.kind === 'quirk') {
    const from = event.kind === 'reject' ? event.at : event.from;
    return { why: explain(event, document, runtime.words).title, span: firstOf(from, event.to) };
  }
  // A later call was found, so what was looked for at first is there.
  const gate =
    calls.length > 0
      ? undefined
      : trace.findLast((one): one is GateEvent => one.kind === 'gate' && !one.answer && isThere(one));
  if (gate === undefined) return null;
  const missing = gateMissText(gate, document, runtime.words);
  return {
    why: `${missing.charAt(0).toUpperCase()}${missing.slice(1)}.`,
    span: firstOf(gate.found?.from ?? area.from, area.to),
  };
}

function firstOf(from: number, to: number): Span {
  return { from, to: Math.max(from, Math.min(to, from + 1)) };
}
