import { messageOf } from '../../message-of.ts';
import {
  LineFeeds,
  mostChunks,
  packRecording,
  recordChunks,
  withLineFeeds,
  type ContentChunk,
  type PackedRecording,
} from '../../../core/index.ts';
import { KEPT, sourceError, type SourceError } from '../../sources/errors.ts';
import type { ModelSource, Phase, SourceEvent, SourceRequest } from '../../sources/source.ts';

export type RunState = 'waiting' | 'running' | 'done' | 'stopped' | 'failed';

export interface RunProgress {
  readonly phase: Phase | 'text';
  /** In bytes, where something is fetched. */
  readonly loaded: number | null;
  readonly total: number | null;
}

/** How a run ended. */
export interface RunEnd {
  readonly finishReason: string | null;
  /** What the source counted; null when it does not. */
  readonly outputTokens: number | null;
  readonly notes: readonly string[];
}

/** Who wants to know about a run. */
export interface RunListener {
  /** Text or native calls have grown. */
  readonly shown?: () => void;
  readonly ended?: () => void;
}

/** Milliseconds after which the page may do other things: a source that sends without pause would hold it up. */
const TURN = 50;

/** Milliseconds between two changes of what is shown: models are faster than anybody reads. */
const SHOW_EVERY = 40;

/** The most characters of text that a run may say: links carry no more, and no model that stops says as much. */
const mostText = 2_000_000;

/** The most characters of an answer, as it came over the wire, that are kept. */
export const mostLog = 4 * 1024 * 1024;

/**
 * One opening of a source: what it said, piece by piece, and how it ended. What was said stays, however the run ends. It
 * knows nothing of the page: others take its text from here.
 */
export class Run {
  readonly #source: ModelSource;
  readonly #request: SourceRequest;
  readonly #listener: RunListener;
  readonly #now: () => number;
  readonly #controller = new AbortController();
  readonly #chunks: ContentChunk[] = [];
  readonly #log: string[] = [];
  #logLength = 0;
  #said = '';
  readonly #lines = new LineFeeds();
  #calls: string | null = null;
  #startedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  state = $state<RunState>('waiting');
  progress = $state.raw<RunProgress | null>(null);
  error = $state.raw<SourceError | null>(null);
  end = $state.raw<RunEnd | null>(null);
  /** The text so far, with the line ends of the session; a moment later than the source. */
  text = $state('');
  /** Native calls so far as JSON; '' for none. */
  native = $state('');
  /** What the model read, where its engine says it at the end of a run. */
  prompt = $state<string | null>(null);
  /** Pieces of text so far. */
  pieces = $state(0);
  /** Milliseconds from the first piece to the last. */
  duration = $state(0);

  /** @param now A clock in milliseconds that never runs backwards. */
  constructor(
    source: ModelSource,
    request: SourceRequest,
    listener: RunListener = {},
    now: () => number = () => performance.now(),
  ) {
    this.#source = source;
    this.#request = request;
    this.#listener = listener;
    this.#now = now;
  }

  /** How the text came; null when there is none. */
  get recording(): PackedRecording | null {
    return this.#chunks.length === 0 ? null : packRecording(recordChunks(this.#chunks));
  }

  /** The answer as it came over the wire, up to `mostLog`; '' where the source has none. */
  get log(): string {
    return this.#log.join('');
  }

  /** Opens the source, once. The promise is fulfilled at the end and never rejected. */
  async open(): Promise<void> {
    if (this.state !== 'waiting') return;
    this.#startedAt = this.#now();
    this.state = 'running';
    this.progress = { phase: 'start', loaded: null, total: null };
    let turn = this.#startedAt;
    try {
      for await (const event of this.#source.open(this.#request, this.#controller.signal)) {
        if (!this.#isOpen()) return;
        this.#take(event);
        if (event.kind === 'done' || event.kind === 'failed') return;
        if (this.#now() - turn < TURN) continue;
        await macrotask();
        turn = this.#now();
      }
      if (this.#isOpen()) this.#fail(sourceError('connection-lost', 'The source sent no text.'));
    } catch (error) {
      if (this.#isOpen()) this.#fail(sourceError('model-failed', messageOf(error)));
    }
  }

  /** Stops the run, if it goes on or has not begun. */
  stop(): void {
    if (this.state === 'waiting' || this.state === 'running') this.#finish('stopped');
  }

  #isOpen(): boolean {
    return this.state === 'running';
  }

  #take(event: SourceEvent): void {
    switch (event.kind) {
      case 'progress':
        this.progress = { phase: event.phase, loaded: event.loaded ?? null, total: event.total ?? null };
        break;
      case 'text':
        this.#add(event.text);
        break;
      case 'calls':
        this.#setCalls(event.toolCallsText);
        this.#writing();
        break;
      case 'prompt':
        this.prompt = event.text;
        break;
      case 'wire':
        this.#keep(event.text);
        break;
      case 'failed':
        this.#fail(event.error);
        break;
      case 'done': {
        const { finishReason, usage, notes, toolCallsText } = event;
        this.end = { finishReason, outputTokens: usage?.output ?? null, notes };
        this.#setCalls(toolCallsText);
        this.#finish('done');
      }
    }
  }

  #add(piece: string): void {
    const at = this.#now() - this.#startedAt;
    // As the session keeps it, so that the borders of the pieces fit.
    const text = this.#lines.push(piece);
    if (text === '') return;
    this.#said += text;
    const last = this.#chunks.at(-1);
    // A recording holds no more pieces than a link can carry: what comes then belongs to the last one.
    if (last === undefined || this.#chunks.length < mostChunks) this.#chunks.push({ text, at });
    else this.#chunks[this.#chunks.length - 1] = { text: last.text + text, at };
    this.duration = at - (this.#chunks[0]?.at ?? at);
    if (this.#said.length > mostText)
      this.#fail(sourceError('too-large', 'The source did not stop, and the text became too long.'));
    else this.#writing();
  }

  #setCalls(toolCallsText: string | null): void {
    this.#calls = toolCallsText === null ? this.#calls : withLineFeeds(toolCallsText);
  }

  #keep(piece: string): void {
    const room = mostLog - this.#logLength;
    if (room <= 0) return;
    this.#log.push(piece.slice(0, room));
    this.#logLength += piece.length;
  }

  #writing(): void {
    this.pieces = this.#chunks.length;
    if (this.progress?.phase !== 'text') this.progress = { phase: 'text', loaded: null, total: null };
    // Everybody who shows it reads all of it: the longer, the rarer.
    const delay = SHOW_EVERY + this.#said.length / 2000;
    this.#timer ??= setTimeout(() => {
      this.#show();
      this.#listener.shown?.();
    }, delay);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.text = this.#said;
    this.native = this.#calls ?? '';
  }

  #fail(error: SourceError): void {
    this.error = this.#said === '' ? { ...error, fix: error.fix.replace(KEPT, '') } : error;
    this.#finish('failed');
  }

  #finish(state: 'done' | 'stopped' | 'failed'): void {
    const held = this.#lines.end();
    if (held !== '') {
      this.#chunks.push({ text: held, at: this.#now() - this.#startedAt });
      this.#said += held;
      this.pieces = this.#chunks.length;
    }
    this.#show();
    this.state = state;
    this.progress = null;
    this.#controller.abort();
    this.#listener.ended?.();
  }
}

/** Lets the browser paint and take input. Not by a timer: those of a page in the background run once a second. */
function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
