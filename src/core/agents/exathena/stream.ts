import type { Outcome, Recorder } from '../../trace/index.ts';
import { callDeltas, contentDelta } from '../../engines/kit/index.ts';
import type { Delta, RuntimeStream } from '../../engines/runtime.ts';
import { openFenceFilter } from './fence-filter.ts';

/**
 * A reply that streams through ExAthena: its fence filter decides what a user sees, and the calls are extracted when the
 * stream has ended.
 *
 * @param extract reads the whole reply, which the recorder has by then
 */
export function openFenceStream<Code extends string>(steps: Recorder<Code>, extract: () => Outcome): RuntimeStream {
  const filter = openFenceFilter();
  /** All before this place was shown or hidden, and so many spans were hidden. */
  let at = 0;
  let passed = 0;
  /** What is shown is the text without what is hidden. */
  const shown = (text: string): readonly Delta[] => {
    const { length } = text;
    if ((filter.hidden()[passed]?.from ?? Infinity) >= at + length) {
      at += length;
      return contentDelta(text, at - length);
    }
    const deltas: Delta[] = [];
    let taken = 0;
    while (taken < length) {
      const hidden = filter.hidden()[passed];
      if (hidden?.from === at) {
        at = hidden.to;
        passed += 1;
        continue;
      }
      const size = Math.min(length - taken, (hidden?.from ?? Infinity) - at);
      deltas.push({ kind: 'content', text: text.slice(taken, taken + size), from: at });
      taken += size;
      at += size;
    }
    return deltas;
  };
  return {
    push: (text) => shown(filter.push(text)),
    withheld: () => filter.withheld(),
    hidden: () => filter.hidden(),
    end() {
      const rest = shown(filter.flush());
      const outcome = extract();
      return { ...outcome, deltas: [...rest, ...callDeltas(steps.calls)] };
    },
  };
}
