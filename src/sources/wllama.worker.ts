/*
 * Runs one model once with llama.cpp compiled to WebAssembly. A worker of our own around the one that wllama starts: ending
 * it ends both, also where wllama waits for ever, as it does for a runtime that cannot be fetched.
 */
import { Wllama, type ChatCompletionChunk, type RawCompletionChunk } from '@wllama/wllama/esm/index.js';
import wasmUrl from '@wllama/wllama/esm/wasm/wllama.wasm?url';
import demoModelUrl from './demo-model.gguf?url';
import { messageOf, sourceError, type SourceErrorCode } from './errors.ts';
import type { Phase, SourceEvent } from './source.ts';
import type { WllamaJob } from './wllama-job.ts';

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

class Failure extends Error {
  readonly code: SourceErrorCode;

  constructor(code: SourceErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

self.onmessage = ({ data }: MessageEvent<WllamaJob>) => {
  run(data).catch((error: unknown) => {
    const code = error instanceof Failure ? error.code : 'model-failed';
    post({ kind: 'failed', error: sourceError(code, messageOf(error)) });
  });
};

async function run(job: WllamaJob): Promise<void> {
  const wasm = await download(wasmUrl, 'runtime', 'application/wasm');
  const model = job.model === 'demo' ? await download(demoModelUrl, 'model', 'application/octet-stream') : job.model;
  if ((await model.slice(0, MAGIC.length).text()) !== MAGIC) {
    throw new Failure('not-a-model', 'This file is not a model in GGUF format.');
  }
  post({ kind: 'progress', phase: 'load' });
  const engine = await load(wasm, model, job);
  post({ kind: 'progress', phase: 'prompt' });
  await generate(engine, job);
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
      { suppressNativeLog: true, logger: { debug: ignore, log: ignore, warn: ignore, error: onError } },
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

/** One shape for the chunks of both kinds of completion. */
interface Piece {
  readonly text: string;
  readonly finishReason: string | null;
}

async function generate(engine: Wllama, { prompt, sampling, pause }: WllamaJob): Promise<void> {
  const options = { stream: true, temperature: sampling.temperature, max_tokens: sampling.maxTokens } as const;
  let finishReason: string | null = null;
  let output = 0;
  let shown = Promise.resolve();
  const show = (piece: Piece | undefined): void => {
    if (piece === undefined) return;
    finishReason = piece.finishReason ?? finishReason;
    if (piece.text === '') return;
    output += 1;
    shown = shown.then(async () => {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      post({ kind: 'text', text: piece.text });
    });
  };
  try {
    if (prompt.kind === 'raw') {
      await engine.createCompletion({ ...options, prompt: prompt.text, onData: (chunk) => show(rawPiece(chunk)) });
    } else {
      const messages = [
        ...(prompt.system === '' ? [] : [{ role: 'system' as const, content: prompt.system }]),
        { role: 'user' as const, content: prompt.user },
      ];
      await engine.createChatCompletion({ ...options, messages, onData: (chunk) => show(chatPiece(chunk)) });
    }
  } catch (error) {
    await shown;
    const isTooLong = messageOf(error).includes('exceeds the available context size');
    throw isTooLong ? new Failure('prompt-too-long', 'The prompt is longer than what this model can read.') : error;
  }
  await shown;
  post({ kind: 'done', finishReason, usage: { input: null, output }, toolCallsText: null, notes: [] });
}

function rawPiece({ choices: [choice] }: RawCompletionChunk): Piece | undefined {
  return choice && { text: choice.text, finishReason: choice.finish_reason };
}

function chatPiece({ choices: [choice] }: ChatCompletionChunk): Piece | undefined {
  return choice && { text: choice.delta.content ?? '', finishReason: choice.finish_reason };
}

function post(event: SourceEvent): void {
  self.postMessage(event);
}
