import { createWorker } from '../trusted-types.ts';
import { messageOf, sourceError, type SourceErrorCode } from './errors.ts';
import { Inbox } from './inbox.ts';
import type { Availability, Phase, SourceEvent } from './source.ts';
import type { WllamaJob } from './wllama-job.ts';
import workerUrl from './wllama.worker.ts?worker&url';

/** How long the worker may be silent in each phase, in milliseconds, and what it means when it is. */
const silences = {
  start: [30_000, 'start-timeout', 'The runtime of the model did not start.'],
  runtime: [30_000, 'download-stalled', 'The download of the runtime stands still.'],
  model: [30_000, 'download-stalled', 'The download of the model stands still.'],
  load: [180_000, 'load-timeout', 'The model could not be loaded within three minutes.'],
  prompt: [180_000, 'first-token-timeout', 'The model gave no token within three minutes.'],
  text: [60_000, 'stalled', 'The model has given no token for a minute.'],
} as const satisfies Partial<Record<Phase | 'text', readonly [number, SourceErrorCode, string]>>;

/** Compressed, as most hosts send it: about what llama.cpp takes, with the script around it. */
export const RUNTIME_BYTES = 2_600_000;

export function wllamaAvailability(bytes: number): Availability {
  return typeof WebAssembly === 'undefined' || typeof Worker === 'undefined'
    ? { kind: 'unsupported', reason: 'This browser runs no WebAssembly.' }
    : { kind: 'needs-download', bytes };
}

/** Runs a job in a worker of its own, which ends with the run. */
export async function* runInWorker(
  job: WllamaJob,
  signal: AbortSignal,
  open: typeof createWorker = createWorker,
): AsyncGenerator<SourceEvent, void> {
  const inbox = new Inbox<SourceEvent | 'aborted'>();
  const abort = (): void => {
    inbox.put('aborted');
  };
  let worker: Worker;
  try {
    worker = open(workerUrl, 'model');
  } catch (error) {
    yield { kind: 'failed', error: sourceError('worker-failed', messageOf(error)) };
    return;
  }
  try {
    worker.onmessage = ({ data }: MessageEvent<SourceEvent>) => {
      inbox.put(data);
    };
    worker.onerror = ({ message }) => {
      const text = message || 'The script that runs models could not be loaded.';
      inbox.put({ kind: 'failed', error: sourceError('worker-failed', text) });
    };
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    worker.postMessage(job);
    yield { kind: 'progress', phase: 'start' };
    let phase: keyof typeof silences = 'start';
    for (;;) {
      const [deadline, code, message]: (typeof silences)[keyof typeof silences] = silences[phase];
      const event = await inbox.take(deadline);
      if (event === 'aborted') return;
      if (event === null) {
        yield { kind: 'failed', error: sourceError(code, message) };
        return;
      }
      yield event;
      if (event.kind === 'done' || event.kind === 'failed') return;
      if (event.kind === 'text') phase = 'text';
      else if (event.phase in silences) phase = event.phase as keyof typeof silences;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    worker.terminate();
  }
}
