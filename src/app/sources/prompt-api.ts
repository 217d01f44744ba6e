import { messageOf } from '../message-of.ts';
import { sourceError } from './errors.ts';
import type { Availability, ModelSource, SourceEvent, SourceRequest } from './source.ts';

// https://github.com/webmachinelearning/prompt-api; only what is used of it.
interface LanguageModelSession {
  promptStreaming(input: string, options: { signal: AbortSignal }): ReadableStream<string>;
  destroy(): void;
}
interface LanguageModelApi {
  availability(): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options: {
    readonly initialPrompts?: readonly { readonly role: 'system'; readonly content: string }[];
    readonly signal: AbortSignal;
    readonly monitor: (target: EventTarget) => void;
  }): Promise<LanguageModelSession>;
}

function languageModel(): LanguageModelApi | undefined {
  return (globalThis as { LanguageModel?: LanguageModelApi }).LanguageModel;
}

/** The model that some browsers bring along. It has no setting for length and takes its own temperature. */
export const promptApiSource: ModelSource = {
  id: 'prompt-api',
  availability,
  async *open(request, signal) {
    try {
      yield* answer(request, signal);
    } catch (error) {
      if (signal.aborted) return;
      yield { kind: 'failed', error: sourceError('model-failed', `The browser reports: ${messageOf(error)}`) };
    }
  },
};

async function availability(): Promise<Availability> {
  const api = languageModel();
  if (api === undefined)
    return { kind: 'unsupported', reason: 'This browser has no built-in model. Try desktop Chrome.' };
  const state = await api.availability();
  if (state === 'available') return { kind: 'ready' };
  if (state === 'unavailable') {
    return { kind: 'unsupported', reason: 'This browser’s built-in model is not available on this device.' };
  }
  return { kind: 'needs-download', bytes: null };
}

async function* answer(
  { system, user, constraint }: SourceRequest,
  signal: AbortSignal,
): AsyncGenerator<SourceEvent, void> {
  if (constraint !== undefined) {
    const message = 'Callscope cannot constrain the browser’s model to a schema.';
    yield { kind: 'failed', error: sourceError('unsupported', message, 'Turn off constrained decoding.') };
    return;
  }
  const found = await availability();
  const api = languageModel();
  if (found.kind === 'unsupported' || api === undefined) {
    const reason = found.kind === 'unsupported' ? found.reason : 'It is no longer available.';
    yield { kind: 'failed', error: sourceError('unsupported', reason) };
    return;
  }
  yield { kind: 'progress', phase: found.kind === 'ready' ? 'load' : 'model' };
  const session = await api.create({
    ...(system === '' ? {} : { initialPrompts: [{ role: 'system', content: system }] }),
    signal,
    monitor: () => undefined,
  });
  try {
    yield { kind: 'progress', phase: 'prompt' };
    const reader = session.promptStreaming(user, { signal }).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read())
      yield { kind: 'text', text: part.value };
    yield { kind: 'done', finishReason: null, usage: null, toolCallsText: null, notes: [] };
  } finally {
    session.destroy();
  }
}
