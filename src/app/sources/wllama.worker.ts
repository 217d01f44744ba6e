/*
 * Runs one model with llama.cpp compiled to WebAssembly, as often as it is asked. A worker of our own around the one that wllama starts: ending
 * it ends both, also where wllama waits for ever, as it does for a runtime that cannot be fetched.
 */
import { messageOf } from '../message-of.ts';
import {
  CacheManager,
  Wllama,
  type ChatCompletionChunk,
  type ChatCompletionTool,
  type RawCompletionChunk,
} from '@wllama/wllama/esm/index.js';
import wasmUrl from '@wllama/wllama/esm/wasm/wllama.wasm?url';
import demoModelUrl from './demo-model.gguf?url';
import { sourceError, type SourceError, type SourceErrorCode } from './errors.ts';
import type { Phase } from './source.ts';
import type { WllamaAnswer, WllamaJob, WllamaOrder } from './wllama-job.ts';

// wllama starts its worker from a blob: address, as a plain string. A default policy turns plain strings into trusted ones;
// this one lives in this worker only and lets nothing pass that another origin could have made.
self.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => {
    if (new URL(url, self.location.href).origin !== self.location.origin) throw new TypeError(`Not our own: ${url}`);
    return url;
  },
});

/** The first four bytes of every GGUF file. */
const MAGIC = 'GGUF';

/**
 * The storage that wllama wants for files it downloads. It downloads none, because this worker does; without a storage of ours it
 * asks for the file system of the origin, and refuses to start where a browser has none, as WebKit in private windows.
 */
const nothingKept: ConstructorParameters<typeof CacheManager>[0] = [
  {
    isSupported: () => true,
    read: () => Promise.resolve(null),
    write: (_key, stream) => stream.cancel(),
    getSize: () => Promise.resolve(-1),
    list: () => Promise.resolve([]),
    delete: () => Promise.resolve(),
  },
];

class Failure extends Error {
  readonly code: SourceErrorCode;

  constructor(code: SourceErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

let engine: Wllama | null = null;
/** Whether the model has ever said a token. */
let hasSpoken = false;
let stopping = new AbortController();
let running: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<WllamaOrder>) => {
  if (data.kind === 'run') {
    stopping = new AbortController();
    running = run(data.job, stopping.signal);
    return;
  }
  stopping.abort();
  void running.then(() => {
    post({ kind: 'stopped' });
  });
};

async function run(job: WllamaJob, signal: AbortSignal): Promise<void> {
  try {
    engine ??= await prepare(job);
    post({ kind: 'progress', phase: 'prompt' });
    await generate(engine, job, signal);
  } catch (error) {
    if (signal.aborted) return;
    post({ kind: 'failed', error: error instanceof Failure ? sourceError(error.code, error.message) : crash(error) });
  }
}

/** A file that was cut off loads without a complaint, and fails when it is used. */
function crash(error: unknown): SourceError {
  const message = messageOf(error);
  return hasSpoken
    ? sourceError('model-failed', message)
    : sourceError('load-failed', `The model failed before its first token: ${message}`);
}

/** What the build of llama.cpp that comes with this page cannot do without: https://webassembly.org/features/ */
function hasMemory64(): boolean {
  const head = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  // One memory of one page, with 64-bit addresses.
  const memory = [0x05, 0x03, 0x01, 0x04, 0x01];
  return WebAssembly.validate(new Uint8Array([...head, ...memory]));
}

async function prepare(job: WllamaJob): Promise<Wllama> {
  if (!hasMemory64()) {
    const message = 'This browser lacks 64-bit WebAssembly memory (Memory64), which llama.cpp needs here.';
    throw new Failure('unsupported', message);
  }
  const wasm = await download(wasmUrl, 'runtime', 'application/wasm');
  const model = job.model === 'demo' ? await download(demoModelUrl, 'model', 'application/octet-stream') : job.model;
  if ((await model.slice(0, MAGIC.length).text()) !== MAGIC) {
    throw new Failure('not-a-model', 'This file is not a model in GGUF format.');
  }
  post({ kind: 'progress', phase: 'load' });
  return load(wasm, model, job);
}

/** Fetched here, not by wllama, which says nothing while it does and waits for ever when it cannot. */
async function download(url: string, phase: Phase, type: string): Promise<Blob> {
  const name = url.slice(url.lastIndexOf('/') + 1);
  try {
    const response = await fetch(url);
    if (!response.ok || response.body === null) throw new Error(`the server answered ${String(response.status)}`);
    // Of a compressed answer the header has another length than what arrives.
    const isPlain = response.headers.get('content-encoding') === null;
    const total = isPlain ? Number(response.headers.get('content-length')) || null : null;
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let loaded = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      pieces.push(part.value);
      loaded += part.value.length;
      post({ kind: 'progress', phase, loaded, total });
    }
    return new Blob(pieces, { type });
  } catch (error) {
    throw new Failure('download-failed', `${name} could not be fetched (${messageOf(error)}).`);
  }
}

async function load(wasm: Blob, model: Blob, { context, model: source }: WllamaJob): Promise<Wllama> {
  const ignore = (): void => undefined;
  // When the inner worker cannot start, only the log hears of it.
  let reportCrash: (error: Failure) => void = ignore;
  const crashed = new Promise<never>((_resolve, reject) => (reportCrash = reject));
  crashed.catch(ignore);
  const onError = (...parts: unknown[]): void => {
    const text = parts.map((part) => (part instanceof ErrorEvent ? part.message : String(part))).join(' ');
    reportCrash(new Failure('load-failed', `The runtime reports: ${text}`));
  };
  try {
    const engine = new Wllama(
      { default: URL.createObjectURL(wasm) },
      {
        suppressNativeLog: true,
        cacheManager: new CacheManager(nothingKept),
        logger: { debug: ignore, log: ignore, warn: ignore, error: onError },
      },
    );
    // Else browsers without the newest WebAssembly would fetch another build from a foreign host.
    engine.setCompat(null);
    const options = { n_ctx: context, n_threads: 1, n_parallel: 1, ...(source === 'demo' ? { n_gpu_layers: 0 } : {}) };
    await Promise.race([engine.loadModel([model], options), crashed]);
    return engine;
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('load-failed', `The model was refused: ${messageOf(error)}`);
  }
}

async function generate(
  model: Wllama,
  { prompt, sampling, constraint, pause }: WllamaJob,
  signal: AbortSignal,
): Promise<void> {
  const { temperature, maxTokens, seed } = sampling;
  const options = {
    stream: true,
    abortSignal: signal,
    temperature,
    max_tokens: maxTokens,
    ...(seed === undefined ? {} : { seed }),
  } as const;
  const schema = constraint?.kind === 'json-schema' ? constraint.schema : null;
  const said: Said = { tokens: 0, finishReason: null };
  const queue = new Queue(pause, signal);
  try {
    if (prompt.kind === 'raw') {
      const take = ({ choices: [choice] }: RawCompletionChunk): void => {
        said.finishReason = choice?.finish_reason ?? said.finishReason;
        if (choice === undefined || choice.text === '') return;
        said.tokens += 1;
        queue.post({ kind: 'text', text: choice.text });
      };
      // llama.cpp takes a schema for raw completions as well; the types of wllama leave it out.
      const held = schema === null ? {} : { json_schema: schema };
      await model.createCompletion({ ...options, ...held, prompt: prompt.text, onData: take });
    } else {
      const { system, user, tools } = prompt;
      const messages = [
        ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
        { role: 'user' as const, content: user },
      ];
      const take = ({ __verbose: verbose, ...chunk }: VerboseChunk): void => {
        if (typeof verbose?.prompt === 'string') queue.post({ kind: 'prompt', text: verbose.prompt });
        queue.post({ kind: 'chunk', line: JSON.stringify(chunk) });
      };
      // llama.cpp then says with the last chunk which prompt it made; the types of wllama leave it out.
      const said = { verbose: true };
      await model.createChatCompletion({
        ...options,
        ...said,
        ...(tools === '' ? {} : { tools: JSON.parse(tools) as ChatCompletionTool[] }),
        ...(schema === null
          ? {}
          : { response_format: { type: 'json_schema', json_schema: { name: 'reply', schema, strict: true } } }),
        messages,
        onData: take,
      });
    }
  } catch (error) {
    await queue.sent;
    const isTooLong = messageOf(error).includes('exceeds the available context size');
    throw isTooLong ? new Failure('prompt-too-long', 'The prompt is longer than what this model can read.') : error;
  }
  await queue.sent;
  if (signal.aborted) return;
  const usage = { input: null, output: said.tokens };
  post({ kind: 'done', finishReason: said.finishReason, usage, toolCallsText: null, notes: [] });
}

interface VerboseChunk extends ChatCompletionChunk {
  readonly __verbose?: { readonly prompt?: unknown };
}

interface Said {
  tokens: number;
  finishReason: string | null;
}

/** Posts one after another, no faster than the pause allows, and nothing more once the run is stopped. */
class Queue {
  readonly #pause: number;
  readonly #signal: AbortSignal;
  sent = Promise.resolve();

  constructor(pause: number, signal: AbortSignal) {
    this.#pause = pause;
    this.#signal = signal;
  }

  post(answer: WllamaAnswer): void {
    this.sent = this.sent.then(async () => {
      const pauses = this.#pause > 0 && !this.#signal.aborted;
      if (pauses) await new Promise((resolve) => setTimeout(resolve, this.#pause));
      hasSpoken = true;
      if (!this.#signal.aborted) post(answer);
    });
  }
}

function post(answer: WllamaAnswer): void {
  self.postMessage(answer);
}
