import type { ModelSource } from './source.ts';
import { RUNTIME_BYTES, runInWorker, wllamaAvailability } from './wllama.ts';

const CONTEXT = 8192;

/** A model in GGUF format from the reader's own disk. It is read where it lies and never leaves this computer. */
export function fileSource(file: Blob): ModelSource {
  return {
    id: 'file',
    availability: () => Promise.resolve(wllamaAvailability(RUNTIME_BYTES)),
    open: ({ system, user, sampling }, signal) =>
      runInWorker(
        { model: file, prompt: { kind: 'chat', system, user }, sampling, context: CONTEXT, pause: 0 },
        signal,
      ),
  };
}
