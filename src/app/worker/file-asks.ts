import type { FileReading, Judge, LoggedReply, ReplyResult } from '../../core/index.ts';
import type { BatchTold } from './batch-protocol.ts';

type Readings = readonly FileReading[] | null;
type AskFile = Extract<BatchTold, { kind: 'ask-file' }>;

/** Asks the page for what the reader's parser file makes of replies: the file runs in a worker of its own. */
export class FileAsks {
  readonly #tell: (asked: AskFile) => void;
  /** How often it was asked: an answer to an older question is not taken. */
  #number = 0;
  #take: (readings: Readings) => void = () => undefined;

  constructor(tell: (asked: AskFile) => void) {
    this.#tell = tell;
  }

  /** What the file made of the replies that were asked about last; null where it could not be asked. */
  take(number: number, readings: Readings): void {
    if (number === this.#number) this.#take(readings);
  }

  /** Judges what the file makes of replies; null where it could not be asked. */
  async judge(judge: Judge, asked: readonly LoggedReply[]): Promise<readonly ReplyResult[] | null> {
    const questions = asked.map((reply) => judge.questionOf(reply));
    const replies = questions.filter((question) => question !== null);
    this.#number += 1;
    const readings = await new Promise<Readings>((take) => {
      this.#take = take;
      this.#tell({ kind: 'ask-file', number: this.#number, replies });
    });
    if (readings?.length !== replies.length) return null;
    let next = 0;
    return asked.map((reply, place) => {
      const reading = questions[place] === null ? null : (readings[next] ?? null);
      if (reading !== null) next += 1;
      return judge.judge(reply, reading);
    });
  }
}
