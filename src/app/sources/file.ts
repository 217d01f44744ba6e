import type { ModelSource } from './source.ts';
import { modelHost, RUNTIME_BYTES, wllamaAvailability } from './wllama.ts';

const CONTEXT = 8192;

/**
 * A model in GGUF format from the reader's own disk. It is read where it lies and never leaves this computer.
 *
 * @param tools JSON array of tools, in OpenAI's form, for the template in the file; '' for none.
 */
export function fileSource(file: Blob, tools: string): ModelSource {
  return {
    id: 'file',
    availability: () => Promise.resolve(wllamaAvailability(RUNTIME_BYTES)),
    open: ({ system, user, sampling, constraint }, signal) =>
      modelHost.run(
        {
          model: file,
          prompt: { kind: 'chat', system, user, tools },
          sampling,
          ...(constraint === undefined ? {} : { constraint }),
          context: CONTEXT,
          pause: 0,
        },
        signal,
      ),
  };
}
