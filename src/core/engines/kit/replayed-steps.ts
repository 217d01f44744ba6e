import type { Span } from '../../text/document/index.ts';
import type { Recorder, TraceEvent } from '../../trace/index.ts';

/**
 * Repeats steps that were recorded over a text other than the document.
 *
 * @param place gives the span in the document for a span of that text
 */
export function replaySteps(trace: readonly TraceEvent[], steps: Recorder<string>, place: (span: Span) => Span): void {
  for (const event of trace) {
    const span = place(event);
    switch (event.kind) {
      case 'enter':
        steps.enter(event.part, event.name, span);
        break;
      case 'leave':
        steps.leave(span, event.outcome);
        break;
      case 'marker':
        steps.marker(event.marker, event.role, span.from, span.to);
        break;
      case 'read':
        steps.read(event.what, span);
        break;
      case 'quirk':
        steps.quirk(event.code, span);
        break;
      case 'skip':
        steps.skip(event.code, span);
        break;
      case 'gate':
        steps.gate(event.gate, event.answer, span, event.found && place(event.found), event.expected);
        break;
      case 'reject': {
        const at = place({ from: event.at, to: event.at }).from;
        steps.reject(event.code, span, at, event.json && { ...event.json, at, span }, {
          ...(event.expected === undefined ? {} : { expected: event.expected }),
          ...(event.detail === undefined ? {} : { detail: event.detail }),
        });
        break;
      }
      default:
        // The replayed readers make no other steps.
        break;
    }
  }
}
