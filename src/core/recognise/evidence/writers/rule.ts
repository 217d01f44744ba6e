import type { Weight, Writer } from '../evidence.ts';

/** What gives a writer away, and how it is found: a function for what is read as a value, a pattern for texts. */
export interface Rule<Sign> {
  readonly id: string;
  readonly writer: Writer;
  readonly weight: Weight;
  /** What is seen there, as a sentence. */
  readonly says: string;
  readonly sign: Sign;
  /** A client sends it back to whoever answers next: it is looked for in the history as well. */
  readonly isSentBack?: true;
  /** Whoever writes it says which server it is: it is the command that starts that. */
  readonly namesServer?: true;
}

type More = Pick<Rule<unknown>, 'isSentBack' | 'namesServer'>;
type Row<Sign> = readonly [id: string, weight: Weight, says: string, sign: Sign, more?: More];

/** The rules of one writer. A comment before them names where that is written: file and commit, or page. */
export function rulesOf<Sign>(writer: Writer, rows: readonly Row<Sign>[]): readonly Rule<Sign>[] {
  return rows.map(([id, weight, says, sign, more]) => ({ id, writer, weight, says, sign, ...more }));
}
