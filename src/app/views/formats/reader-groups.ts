import { countsOf } from '../../page/answers/answer-counts.ts';
import { type AnswerState, stateOf } from '../../page/answers/answer-words.ts';
import type { ProjectInfo, ReaderTable, RuntimeAnswers, RuntimeInfo } from '../../../core/index.ts';

export interface ReaderLine extends RuntimeAnswers {
  readonly info: RuntimeInfo;
}

/** The parsers of one project. */
export interface ReaderGroup {
  readonly id: string;
  readonly label: string;
  readonly lines: readonly ReaderLine[];
  /** Those that give the calls that were meant, those written for their format, and those that find calls in the stream alone: best first. Where none was meant, all that find one. */
  readonly first: readonly ReaderLine[];
  /** The others, by what becomes of the whole reply. */
  readonly others: Readonly<Record<AnswerState, readonly ReaderLine[]>>;
  /** Of all of them. */
  readonly counts: Readonly<Record<AnswerState, number>>;
}

/**
 * The project in use first, for whoever asks which other parser of it reads the reply; then those of which one gives the calls
 * that were meant, and within both those with most parsers.
 */
export function readerGroups(
  projects: readonly ProjectInfo[],
  { intended, answers, found }: Pick<ReaderTable, 'intended' | 'answers' | 'found'>,
  inUse: string | undefined,
): readonly ReaderGroup[] {
  const byRuntime = new Map(answers.map((answer) => [answer.runtime, answer]));
  const formats = new Set(found.map(({ format }) => format));
  const isMeant = ({ whole, streamed, info }: ReaderLine): boolean =>
    whole.calls === 'same' ||
    info.formats.some((format) => formats.has(format)) ||
    (whole.calls === 'none' && (streamed?.count ?? 0) > 0);
  const isFirst = intended > 0 ? isMeant : isFinding;
  const groups = projects.flatMap(({ id, label, runtimes }): ReaderGroup[] => {
    const lines = runtimes
      .flatMap((info): ReaderLine[] => {
        const answer = byRuntime.get(info.id);
        return answer === undefined ? [] : [{ ...answer, info }];
      })
      .toSorted((one, other) => rank(one) - rank(other));
    if (lines.length === 0) return [];
    const rest = lines.filter((line) => !isFirst(line));
    return [
      {
        id,
        label,
        lines,
        first: lines.filter(isFirst),
        others: {
          same: rest.filter(({ whole }) => stateOf(whole) === 'same'),
          other: rest.filter(({ whole }) => stateOf(whole) === 'other'),
          none: rest.filter(({ whole }) => stateOf(whole) === 'none'),
          gone: rest.filter(({ whole }) => stateOf(whole) === 'gone'),
        },
        counts: countsOf(lines),
      },
    ];
  });
  return groups.toSorted(
    (one, other) =>
      Number(other.id === inUse) - Number(one.id === inUse) ||
      Number(other.counts.same > 0) - Number(one.counts.same > 0) ||
      other.lines.length - one.lines.length,
  );
}

function isFinding({ whole, streamed }: ReaderLine): boolean {
  return whole.calls !== 'none' || (streamed?.count ?? 0) > 0;
}

const order = { same: 0, other: 1, none: 2 } as const;

function rank({ whole, streamed }: ReaderLine): number {
  return order[whole.calls] * 3 + (streamed === null ? 0 : order[streamed.calls]);
}
