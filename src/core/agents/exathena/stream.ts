import type { Outcome, Recorder } from '../../trace/index.ts';
import { callDeltas, contentDelta } from '../../engines/kit/index.ts';
import type { RuntimeStream } from '../../engines/runtime.ts';
import { openFenceFilter } from './fence-filter.ts';

/**
 * A reply that streams through ExAthena: its fence filter decides what a user sees, and the calls are extracted when the
 * stream has ended.
 *
 * @param extract reads the whole reply, which the recorder has by then
 */
export function openFenceStream<Code extends string>(steps: Recorder<Code>, extract: () => Outcome): RuntimeStream {
  const filter = openFenceFilter();
  return {
    push: (text) => contentDelta(filter.push(text)),
    withheld: () => filter.withheld(),
    hidden: () => filter.hidden(),
    end() {
      const rest = contentDelta(filter.flush());
      const outcome = extract();
      return { ...outcome, deltas: [...rest, ...callDeltas(steps.calls)] };
    },
  };
}
