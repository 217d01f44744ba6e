import { messageOf } from '../message-of.ts';
import {
  assembleLog,
  isFault,
  logLimit,
  readJson,
  recogniseResponse,
  type Assembly,
  numberText,
} from '../../core/index.ts';
import { Assembling } from './assembling.ts';
import {
  endpointRequest,
  sentHeaders,
  type EndpointSettings,
  type ServerKind,
  type WireRequest,
} from './endpoint-request.ts';
import { sourceError, type SourceError } from './errors.ts';
import type { ModelSource, SourceEvent } from './source.ts';

/** Milliseconds without a word from the server. The first may take long: it may have to load the model. */
interface EndpointDeadlines {
  readonly first: number;
  readonly next: number;
}

const usual: EndpointDeadlines = { first: 180_000, next: 60_000 };

/** What each kind of server streams. */
const families = { openai: 'openai-chat', ollama: 'ollama', anthropic: 'anthropic' } as const;

/**
 * Milliseconds that a connection may stay open once the answer is whole: what still comes then is a fault of the stream that the
 * reader should see.
 */
const GRACE = 1000;

/** How much of an error answer is read, in characters. */
const ERROR_LIMIT = 64 * 1024;

/** A server that the reader names. Nothing is sent anywhere else, and nothing before a run. */
export function endpointSource(settings: EndpointSettings, deadlines = usual, limit = logLimit): ModelSource {
  return {
    id: 'endpoint',
    availability: () => Promise.resolve({ kind: 'ready' }),
    async *open(request, signal) {
      const wire = endpointRequest(settings, request);
      if ('code' in wire) yield { kind: 'failed', error: wire };
      else yield* new Exchange(settings.kind, wire, signal, deadlines, limit).run();
    },
  };
}

/** One request and its answer. */
class Exchange {
  readonly #kind: ServerKind;
  readonly #wire: WireRequest;
  readonly #signal: AbortSignal;
  readonly #deadlines: EndpointDeadlines;
  readonly #limit: number;
  /** Ends the request for any reason: the reader's, a deadline, or too much of an answer. */
  readonly #controller = new AbortController();

  constructor(kind: ServerKind, wire: WireRequest, signal: AbortSignal, deadlines: EndpointDeadlines, limit: number) {
    this.#kind = kind;
    this.#wire = wire;
    this.#signal = signal;
    this.#deadlines = deadlines;
    this.#limit = limit;
  }

  async *run(): AsyncGenerator<SourceEvent, void> {
    const abort = (): void => {
      this.#controller.abort();
    };
    this.#signal.addEventListener('abort', abort);
    if (this.#signal.aborted) abort();
    try {
      yield* this.#exchange();
    } finally {
      this.#signal.removeEventListener('abort', abort);
      abort();
    }
  }

  async *#exchange(): AsyncGenerator<SourceEvent, void> {
    yield { kind: 'progress', phase: 'connect' };
    const { url, body } = this.#wire;
    const init = { method: 'POST', headers: sentHeaders(this.#wire), body, signal: this.#controller.signal } as const;
    const response = await this.#within(
      this.#deadlines.first,
      // No cookie and no address of this page: the server gets what is shown, no more. A redirect would take prompt, tools and, in
      // a header of its own, the key to whoever it names.
      fetch(url, { ...init, ...unnamed, redirect: 'manual' }),
    );
    if (response === 'late') yield this.#failed(sourceError('first-token-timeout', this.#silence('first')));
    else if (response instanceof Error) {
      if (!this.#signal.aborted) yield this.#failed(await this.#whyNoAnswer());
    } else if (response.type === 'opaqueredirect' || REDIRECTS.includes(response.status)) {
      yield this.#failed(this.#redirection(response.headers.get('location')));
    } else if (!response.ok) yield this.#failed(refusal(response, await this.#excerpt(response), this.#kind));
    else yield* this.#read(response);
  }

  async *#read(response: Response): AsyncGenerator<SourceEvent, void> {
    if (response.status === 204 || response.status === 205) {
      yield this.#failed(
        sourceError('not-an-api', `${this.#host()} answered ${String(response.status)}, without text.`),
      );
      return;
    }
    if (response.headers.get('content-type')?.startsWith('text/html') === true) {
      const page = await this.#excerpt(response);
      yield this.#failed(this.#noAnswer(page, page.includes('<')));
      return;
    }
    yield { kind: 'progress', phase: 'prompt' };
    const assembling = new Assembling(families[this.#kind]);
    const decoder = new TextDecoder();
    const whole: string[] = [];
    let length = 0;
    let failure: SourceError | null = null;
    let endedAt: number | null = null;
    const reader = (response.body ?? new Blob([]).stream()).getReader();
    for (;;) {
      const name = length === 0 ? 'first' : 'next';
      const left = endedAt === null ? this.#deadlines[name] : endedAt + GRACE - performance.now();
      const part = await this.#within(left, reader.read());
      if (this.#signal.aborted) return;
      const isOver = part === 'late' || part instanceof Error;
      if (isOver && endedAt !== null) break;
      if (part === 'late') failure = sourceError(length === 0 ? 'first-token-timeout' : 'stalled', this.#silence(name));
      else if (part instanceof Error) failure = lost(part);
      if (isOver) break;
      const piece = part.done ? decoder.decode() : decoder.decode(part.value, { stream: true });
      length += piece.length;
      whole.push(piece);
      yield* assembling.take(piece);
      if (part.done) break;
      if (assembling.isEnded) endedAt ??= performance.now();
      if (length > this.#limit) {
        failure = sourceError('too-large', 'The answer is too long for this page.');
        break;
      }
    }
    const end = yield* assembling.end();
    // The line that ends the answer may have no line end, and some servers send none: what has a reason for its end is whole.
    if (failure?.code === 'stalled' && (assembling.isEnded || end.finishReason !== null)) failure = null;
    if (failure === null && end.chunks.length === 0 && end.calls.length === 0) {
      yield* this.#single(whole.join(''), end);
      return;
    }
    // A line of Ollama's stream is JSON as well, and says whether it is the last.
    const isWhole = this.#kind !== 'ollama' && readJson(whole.join('')).ok;
    yield failure === null ? ended(end, isWhole || assembling.isEnded) : this.#failed(failure);
  }

  /** Some servers answer as a whole, whatever they were asked. */
  *#single(body: string, end: Assembly): Generator<SourceEvent, void> {
    const list = /^\s*\[/.test(body.slice(0, 200)) ? assembleLog(body, families[this.#kind]) : null;
    if (list !== null && (list.chunks.length > 0 || list.calls.length > 0)) {
      for (const { text } of list.chunks) yield { kind: 'text', text };
      yield ended(list);
      return;
    }
    const isJson = readJson(body).ok;
    const { shape, text, toolCallsText, finishReason, notes } = recogniseResponse(body);
    if (isJson && shape !== 'text') {
      if (holdsNothing({ text, toolCallsText, finishReason, reasoning: end.reasoning })) {
        yield this.#failed(nothingHeld());
        return;
      }
      if (text !== null && text !== '') yield { kind: 'text', text };
      const said = ['The server sent the answer as a whole, not as a stream.', ...notes];
      yield { kind: 'done', finishReason, usage: null, toolCallsText, notes: said };
    } else if (end.steps.every(({ code }) => isFault(code) || code === 'keep-alive') && end.errors.length === 0) {
      const isPacked = end.diagnoses.some(({ fault }) => fault === 'compressed');
      yield this.#failed(
        isPacked
          ? sourceError('not-an-api', `${this.#host()} answered with gzip data without a Content-Encoding header.`)
          : this.#noAnswer(body, /^\s*<(?:!doctype|html)/i.test(body.slice(0, 200))),
      );
    } else yield ended(end);
  }

  /** A body that is no answer of a model. */
  #noAnswer(body: string, isPage: boolean): SourceError {
    if (body.trim() === '') return sourceError('not-an-api', `${this.#host()} answered with nothing.`);
    if (isBinary(body)) return sourceError('not-an-api', `${this.#host()} answered with binary data.`);
    if (isPage) return sourceError('web-page', `${this.#host()} answered with a web page.`);
    return sourceError('not-an-api', `${this.#host()} answered with “${clip(body, 200)}”, which is no known stream.`);
  }

  /** Browsers keep the target to themselves. */
  #redirection(location: string | null): SourceError {
    const { url } = this.#wire;
    const target = location !== null && URL.canParse(location, url) ? new URL(location, url) : null;
    const whither = target === null ? 'another address' : target.host === this.#host() ? target.href : target.host;
    return sourceError('redirected', `${this.#host()} redirects to ${whither}, and the page did not follow.`);
  }

  /** What came of it, what was thrown, or that it took too long. */
  async #within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | Error | 'late'> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, milliseconds, 'late');
    });
    // A request that does not end at once when it is aborted must not hold up the page.
    let abort = (): void => undefined;
    const aborted = new Promise<Error>((resolve) => {
      abort = () => {
        resolve(new Error('aborted'));
      };
    });
    this.#controller.signal.addEventListener('abort', abort);
    const settled = promise.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    try {
      return await Promise.race([settled, late, aborted]);
    } finally {
      clearTimeout(timer);
      this.#controller.signal.removeEventListener('abort', abort);
    }
  }

  async #excerpt(response: Response): Promise<string> {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    while (reader !== undefined && text.length < ERROR_LIMIT) {
      const part = await this.#within(this.#deadlines.next, reader.read());
      if (part === 'late' || part instanceof Error || part.done) break;
      text += decoder.decode(part.value, { stream: true });
    }
    return text;
  }

  /**
   * Browsers do not say why a request failed. Two more, which ask for nothing and whose answers nobody reads, tell three cases
   * apart: no server, one that lets no page read its answers, and one that broke off.
   */
  async #whyNoAnswer(): Promise<SourceError> {
    const { origin } = new URL(this.#wire.url);
    const { signal } = this.#controller;
    const reached = await this.#within(PROBE, fetch(origin, { ...unnamed, mode: 'no-cors', signal }));
    if (reached === 'late' || reached instanceof Error) {
      return sourceError('unreachable', `Nothing answers at ${origin}.`, startAdvice[this.#kind]);
    }
    // With the names of all headers, because the server is asked whether it allows them; without the key.
    const headers = Object.fromEntries(Object.keys(sentHeaders(this.#wire)).map((name) => [name, '']));
    const read = await this.#within(PROBE, fetch(this.#wire.url, { ...unnamed, headers, redirect: 'manual', signal }));
    if (read === 'late' || read instanceof Error) {
      const what = `${origin} is there, but does not allow this page to call it (CORS).`;
      return sourceError('cors', what, corsAdvice(this.#kind));
    }
    const what = `${this.#host()} closed the connection before it answered.`;
    return sourceError('connection-lost', what, 'Look at the log of the server, then run it again.');
  }

  #silence(name: keyof EndpointDeadlines): string {
    const seconds = Math.max(1, Math.round(this.#deadlines[name] / 1000));
    return `${this.#host()} has been silent for ${String(seconds)} s.`;
  }

  #host(): string {
    return new URL(this.#wire.url).host;
  }

  #failed(error: SourceError): SourceEvent {
    return { kind: 'failed', error };
  }
}

/** What no request says. */
export const unnamed = { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const;

/** Milliseconds that a request which asks for nothing may take. */
export const PROBE = 10_000;

const REDIRECTS = [301, 302, 303, 307, 308];

export const startAdvice = {
  openai: 'Start the server (llama.cpp: llama-server, vLLM: vllm serve), and check host and port.',
  ollama: 'Start it with “ollama serve”, and check host and port.',
  anthropic: 'Check the address and the connection.',
} as const satisfies Record<ServerKind, string>;

export function corsAdvice(kind: ServerKind): string {
  const origin = typeof location === 'undefined' ? 'this page' : location.origin;
  switch (kind) {
    case 'ollama':
      return `Start Ollama with OLLAMA_ORIGINS=${origin}.`;
    case 'anthropic':
      return 'Check the address: Anthropic itself allows browsers, a proxy in between may not.';
    case 'openai':
      return `Allow ${origin}: llama.cpp does that on its own, vLLM has --allowed-origins '["${origin}"]', LM Studio has the switch "Enable CORS".`;
  }
}

/** An answer with an error status. */
export function refusal({ status, headers }: Response, body: string, kind: ServerKind): SourceError {
  const said = clip(errorText(body), 300);
  const what = `The server answered ${String(status)}${said === '' ? '.' : `: ${said}`}`;
  if (status === 401 || status === 403) {
    // Ollama answers so to pages it does not know.
    return sourceError('unauthorized', what, kind === 'ollama' ? corsAdvice(kind) : undefined);
  }
  if (status === 404) {
    const advice = 'Check the name of the model; “ollama list” shows those that are there.';
    return sourceError('not-found', what, kind === 'ollama' ? advice : undefined);
  }
  if (status === 429) {
    const wait = secondsToWait(headers.get('retry-after'), Date.now());
    const error = sourceError('rate-limited', what, wait === null ? undefined : whenAgain(wait));
    return wait === null ? error : { ...error, retryAfter: 1000 * Math.max(0, wait) };
  }
  return { ...sourceError(status >= 500 ? 'server-failed' : 'refused', what), said: body };
}

/** What `Retry-After` says, seconds or a date, as seconds from now; null where it says neither. */
function secondsToWait(header: string | null, now: number): number | null {
  const given = header?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - now) / 1000);
  return Number.isNaN(seconds) ? null : seconds;
}

function whenAgain(seconds: number): string {
  if (seconds <= 0) return 'Run it again.';
  const wait = seconds < 120 ? `${String(seconds)} s` : `${numberText(Math.ceil(seconds / 60))} minutes`;
  return `Run it again in ${wait}.`;
}

/** Whether the beginning of a text is no text: of ten characters, one is a control or was no UTF-8. */
function isBinary(body: string): boolean {
  const beginning = body.slice(0, 1000);
  // oxlint-disable-next-line no-control-regex -- Control characters are what is looked for.
  return (beginning.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g)?.length ?? 0) * 10 > beginning.length;
}

/** What providers put into `error`, else the text itself. */
function errorText(body: string): string {
  if (/^\s*</.test(body)) return '';
  try {
    const { error, message } = JSON.parse(body) as { error?: unknown; message?: unknown };
    if (typeof error === 'string') return error;
    const inner = (error as { message?: unknown } | undefined)?.message ?? message;
    return typeof inner === 'string' ? inner : body;
  } catch {
    return body;
  }
}

function clip(text: string, length: number): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

function lost(error: Error): SourceError {
  return sourceError('connection-lost', `The connection broke off (${messageOf(error)}).`);
}

/** Whether no model can have written it: an empty reply has at least a reason for its end. */
function holdsNothing(answer: Pick<Assembly, 'text' | 'toolCallsText' | 'finishReason' | 'reasoning'>): boolean {
  const { text, toolCallsText, finishReason, reasoning } = answer;
  return (text ?? '') === '' && toolCallsText === null && finishReason === null && reasoning === '';
}

function nothingHeld(): SourceError {
  return sourceError('no-answer', 'The server answered with no text, no call and no finish reason.');
}

/** @param isMarked whether the server has said that nothing more comes, or sent the answer as a whole */
function ended(end: Assembly, isMarked = true): SourceEvent {
  const [error] = end.errors;
  if (error !== undefined) {
    return { kind: 'failed', error: sourceError('error-in-stream', `The server reports: ${clip(error.message, 300)}`) };
  }
  // A word that keeps the connection open holds nothing of the answer.
  const broken = end.steps.find(
    ({ code, piece }) => (code === 'event-not-json' || code === 'event-cut') && piece.startsWith('{'),
  );
  if (broken !== undefined) {
    const what = `An event of the stream is invalid JSON: “${clip(broken.piece, 60)}”. A part of the answer is missing.`;
    return { kind: 'failed', error: sourceError('damaged-stream', what) };
  }
  const { finishReason, usage, toolCallsText, diagnoses } = end;
  if (!isMarked && finishReason === null) {
    const what = 'The stream ended without a finish reason and without its end mark. The answer may be cut.';
    return { kind: 'failed', error: sourceError('connection-lost', what) };
  }
  if (holdsNothing(end)) return { kind: 'failed', error: nothingHeld() };
  return { kind: 'done', finishReason, usage, toolCallsText, notes: diagnoses.map(({ message }) => message) };
}
