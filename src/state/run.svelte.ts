import { packRecording, recordChunks, type ContentChunk } from '../core/index.ts';
import { messageOf, sourceError, type SourceError } from '../sources/errors.ts';
import type { ModelSource, Phase, SourceEvent, SourceRequest } from '../sources/source.ts';
import type { SessionFields } from './fields.ts';
import type { Notice } from './notices.ts';
import type { Session } from './session.svelte.ts';

export type RunState = 'idle' | 'running' | 'done' | 'stopped' | 'failed';

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

type Reply = Pick<SessionFields, 'text' | 'native' | 'recording'>;

/** Milliseconds between two changes of the reply: models are faster than anybody reads. */
const SHOW_EVERY = 40;

/**
 * One run at a time: what a source says becomes the reply, piece by piece, and the pieces with their arrival become its
 * recording. What was said stays, however the run ends. A run that was replaced is not listened to any more.
 */
export class Run {
  readonly #session: Session;
  readonly #now: () => number;
  /** Number of the newest run, from 1. */
  #id = 0;
  #controller = new AbortController();
  #chunks: ContentChunk[] = [];
  #text = '';
  /** What the run wrote last: another text in the reply is somebody's own. */
  #written = '';
  /** A carriage return at the end of a piece: whether it belongs to a line feed shows with the next one. */
  #heldReturn = '';
  #before: Reply = { text: '', native: '', recording: null };
  #startedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  state = $state<RunState>('idle');
  progress = $state.raw<RunProgress | null>(null);
  error = $state.raw<SourceError | null>(null);
  end = $state.raw<RunEnd | null>(null);
  /** Pieces of text so far. */
  pieces = $state(0);
  /** Milliseconds from the first piece to the last. */
  duration = $state(0);

  /** @param now A clock in milliseconds that never runs backwards. */
  constructor(session: Session, now: () => number = () => performance.now()) {
    this.#session = session;
    this.#now = now;
  }

  /** Starts a run; one that still goes on is stopped. The promise is fulfilled at its end and never rejected. */
  async start(source: ModelSource, request: SourceRequest): Promise<void> {
    this.stop();
    this.#id += 1;
    const id = this.#id;
    const controller = new AbortController();
    this.#controller = controller;
    this.#begin();
    try {
      for await (const event of source.open(request, controller.signal)) {
        if (id !== this.#id) return;
        this.#take(event);
        if (event.kind === 'done' || event.kind === 'failed') return;
      }
      if (id === this.#id) this.#fail(sourceError('connection-lost', 'The source ended without a word.'));
    } catch (error) {
      if (id === this.#id) this.#fail(sourceError('model-failed', messageOf(error)));
    }
  }

  /** Stops the run, if there is one. The text so far is kept. */
  stop(): void {
    if (this.state !== 'running') return;
    this.#finish('stopped');
  }

  #begin(): void {
    const { text, native, recording } = this.#session.fields;
    this.#before = { text, native, recording };
    this.#chunks = [];
    this.#text = '';
    this.#written = '';
    this.#heldReturn = '';
    this.#startedAt = this.#now();
    this.state = 'running';
    this.progress = { phase: 'start', loaded: null, total: null };
    this.error = null;
    this.end = null;
    this.pieces = 0;
    this.duration = 0;
    this.#session.setStep(null);
    this.#session.setTab('reply');
    this.#session.setNative('');
    this.#session.setText('');
    this.#say('info', 'The run writes into the reply.');
  }

  /** Says how it goes, with a way back to what stood in the reply before. */
  #say(tone: Notice['tone'], text: string): void {
    const before = this.#before;
    const isEmpty = before.text.trim() === '' && before.native.trim() === '';
    // Without a text of its own the run has left the reply as it was.
    const hasWritten = this.state === 'running' || this.#text !== '';
    if (isEmpty || !hasWritten) {
      if (tone !== 'info') this.#session.say({ kind: 'run', tone, text });
      return;
    }
    const run = (): void => {
      this.stop();
      this.#restore(before);
      this.#session.dismiss('run');
    };
    this.#session.say({ kind: 'run', tone, text, action: { label: 'Back to the reply before', run } });
  }

  #restore({ text, native, recording }: Reply): void {
    this.#session.setText(text);
    this.#session.setNative(native);
    this.#session.setRecording(recording);
  }

  #take(event: SourceEvent): void {
    switch (event.kind) {
      case 'progress':
        this.progress = { phase: event.phase, loaded: event.loaded ?? null, total: event.total ?? null };
        break;
      case 'text':
        this.#add(event.text);
        break;
      case 'failed':
        this.#fail(event.error);
        break;
      case 'done': {
        const { finishReason, usage, notes, toolCallsText } = event;
        this.end = { finishReason, outputTokens: usage?.output ?? null, notes };
        this.#finish('done');
        this.#say('info', 'The reply came from a run.');
        if (toolCallsText !== null) this.#session.setNative(toolCallsText);
      }
    }
  }

  #add(piece: string): void {
    const at = this.#now() - this.#startedAt;
    const raw = this.#heldReturn + piece;
    this.#heldReturn = raw.endsWith('\r') ? '\r' : '';
    // As the session keeps it, so that the borders of the pieces fit.
    const text = (this.#heldReturn === '' ? raw : raw.slice(0, -1)).replaceAll('\r\n', '\n');
    if (text === '') return;
    this.#chunks.push({ text, at });
    this.#text += text;
    this.pieces = this.#chunks.length;
    this.duration = at - (this.#chunks[0]?.at ?? at);
    if (this.progress?.phase !== 'text') this.progress = { phase: 'text', loaded: null, total: null };
    this.#timer ??= setTimeout(() => {
      if (!this.#show()) this.stop();
    }, SHOW_EVERY);
  }

  /** Writes what has come into the reply; false when somebody else has written there. */
  #show(): boolean {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#session.fields.text !== this.#written) return false;
    this.#session.setText(this.#text);
    this.#written = this.#text;
    return true;
  }

  #fail(error: SourceError): void {
    this.error = error;
    this.#finish('failed');
    this.#say('problem', `The run failed. ${error.message}`);
  }

  #finish(state: Exclude<RunState, 'idle' | 'running'>): void {
    this.#id += 1;
    this.#controller.abort();
    if (this.#heldReturn !== '') {
      this.#chunks.push({ text: this.#heldReturn, at: this.#now() - this.#startedAt });
      this.#text += this.#heldReturn;
      this.#heldReturn = '';
    }
    this.state = state;
    this.progress = null;
    if (!this.#show()) return;
    if (this.#chunks.length > 0) this.#session.setRecording(packRecording(recordChunks(this.#chunks)));
    else if (state !== 'done') {
      this.#restore(this.#before);
      this.#session.dismiss('run');
    }
  }
}
