import { untrack } from 'svelte';
import {
  arrivedAt,
  engineOf,
  FILE_RUNTIME,
  type FileReading,
  fileRuntime,
  hiddenSpans,
  openReplay,
  runtimeList,
  scheduleOf,
  streamDifference,
  tokenRecording,
  unpackRecording,
  type ExtractOptions,
  type Pasted,
  type Recording,
  type Replay,
  type Runtime,
  type Span,
  type StreamDifference,
} from '../../../core/index.ts';
import { askOnChange, unlessSame } from '../../page/ask-on-change.svelte.ts';
import { EngineCode } from '../../page/engine-code.svelte.ts';
import { OwnFile, type FileParser } from '../../page/own-file.svelte.ts';
import { isCutHere } from './change-recording.ts';
import { receivedAs, type ReceivedAs } from './received-as.ts';
import { serverOf } from '../../page/reading/capabilities.ts';
import { proofOf } from '../../page/reading/proof.ts';
import type { Page } from '../../page/page.svelte.ts';

export const paces = [
  { id: 'real', label: 'As recorded' },
  { id: 'fast', label: '4 times as fast' },
  { id: 'fixed', label: 'Every 250 ms' },
  { id: 'instant', label: 'All at once' },
] as const;

export type PaceName = (typeof paces)[number]['id'];

const schedulePaces = {
  real: { kind: 'real', speed: 1 },
  fast: { kind: 'real', speed: 4 },
  fixed: { kind: 'fixed', interval: 250 },
} as const;

/** The shortest time between two steps of a replay, in milliseconds: about a frame. */
const FRAME = 16;

/** What the reader's parser file is asked about a stream. */
interface FileAbout {
  readonly parser: FileParser;
  readonly text: string;
  readonly tools: Page['results']['toolsInForce'];
  readonly recording: Recording;
}

type StreamPane = 'calls' | 'chunks' | 'cuts' | 'log';

/** The reply of the page as a stream, and the moment of it that the reader looks at. */
export class Streaming {
  readonly #session: Page['session'];
  readonly #results: Page['results'];
  readonly #known: Page['runtimes'];
  readonly #code: EngineCode;
  readonly #file: OwnFile;
  /** Who reads the stream, as the reader of the page chose: the server of the page, or the parser file. */
  wanted: 'server' | 'file' = $state('server');
  #fileReading: { readonly about: FileAbout; readonly reading: FileReading | null } | null = $state.raw(null);
  /** Infinity for all of them, however many there are. */
  #come = $state(Infinity);
  #timer = $state.raw<ReturnType<typeof setTimeout> | null>(null);
  pace: PaceName = $state('real');
  #chosen: StreamPane | null = $state(null);
  /** Which of the panes beside the text is in front: of calls that came apart from any text, only the log tells. */
  get pane(): StreamPane {
    return this.#chosen ?? (this.text === '' && this.#session.fields.raw !== '' ? 'log' : 'calls');
  }
  set pane(pane: StreamPane) {
    this.#chosen = pane;
  }

  readonly text: string = $derived.by(() => this.#session.fields.text);
  readonly #packed = $derived.by(() => this.#session.fields.recording);
  readonly isRecorded: boolean = $derived(this.#packed !== null);
  /** Whether somebody cut the reply on this page. */
  readonly isCutHere: boolean = $derived(isCutHere(this.#packed));
  #log = $state.raw<{ readonly raw: string; readonly pasted: Pasted } | null>(null);
  /** What the paste proves of what the client got; null where it proves nothing of that. */
  readonly #proof = $derived.by(() => {
    const proof = proofOf({ session: this.#session, results: this.#results });
    return proof === null || proof.evidence.did === null ? null : proof;
  });
  /** As what the pasted log or response gave the text to its client; null where none says so. Whatever reads the text is an emulation. */
  readonly received: ReceivedAs | null = $derived.by(() => {
    if (this.#log === null || this.#log.raw !== this.#session.fields.raw || this.isCutHere) return null;
    return receivedAs(this.#log.pasted, this.text, this.#proof);
  });
  /** Who reads the text here, to be read before what it makes of it; '' where nothing else is known of what the client got. */
  readonly reader: string = $derived.by(() => {
    if (this.received === null && this.#proof === null) return '';
    if (this.isFile) return `Read by ${this.file?.label ?? ''}:`;
    const { profile } = this.#session.fields;
    const label = this.#known.labelOf(profile);
    return engineOf(profile) === null ? `Read by ${label}:` : `${label}, emulated here:`;
  });
  /** Null where no parser file is open. */
  readonly file: FileParser | null = $derived.by(() => this.#file.parser);
  readonly isFile: boolean = $derived.by(() => this.wanted === 'file' && this.file !== null);
  /** Whether the reply has native calls, which no chunk of its text holds. */
  readonly isBeside: boolean = $derived.by(() => this.#session.fields.native.trim() !== '');
  /** Whether the runtime is an engine's, or the reader's own file: then the view shows what it sends. */
  readonly isEngine: boolean = $derived.by(() => this.isFile || engineOf(this.#session.fields.profile) !== null);
  /** Without a recording all came in one chunk; under an engine it is cut as a model sends it. */
  readonly recording: Recording = $derived.by(() => {
    if (this.#packed === null && this.isEngine) return tokenRecording(this.text);
    return unpackRecording(this.#packed ?? { lengths: [], gaps: [] }, this.text.length);
  });
  readonly total: number = $derived(this.text === '' ? 0 : this.recording.cuts.length + 1);
  /** How many chunks have come. */
  readonly come: number = $derived(Math.min(this.#come, this.total));
  /** What else changes on the page begins no new replay. */
  readonly #settings = unlessSame((): ExtractOptions => {
    const { fields } = this.#session;
    const { toolsInForce } = this.#results;
    return {
      ...(this.isFile ? { runtime: FILE_RUNTIME } : serverOf(fields)),
      ...(toolsInForce.length === 0 ? {} : { tools: toolsInForce }),
      custom: fields.custom,
    };
  });
  readonly #fileAbout: FileAbout | null = $derived.by(() => {
    if (!this.isFile || this.file === null || this.text === '') return null;
    return { parser: this.file, text: this.text, tools: this.#results.toolsInForce, recording: this.recording };
  });
  readonly #runtimes: readonly Runtime[] | null = $derived.by(() => {
    if (!this.isFile) return this.#code.runtimesOf(this.#session.fields.profile);
    if (this.text === '') return runtimeList;
    const answered = this.#fileReading;
    if (answered === null || answered.about !== this.#fileAbout || answered.reading === null) return null;
    return [fileRuntime(answered.reading)];
  });
  /** Whether the code of the runtime is here. Until then, what is said of the stream is nothing to show. */
  readonly isReady: boolean = $derived(this.#runtimes !== null);
  readonly #options: ExtractOptions = $derived({
    ...this.#settings(),
    runtimes: this.#runtimes ?? runtimeList,
  });
  readonly #replay: Replay = $derived(openReplay(this.text, this.recording, this.#options));
  /** What of the text nobody ever sees, in order. */
  readonly hidden: readonly Span[] = $derived(
    hiddenSpans(this.text, this.#options, this.isEngine ? this.recording : undefined),
  );
  readonly position = $derived(this.#replay.positionAt(this.come));
  /** The whole stream of an engine against the reply in one piece. */
  readonly whole: StreamDifference | null = $derived.by(() => {
    if (!this.isEngine || this.total === 0) return null;
    const { visible, calls, error } = this.#replay.positionAt(this.total);
    const streamed = { content: visible, calls, error: error?.served ?? null };
    return streamDifference(this.text, streamed, this.#options);
  });
  /** The same, once all has come. */
  readonly difference: StreamDifference | null = $derived(this.come < this.total ? null : this.whole);

  constructor(page: Pick<Page, 'session' | 'results' | 'runtimes' | 'of'>) {
    this.#session = page.session;
    this.#results = page.results;
    this.#known = page.runtimes;
    this.#code = page.of(EngineCode);
    this.#file = page.of(OwnFile);
  }

  /** Why the code of the runtime, or the answer of the file, is not here; '' when it is on its way. */
  get problem(): string {
    if (!this.isFile) return this.#code.problem;
    const answered = this.#fileReading;
    const isUnread = answered !== null && answered.about === this.#fileAbout && answered.reading === null;
    return isUnread ? 'Your parser file could not be asked.' : '';
  }

  fetchRuntime(): void {
    if (this.isFile) this.#askFile();
    else void this.#code.fetch(this.#session.fields.profile);
  }

  /** Whether the reader stopped it on its way, and has not moved since. */
  isPaused = $state(false);

  get isPlaying(): boolean {
    return this.#timer !== null;
  }

  /** Where the border after the last chunk that came is among the cuts; null at the start and at the end. */
  get border(): number | null {
    return this.come > 0 && this.come < this.total ? this.come - 1 : null;
  }

  #askFile: () => void = () => undefined;

  /** Another text is shown from its end, another runtime is fetched. Returns what ends that. */
  follow(): () => void {
    const end = $effect.root(() => {
      $effect(() => {
        if (!this.isReady && !this.isFile) untrack(() => this.fetchRuntime());
      });
      this.#askFile = askOnChange<FileAbout, FileReading | null>({
        about: () => this.#fileAbout,
        after: 100,
        ask: ({ parser, text, tools, recording: { cuts } }) =>
          parser.read(
            { text, tools },
            [...cuts, text.length].map((end, at) => text.slice(cuts[at - 1] ?? 0, end)),
          ),
        take: (reading, about) => (this.#fileReading = { about, reading }),
      });
      $effect(() => {
        const { raw } = this.#session.fields;
        if (raw.trim() === '') return;
        void this.#session.paste.takeApart(raw).then((taken) => {
          if (taken.ok && raw === this.#session.fields.raw) this.#log = { raw, pasted: taken.answer };
        });
      });
      let known = untrack(() => this.text);
      $effect(() => {
        if (this.text === known) return;
        known = this.text;
        this.goTo(Infinity);
      });
    });
    return () => {
      end();
      this.stop();
    };
  }

  goTo(come: number): void {
    this.stop();
    this.#come = Math.max(0, come);
  }

  stop(): void {
    this.isPaused = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** From where the reader is; from the start when all has come. */
  play(): void {
    this.stop();
    if (this.pace === 'instant') {
      this.goTo(Infinity);
      return;
    }
    if (this.come >= this.total) this.#come = 0;
    const schedule = scheduleOf(this.recording, schedulePaces[this.pace]);
    const startedAt = performance.now() - (schedule[this.come - 1] ?? 0);
    const next = (): void => {
      const time = performance.now() - startedAt;
      this.#come = Math.max(this.#come, arrivedAt(schedule, time));
      const arrival = schedule[this.#come];
      this.#timer = arrival === undefined ? null : setTimeout(next, Math.max(FRAME, arrival - time));
    };
    next();
  }

  playOrStop(): void {
    if (this.isPlaying) {
      this.stop();
      this.isPaused = true;
    } else this.play();
  }
}
