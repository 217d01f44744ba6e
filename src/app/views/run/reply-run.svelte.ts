import type { ModelSource, SourceRequest } from '../../sources/source.ts';
import type { SessionFields } from '../../page/fields.ts';
import type { Notice } from '../../page/notices.ts';
import { Run } from './run.svelte.ts';
import type { Session } from '../../page/session.svelte.ts';
import { ownEnds } from '../../worker/ends.ts';
import { askedIn, DEFAULT_QUESTION, emptyLoop } from '../../page/turns.ts';

type Reply = Pick<SessionFields, 'text' | 'native' | 'recording' | 'loop' | 'finishReason'>;

/** What is known of a run beside its request. */
export interface RunOrigin {
  /** The question that the run answers first; null where it goes on with the conversation of the page, or sends nothing. */
  readonly asked: string | null;
  /** The model that the request names; null for none. */
  readonly model: string | null;
}

const continued: RunOrigin = { asked: null, model: null };

/**
 * Runs that write into the reply, one at a time: the text of the run becomes the reply, and its pieces with their arrival
 * become the recording. A run that was replaced is not listened to any more.
 */
export class ReplyRun {
  readonly #session: Session;
  readonly #now: (() => number) | undefined;
  #before: Reply = { text: '', native: '', recording: null, loop: null, finishReason: null };
  /** The model of the newest run that named one, and the paste over which it ran. */
  #model = $state.raw<{ readonly name: string; readonly over: string } | null>(null);
  /** What the run wrote last: another text in the reply is somebody's own. */
  #written: Pick<Reply, 'text' | 'native'> = { text: '', native: '' };

  /** The newest run; null before the first one. */
  current = $state.raw<Run | null>(null);

  /** Whether somebody sees the panel of the run, which says itself what went wrong. */
  isWatched = false;

  /** @param now A clock in milliseconds that never runs backwards. */
  constructor(session: Session, now?: () => number) {
    this.#session = session;
    this.#now = now;
  }

  /** Starts a run; one that still goes on is stopped. The promise is fulfilled at its end and never rejected. */
  async start(source: ModelSource, request: SourceRequest, origin: RunOrigin = continued): Promise<Run> {
    this.stop();
    const run: Run = new Run(
      source,
      request,
      {
        shown: () => {
          if (!this.#show(run)) run.stop();
        },
        ended: () => {
          this.#ended(run);
        },
      },
      this.#now,
    );
    this.#begin(origin);
    this.current = run;
    await run.open();
    return run;
  }

  /** Stops the run, if there is one. The text so far is kept. */
  stop(): void {
    this.current?.stop();
  }

  /** The model that the newest run asked, until something else is pasted or opened. */
  get model(): string | null {
    return this.#model?.over === this.#place() ? this.#model.name : null;
  }

  #place(): string {
    return `${String(this.#session.openings)} ${this.#session.paste.content}`;
  }

  #begin({ asked, model }: RunOrigin): void {
    const { text, native, recording, loop, finishReason } = this.#session.fields;
    this.#before = { text, native, recording, loop, finishReason };
    if (model !== null) this.#model = { name: model, over: this.#place() };
    // What answers another question begins another conversation.
    const { earlier } = loop ?? emptyLoop;
    if (asked !== null && (earlier.length > 0 || asked !== askedIn(loop ?? emptyLoop)))
      this.#session.setLoop(asked === DEFAULT_QUESTION ? null : { ...emptyLoop, asked });
    this.#written = { text: '', native: '' };
    this.#session.isWriting = true;
    this.#session.set({ step: null });
    this.#session.setTab('reply');
    this.#session.set({ native: '' });
    this.#session.setText('', 'run');
    this.#say('info', 'The run is writing the reply.', true);
  }

  #ended(run: Run): void {
    if (this.current !== run) return;
    this.#session.isWriting = false;
    const { state, pieces, recording, error, end } = run;
    if (this.#show(run)) {
      const isLost = error?.code === 'connection-lost' || error?.code === 'stalled';
      const seen = isLost ? ownEnds.connection : state === 'stopped' ? ownEnds.person : null;
      this.#session.set({ finishReason: end?.finishReason ?? seen });
      if (recording !== null) this.#session.set({ recording });
      else if (state !== 'done' && run.native === '') {
        this.#restore(this.#before);
        this.#session.dismiss('run');
      }
    }
    if (state === 'done') this.#say('info', 'From your run.', pieces > 0);
    if (error !== null && this.isWatched) this.#say('info', 'The run failed. The reply so far is shown.', pieces > 0);
    else if (error !== null) this.#say('bad', `The run failed. ${error.message}`, pieces > 0);
  }

  /** Writes what has come into the reply; false when somebody else has written there. */
  #show({ text, native }: Run): boolean {
    if (this.#session.fields.text !== this.#written.text) return false;
    this.#session.setText(text, 'run');
    if (native !== this.#written.native) this.#session.set({ native });
    this.#written = { text, native };
    return true;
  }

  /** Says how it goes, with a way back to what was in the reply before, where the run has changed it. */
  #say(tone: Notice['tone'], text: string, hasWritten: boolean): void {
    const before = this.#before;
    const isEmpty = before.text.trim() === '' && before.native.trim() === '';
    if (isEmpty || !hasWritten) {
      if (tone !== 'info') this.#session.say({ kind: 'run', tone, text });
      return;
    }
    const undo = (): void => {
      this.stop();
      this.#restore(before);
    };
    this.#session.offerUndo({ kind: 'run', tone, text, overwrites: [], undo });
  }

  #restore({ text, native, recording, loop, finishReason }: Reply): void {
    this.#session.setText(text, 'same');
    this.#session.set({ native, recording, finishReason });
    if (this.#session.fields.loop !== loop) this.#session.setLoop(loop);
  }
}
