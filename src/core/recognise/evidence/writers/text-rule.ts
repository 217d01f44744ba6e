import { type Weight, type Writer, writers } from '../evidence.ts';
import { type Rule, rulesOf } from './rule.ts';

/**
 * What gives a writer away in a log, a console, a command, an address, or the headers of an answer. The pattern is bounded, and
 * without repetition inside of repetition: it is looked for in whole logs. Its group `version` is quoted in the sentence.
 */
export type TextRule = Rule<RegExp>;

/** What one writer writes. */
export const of = rulesOf<RegExp>;

/** Rules that differ by the writer alone: `what` ends the sentence before its name. */
export function each(
  kind: string,
  weight: Weight,
  what: string,
  rows: readonly (readonly [writer: Writer, sign: RegExp])[],
): readonly TextRule[] {
  return rows.map(([writer, sign]) => {
    const id = `${writer}-${kind}`;
    return { id, writer, weight, says: `${what} ${writers[writer].label}.`, sign };
  });
}
