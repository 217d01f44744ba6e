import {
  ModelType,
  postInitAndCheckFieldsChatCompletion,
  postInitAndCheckFieldsCompletion,
  WebWorkerMLCEngine,
  WebWorkerMLCEngineHandler,
  type AppConfig,
  type ChatCompletionChunk,
  type ChatCompletionRequestStreaming,
  type Completion,
  type CompletionCreateParamsStreaming,
  type InitProgressCallback,
  type MLCEngine,
} from '@mlc-ai/web-llm';

export const spoken =
  'I will look at the gauge first.\n\n~~~tool_call\n{"name": "read_gauge", "arguments": {"dial": "oil"}}\n~~~\n';
export const constrained = '{"name": "read_gauge", "arguments": {"dial": "oil"}}';

/** What was asked of the fake, for assertions. */
export interface Asked {
  readonly configs: AppConfig[];
  readonly loads: string[];
  readonly chats: ChatCompletionRequestStreaming[];
  readonly completions: CompletionCreateParamsStreaming[];
  /** Streams that were left, by their end or before it. */
  left: number;
}

/**
 * WebLLM's own client, talking to WebLLM's own worker handler by messages; only the engine is made up, because it needs
 * a graphics card and a model. It checks requests with WebLLM's own checks, and says `spoken`, or `constrained` for a schema.
 * A user message with `forever` never ends; one with `too long` is refused.
 *
 * @param pause Milliseconds between two tokens.
 */
export function fakeEngine(pause = 0): { readonly client: WebWorkerMLCEngine; readonly asked: Asked } {
  const { port1: page, port2: worker } = new MessageChannel();
  class Handler extends WebWorkerMLCEngineHandler {
    override postMessage(message: unknown): void {
      worker.postMessage(message);
    }
  }
  const asked: Asked = { configs: [], loads: [], chats: [], completions: [], left: 0 };
  const handler = new Handler();
  const report = handler.engine.getInitProgressCallback();
  handler.engine = new FakeEngine(asked, pause, report) as unknown as MLCEngine;
  worker.onmessage = ({ data }) => {
    handler.onmessage(data);
  };
  const client = new WebWorkerMLCEngine({ onmessage: null, postMessage: (message) => page.postMessage(message) });
  page.onmessage = (event) => {
    client.onmessage(event);
  };
  return { client, asked };
}

class FakeEngine {
  readonly #asked: Asked;
  readonly #pause: number;
  readonly #report: InitProgressCallback | undefined;
  #model = '';
  #isInterrupted = false;

  constructor(asked: Asked, pause: number, report: InitProgressCallback | undefined) {
    this.#asked = asked;
    this.#pause = pause;
    this.#report = report;
  }

  setAppConfig(config: AppConfig): void {
    this.#asked.configs.push(config);
  }

  async reload([model = '']: readonly string[]): Promise<void> {
    this.#asked.loads.push(model);
    // A real one, so that it can really be lost.
    const adapter = await (globalThis.navigator as Partial<Navigator> | undefined)?.gpu?.requestAdapter();
    await adapter?.requestDevice();
    for (const [progress, text] of [
      [0, 'Start to fetch params'],
      [0.5, 'Fetching param cache[1/2]: 30MB fetched. 50% completed, 1 secs elapsed. It can take a while.'],
      [1, 'Fetching param cache[2/2]: 60MB fetched. 100% completed, 2 secs elapsed. It can take a while.'],
      [0.5, 'Loading model from cache[1/2]: 30MB loaded. 50% completed, 2 secs elapsed.'],
      [0.25, 'Loading GPU shader modules[18/72]: 25% completed, 3 secs elapsed.'],
      [1, 'Finish loading on WebGPU - fake'],
    ] as const) {
      this.#report?.({ progress, timeElapsed: 0, text });
      await this.#rest();
    }
    this.#model = model;
  }

  interruptGenerate(): void {
    this.#isInterrupted = true;
  }

  chatCompletion(request: ChatCompletionRequestStreaming): Promise<AsyncGenerator<ChatCompletionChunk>> {
    postInitAndCheckFieldsChatCompletion(request, this.#model, ModelType.LLM, new Set());
    this.#asked.chats.push(request);
    const content = request.messages.at(-1)?.content;
    const user = typeof content === 'string' ? content : '';
    if (user.includes('too long')) return Promise.reject(named('ContextWindowSizeExceededError', 'Prompt is longer'));
    const text = request.response_format?.type === 'json_object' ? constrained : spoken;
    const head = { id: '1', model: this.#model, object: 'chat.completion.chunk', created: 0 } as const;
    return Promise.resolve(
      this.#stream(user, text, (content, finish_reason) => ({
        ...head,
        choices: [{ index: 0, delta: content === null ? {} : { role: 'assistant', content }, finish_reason }],
      })),
    );
  }

  completion(request: CompletionCreateParamsStreaming): Promise<AsyncGenerator<Completion>> {
    postInitAndCheckFieldsCompletion(request, this.#model);
    this.#asked.completions.push(request);
    const head = { id: '1', model: this.#model, object: 'text_completion', created: 0 } as const;
    return Promise.resolve(
      this.#stream(request.prompt, spoken, (content, finish_reason) => ({
        ...head,
        choices: [{ index: 0, text: content ?? '', finish_reason }],
      })),
    );
  }

  async *#stream<Chunk extends ChatCompletionChunk | Completion>(
    user: string,
    text: string,
    chunk: (content: string | null, finishReason: 'stop' | 'abort' | null) => Chunk,
  ): AsyncGenerator<Chunk> {
    this.#isInterrupted = false;
    const tokens = text.match(/\s*\S+|\s+$/g) ?? [];
    let written = 0;
    try {
      while (!this.#mustStop() && (user.includes('forever') || written < tokens.length)) {
        yield chunk(tokens[written % tokens.length] ?? '', null);
        written += 1;
        await this.#rest();
      }
      yield chunk(null, this.#mustStop() ? 'abort' : 'stop');
      const usage = {
        prompt_tokens: 12,
        completion_tokens: written,
        total_tokens: 12 + written,
        extra: { e2e_latency_s: 1, prefill_tokens_per_s: 120, decode_tokens_per_s: 24.5, time_to_first_token_s: 0.1 },
      };
      yield {
        ...chunk(null, null),
        choices: [],
        usage: { ...usage, extra: { ...usage.extra, time_per_output_token_s: 0.04 } },
      };
    } finally {
      this.#asked.left += 1;
    }
  }

  /** It changes while others have their turn. */
  #mustStop(): boolean {
    return this.#isInterrupted;
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.#pause));
  }
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
