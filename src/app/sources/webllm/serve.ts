import { messageOf } from '../../message-of.ts';
import type {
  ChatCompletionChunk,
  ChatCompletionMessageParam,
  Completion,
  CompletionUsage,
  MLCEngineInterface,
  ResponseFormat,
} from '@mlc-ai/web-llm';
import type { Constraint } from '../../../core/index.ts';
import { sourceError } from '../errors.ts';
import type { SourceEvent } from '../source.ts';
import { webLlmError } from './errors.ts';
import type { WebLlmAnswer, WebLlmJob, WebLlmMessage } from './job.ts';
import { loadProgress } from './progress.ts';

/** The part of WebLLM's engine that is used; its client for another thread has it as well. */
export type WebLlmEngine = Pick<
  MLCEngineInterface,
  'setAppConfig' | 'setInitProgressCallback' | 'reload' | 'interruptGenerate' | 'chat' | 'completions'
>;

/** The end of the worker that the page does not see. */
export interface WorkerPort {
  onmessage: ((event: MessageEvent<WebLlmMessage>) => void) | null;
  postMessage(answer: WebLlmAnswer): void;
}

/** Answers the page: one run at a time, on an engine that keeps its model for the next one. */
export function serve(port: WorkerPort, createEngine: () => WebLlmEngine): void {
  const server = new Server(port, createEngine);
  watchDevices(() => {
    server.loseDevice();
  });
  port.onmessage = ({ data }) => {
    if (data.kind === 'interrupt') server.interrupt();
    else void server.run(data.job);
  };
}

class Server {
  readonly #port: WorkerPort;
  readonly #createEngine: () => WebLlmEngine;
  #engine: WebLlmEngine | null = null;
  /** Id of the model that is loaded. */
  #loaded: string | null = null;
  /** Of the run that goes on; null when none does. */
  #running: number | null = null;

  constructor(port: WorkerPort, createEngine: () => WebLlmEngine) {
    this.#port = port;
    this.#createEngine = createEngine;
  }

  async run(job: WebLlmJob): Promise<void> {
    this.#running = job.run;
    try {
      this.#engine ??= this.#createEngine();
      if (this.#loaded !== job.model.id) await this.#load(this.#engine, job);
      this.#post({ kind: 'progress', phase: 'prompt' });
      await this.#generate(this.#engine, job);
    } catch (error) {
      this.#post({ kind: 'failed', error: webLlmError(textOf(error)) });
    }
    this.#running = null;
  }

  interrupt(): void {
    this.#engine?.interruptGenerate();
  }

  /** Nothing works on a lost device any more; the page ends this worker. */
  loseDevice(): void {
    this.#engine = null;
    this.#loaded = null;
    this.#post({ kind: 'failed', error: sourceError('device-lost', 'The graphics card failed.') });
  }

  async #load(engine: WebLlmEngine, { model }: WebLlmJob): Promise<void> {
    this.#loaded = null;
    this.#post({ kind: 'progress', phase: 'library' });
    engine.setAppConfig({
      model_list: [
        { model: model.files, model_id: model.id, model_lib: model.library, overrides: { ...model.overrides } },
      ],
    });
    engine.setInitProgressCallback((report) => {
      const progress = loadProgress(report);
      if (progress !== null) this.#post({ kind: 'progress', ...progress });
    });
    await engine.reload(model.id);
    this.#loaded = model.id;
  }

  async #generate(engine: WebLlmEngine, { prompt, sampling, constraint }: WebLlmJob): Promise<void> {
    // Never with `tools`: five models take them, and then forbid a system prompt.
    const options = {
      stream: true,
      stream_options: { include_usage: true },
      temperature: sampling.temperature,
      max_tokens: sampling.maxTokens,
      ...(sampling.seed === undefined ? {} : { seed: sampling.seed }),
    } as const;
    const stream: AsyncIterable<Completion | ChatCompletionChunk> =
      prompt.kind === 'raw'
        ? await engine.completions.create({ ...options, prompt: prompt.text })
        : await engine.chat.completions.create({
            ...options,
            messages: messagesOf(prompt),
            ...(constraint === null ? {} : { response_format: responseFormat(constraint) }),
          });
    let finishReason: string | null = null;
    let usage: CompletionUsage | undefined;
    for await (const chunk of stream) {
      usage = chunk.usage ?? usage;
      const [choice] = chunk.choices;
      if (choice === undefined) continue;
      finishReason = choice.finish_reason ?? finishReason;
      const text = 'delta' in choice ? (choice.delta.content ?? '') : choice.text;
      if (text !== '') this.#post({ kind: 'text', text });
    }
    this.#post({
      kind: 'done',
      finishReason,
      usage: usage === undefined ? null : { input: usage.prompt_tokens, output: usage.completion_tokens },
      toolCallsText: null,
      notes: notesOf(usage, constraint),
    });
  }

  #post(event: SourceEvent): void {
    if (this.#running !== null) this.#port.postMessage({ run: this.#running, event });
  }
}

/** What WebLLM takes as `response_format`. */
function responseFormat(constraint: Constraint): ResponseFormat {
  return constraint.kind === 'json-schema'
    ? { type: 'json_object', schema: JSON.stringify(constraint.schema) }
    : { type: 'structural_tag', structural_tag: JSON.stringify(constraint.tag) };
}

function messagesOf({
  system,
  user,
}: {
  readonly system: string;
  readonly user: string;
}): ChatCompletionMessageParam[] {
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user' as const, content: user },
  ];
}

function notesOf(usage: CompletionUsage | undefined, constraint: Constraint | null): string[] {
  const notes: string[] = [];
  const speed = usage?.extra;
  if (speed !== undefined) {
    const [read, written] = [speed.prefill_tokens_per_s, speed.decode_tokens_per_s].map((rate) => rate.toFixed(1));
    notes.push(`The engine reports that it read ${read ?? ''} tokens per second and wrote ${written ?? ''}.`);
  }
  if (constraint !== null)
    notes.push('The output was constrained to the tools. Without that, the model might write something else.');
  return notes;
}

/** Errors that came through another thread are strings. */
function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${messageOf(error)}` : String(error);
}

/** WebLLM tells nobody when it loses its device in the middle of a text, and may then wait for ever. */
function watchDevices(onLost: () => void): void {
  const prototype = (globalThis as { GPUAdapter?: { prototype: GPUAdapter } }).GPUAdapter?.prototype;
  if (prototype === undefined) return;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own adapter below
  const { requestDevice } = prototype;
  prototype.requestDevice = async function (this: GPUAdapter, ...options) {
    const device = await requestDevice.apply(this, options);
    void device.lost.then(({ reason }) => {
      if (reason !== 'destroyed') onLost();
    });
    return device;
  };
}
