import type { PackedRecording } from '../../../core/index.ts';
import type { SentPart } from './prepared-run.ts';
import type { Run } from './run.svelte.ts';

/** A run of this page that ended with something to show. */
export interface KeptRun {
  /** From 1, in the order of the runs. */
  readonly number: number;
  /** The source, and what sets this run apart: "Demo model, compact tool list". */
  readonly label: string;
  readonly sent: readonly SentPart[];
  /** What the model read, where its engine said so; null where it did not. */
  readonly prompt: string | null;
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

/** A run that has ended, and what it is called. */
interface EndedRun extends Pick<KeptRun, 'label' | 'sent'> {
  readonly run: Run;
}

/** The runs of this page, newest first. They are gone when it is closed. */
export class KeptRuns {
  #count = 0;
  runs = $state.raw<readonly KeptRun[]>([]);

  /** Keeps runs that have ended, those that said something. Returns these. */
  keep(ended: readonly EndedRun[]): readonly KeptRun[] {
    const said = ended.filter(({ run: { text, native, log } }) => text !== '' || native !== '' || log !== '');
    const kept = said.map(({ run, label, sent }): KeptRun => {
      this.#count += 1;
      const { prompt, text, native, recording, end, log } = run;
      return {
        number: this.#count,
        label,
        sent,
        prompt,
        text,
        native,
        recording,
        finishReason: end?.finishReason ?? null,
        log,
      };
    });
    let room = MOST_CHARACTERS;
    this.runs = [...kept.toReversed(), ...this.runs].filter(({ prompt, text, native, log }, index) => {
      room -= (prompt?.length ?? 0) + text.length + native.length + log.length;
      return index < kept.length || (index < MOST_RUNS && room >= 0);
    });
    return kept;
  }
}
