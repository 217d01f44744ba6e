import { folded, holdsAll, searchWords } from '../../page/search.ts';
import { kindLabel, type Failure } from '../../page/gallery/failures.ts';

/** What a list of failures is narrowed to; '' for all. */
export interface FailureFilter {
  readonly wanted: string;
  readonly engine: string;
  readonly kind: string;
}

/**
 * The failures of this engine and kind that hold every word of `wanted`, in any order, in their title, engine, kind, formats,
 * words, threads or text.
 *
 * @param formatsOf the ids of the formats that a runtime reads, as far as they are known
 */
export function searchFailures(
  failures: readonly Failure[],
  { wanted, engine, kind }: FailureFilter,
  formatsOf: (runtime: string) => readonly string[],
): readonly Failure[] {
  const words = searchWords(wanted);
  return failures.filter(
    (failure) =>
      (engine === '' || failure.engine === engine) &&
      (kind === '' || failure.kind === kind) &&
      (words.length === 0 || holdsAll(folded(failureText(failure, formatsOf)), words)),
  );
}

/** All that a failure is found by. */
export function failureText(
  { title, engine, kind, happens, helps, documented, threads, state }: Failure,
  formatsOf: (runtime: string) => readonly string[],
): string {
  const { profile, text, native } = state;
  return [
    ...[title, engine, kindLabel(kind), happens, helps, documented, profile, text, native],
    ...threads,
    ...formatsOf(profile),
  ].join(' ');
}
