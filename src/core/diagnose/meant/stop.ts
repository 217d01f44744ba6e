import { reasonOf, type Extraction } from '../../trace/index.ts';
import type { Span } from '../../text/document/index.ts';

/** Where a runtime left the road to a call. */
interface Stop {
  /** What it expected or missed there: the end of a sentence after a colon, with a full stop. */
  readonly why: string;
  readonly span: Span;
}

/** The step that says best why there is no call; null where none does. */
export function stopOf(extraction: Extraction): Stop | null {
  const reason = reasonOf(extraction);
  if (reason === null) return null;
  const { text, step } = reason;
  const event = extraction.trace[step];
  if (event === undefined) return null;
  const from = event.kind === 'reject' ? event.at : event.from;
  const why = text.charAt(0).toLowerCase() + text.slice(1);
  return { why, span: { from, to: Math.max(from, Math.min(event.to, from + 1)) } };
}
