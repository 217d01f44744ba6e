import {
  tryCuts,
  tryProperties,
  type Asked,
  type AskParser,
  type CutReport,
  type Property,
} from '../../parser-file/properties.ts';
import type { Answer, FoundParser } from '../../parser-file/protocol.ts';

type Report = (done: number, total: number) => void;

/** Who is asked: the open file. */
interface Subject {
  readonly ask: AskParser;
  readonly parser: FoundParser | null;
  readonly whole: { readonly answer: Answer | null } | null;
  problem: string;
  asked(parser: FoundParser): Asked;
}

/** What is tried with a parser file beyond the reply as it is. */
export class FileChecks {
  readonly #of: Subject;
  cuts: CutReport | null = $state.raw(null);
  properties: readonly Property[] | null = $state.raw(null);
  /** How far it is; null while nothing is tried. */
  progress: { readonly done: number; readonly total: number } | null = $state.raw(null);

  constructor(subject: Subject) {
    this.#of = subject;
  }

  async tryCuts(): Promise<void> {
    const { ask, parser, whole } = this.#of;
    if (parser === null || whole === null) return;
    await this.#long(async (report) => {
      this.cuts = await tryCuts(ask, this.#of.asked(parser), whole.answer, report);
    });
  }

  async tryProperties(): Promise<void> {
    const { ask, parser } = this.#of;
    if (parser === null) return;
    await this.#long(async (report) => {
      this.properties = await tryProperties(ask, this.#of.asked(parser), report);
    });
  }

  forget(): void {
    this.cuts = null;
    this.properties = null;
  }

  async #long(work: (report: Report) => Promise<void>): Promise<void> {
    this.#of.problem = '';
    this.progress = { done: 0, total: 1 };
    await work((done, total) => {
      if (this.progress !== null) this.progress = { done, total };
    });
    this.progress = null;
  }
}
