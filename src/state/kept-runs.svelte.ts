import type { PackedRecording } from '../core/index.ts';
import type { SentPart } from './run-settings.svelte.ts';
import type { Run } from './run.svelte.ts';

/** A run of this page that ended with something to show. */
export interface KeptRun {
  /** From 1, in the order of the runs. */
  readonly number: number;
  /** The source, and what sets this run apart: "Demo model, compact tool list". */
  readonly label: string;
  readonly sent: readonly SentPart[];
  readonly text: string;
  /** '' for none. */
  readonly native: string;
  readonly recording: PackedRecording | null;
  readonly finishReason: string | null;
  /** The answer as it came over the wire; '' where the source has none. */
  readonly log: string;
}

/** Runs are few and long: so many of them, and so many characters of all of them, stay in memory. */
const MOST_RUNS = 12;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** The runs of this page, newest first. They are gone when it is closed. */
export class KeptRuns {
  #count = 0;
  runs = $state.raw<readonly KeptRun[]>([]);

  /** Keeps a run that has ended; null when it said nothing. */
  keep({ text, native, recording, end, log }: Run, label: string, sent: readonly SentPart[]): KeptRun | null {
    if (text === '' && native === '' && log === '') return null;
    this.#count += 1;
    const finishReason = end?.finishReason ?? null;
    const kept: KeptRun = { number: this.#count, label, sent, text, native, recording, finishReason, log };
    let room = MOST_CHARACTERS;
    this.runs = [kept, ...this.runs].filter((run, index) => {
      room -= run.text.length + run.native.length + run.log.length;
      return index === 0 || (index < MOST_RUNS && room >= 0);
    });
    return kept;
  }
}
