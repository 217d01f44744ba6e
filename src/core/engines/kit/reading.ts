import type { ExtractionError, Recorder } from '../../trace/index.ts';
import { divide, type Division } from './engine-calls.ts';
import { type Engine, type EngineOutcome, formatOf } from './engine-runtime.ts';

/** An exception of a program, which it does not catch. */
export interface Exception {
  /** Its class: `KeyError`. */
  readonly raises: string;
  /** What Python or JavaScript says with it. */
  readonly message: string;
}

/** What a program makes of a whole reply: calls, and the text that its user or client gets. */
export interface Reading extends Division {
  /** Null where it passes on none. */
  readonly text: string | null;
  /** Where it ends with an exception, and where in the reply that is. */
  readonly raises?: Exception & { readonly at: number };
}

/**
 * Records what a program makes of a whole reply: its calls, or its exception, with which all calls are gone.
 *
 * @param served what the exception ends
 */
export function concludeReading(
  steps: Recorder<string>,
  engine: Pick<Engine, 'tier' | 'formats'>,
  reading: Reading,
  served: ExtractionError['served'] = 'crash',
): EngineOutcome {
  const { raises, text } = reading;
  if (raises === undefined) {
    divide(steps, engine.tier, formatOf(engine), reading);
    return { content: text };
  }
  const { length } = steps.document;
  divide(steps, engine.tier, formatOf(engine), { calls: [], content: [] });
  const at = Math.min(raises.at, length);
  steps.fail({ code: `raises-${raises.raises}`, served, span: { from: at, to: length }, at });
  return { content: null };
}
