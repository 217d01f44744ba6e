import { chunksOf, scheduleOf, type Pace, type Recording } from '../../core/index.ts';
import type { ModelSource } from './source.ts';

/** What a run said, and when. */
export interface RecordedRun {
  readonly text: string;
  readonly recording: Recording;
  /** Native calls as JSON; null when there are none. They come at the end. */
  readonly toolCallsText: string | null;
  readonly finishReason: string | null;
}

/** Says a recorded run once more, piece by piece, whatever is asked. `pace` null: all at once. */
export function replaySource(
  { text, recording, toolCallsText, finishReason }: RecordedRun,
  pace: Pace | null,
): ModelSource {
  return {
    id: 'replay',
    availability: () => Promise.resolve({ kind: 'ready' }),
    async *open(_request, signal) {
      const schedule = pace === null ? [] : scheduleOf(recording, pace);
      const startedAt = performance.now();
      for (const [index, chunk] of chunksOf(text, recording).entries()) {
        await until(startedAt + (schedule[index] ?? 0), signal);
        if (signal.aborted) return;
        yield { kind: 'text', text: chunk.text };
      }
      yield { kind: 'done', finishReason, usage: null, toolCallsText, notes: [] };
    },
  };
}

/** Waits for a moment of `performance.now`, or until the signal is aborted. */
async function until(moment: number, signal: AbortSignal): Promise<void> {
  const wait = moment - performance.now();
  if (wait <= 0 || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, wait);
    signal.addEventListener('abort', done);
  });
}
