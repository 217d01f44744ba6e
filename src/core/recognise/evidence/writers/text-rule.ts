import { type Weight, type Writer, writers } from '../evidence.ts';

/** What gives a writer away in a log, a console, a command, an address, or the headers of an answer. */
export interface TextRule {
  readonly id: string;
  readonly writer: Writer;
  readonly weight: Weight;
  /** What is seen there, as a sentence. */
  readonly says: string;
  /** Its group `version` is quoted in the sentence. Bounded, and without repetition inside of repetition: it is looked for in whole logs. */
  readonly pattern: RegExp;
}

type Row = readonly [id: string, weight: Weight, says: string, pattern: RegExp];

/** What one writer writes. A comment before it names where that is written: file and commit, or page. */
export function of(writer: Writer, rows: readonly Row[]): readonly TextRule[] {
  return rows.map(([id, weight, says, pattern]) => ({ id, writer, weight, says, pattern }));
}

/** Rules that differ by the writer alone: `what` ends the sentence before its name. */
export function each(
  kind: string,
  weight: Weight,
  what: string,
  rows: readonly (readonly [writer: Writer, pattern: RegExp])[],
): readonly TextRule[] {
  return rows.map(([writer, pattern]) => {
    const id = `${writer}-${kind}`;
    return { id, writer, weight, says: `${what} ${writers[writer].label}.`, pattern };
  });
}
