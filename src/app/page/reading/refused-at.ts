import type { TraceEvent } from '../../../core/index.ts';

/** The character that a step refuses, where it is about one; null for none. */
export function refusedAt(event: TraceEvent): number | null {
  return event.kind === 'reject' && (event.at > event.from || event.json !== null) ? event.at : null;
}
