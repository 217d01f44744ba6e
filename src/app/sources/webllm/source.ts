import { sourceError, type SourceError } from '../errors.ts';
import type { Availability, ModelSource, SourceEvent, SourceRequest } from '../source.ts';
import { dropSmallFiles, missingBytes } from './cache.ts';
import { WebLlmHost } from './host.ts';
import type { WebLlmPrompt } from './job.ts';
import { downloadBytes, modelLabel, smallerModel, type WebLlmModel } from './models.ts';
import { obstacle, preflight } from './preflight.ts';
import { lookAround } from './surroundings.ts';

/** One for the page: there is one graphics card. */
export const webLlmHost = new WebLlmHost();

export interface WebLlmSettings {
  readonly model: WebLlmModel;
  /** The text goes to the model as it is, without the template of its conversations. */
  readonly raw: boolean;
}

/** A model of WebLLM's list, on the graphics card. Nothing is fetched before a run, and nothing when it could not run. */
export function webLlmSource({ model, raw }: WebLlmSettings): ModelSource {
  return { id: 'webllm', availability, open };

  async function availability(): Promise<Availability> {
    const missing = await missingBytes(model);
    const found = obstacle(preflight(model, await lookAround(), missing));
    if (found !== undefined) return { kind: 'unsupported', reason: found.text };
    return missing === 0 ? { kind: 'ready' } : { kind: 'needs-download', bytes: missing ?? downloadBytes(model) };
  }

  async function* open(request: SourceRequest, signal: AbortSignal): AsyncGenerator<SourceEvent, void> {
    yield { kind: 'progress', phase: 'start' };
    const refusal = await refusalOf(request);
    if (signal.aborted) return;
    if (refusal !== null) {
      yield refusal;
      return;
    }
    const prompt = webLlmPrompt(request, raw);
    const { sampling, constraint = null } = request;
    for await (const event of webLlmHost.run({ model, prompt, sampling, constraint }, signal)) {
      if (event.kind === 'failed' && event.error.code === 'damaged-model') await dropSmallFiles(model);
      yield event.kind === 'failed' ? { kind: 'failed', error: withSmallerModel(event.error) } : event;
    }
  }

  async function refusalOf({ constraint }: SourceRequest): Promise<SourceEvent | null> {
    if (raw && constraint !== undefined) {
      const message = 'WebLLM cannot constrain a model to the tools without its template.';
      return {
        kind: 'failed',
        error: sourceError('constraint-refused', message, 'Use the template, or turn off constrained decoding.'),
      };
    }
    const found = obstacle(preflight(model, await lookAround(), await missingBytes(model)));
    return found === undefined ? null : { kind: 'failed', error: sourceError('unsupported', found.text, found.fix) };
  }

  function withSmallerModel(error: SourceError): SourceError {
    const smaller = error.code === 'device-lost' ? smallerModel(model) : null;
    return smaller === null ? error : { ...error, fix: `${error.fix} The next smaller one is ${modelLabel(smaller)}.` };
  }
}

/** What goes to the model, word for word. */
export function webLlmPrompt({ system, user }: Pick<SourceRequest, 'system' | 'user'>, raw: boolean): WebLlmPrompt {
  if (!raw) return { kind: 'chat', system, user };
  return { kind: 'raw', text: [system, user].filter((part) => part !== '').join('\n\n') };
}
