import type { ProjectInfo, ReaderTable, RuntimeAnswers, RuntimeInfo } from '../../../core/index.ts';

export interface ReaderLine extends RuntimeAnswers {
  readonly info: RuntimeInfo;
}

/** The parsers of one project. */
export interface ReaderGroup {
  readonly id: string;
  readonly label: string;
  /** Those that give the calls that were meant, and those written for their format: best first. Where none was meant, all that find one. */
  readonly first: readonly ReaderLine[];
  /** The others that find calls, whole or streamed. */
  readonly finding: readonly ReaderLine[];
  readonly others: readonly ReaderLine[];
  readonly same: number;
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
  const isMeant = ({ whole, info }: ReaderLine): boolean =>
    whole.calls === 'same' || info.formats.some((format) => formats.has(format));
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
        first: lines.filter(isFirst),
        finding: rest.filter(isFinding),
        others: rest.filter((line) => !isFinding(line)),
        same: lines.filter(({ whole }) => whole.calls === 'same').length,
      },
    ];
  });
  return groups.toSorted(
    (one, other) =>
      Number(other.id === inUse) - Number(one.id === inUse) ||
      Number(other.same > 0) - Number(one.same > 0) ||
      sizeOf(other) - sizeOf(one),
  );
}

export function sizeOf({ first, finding, others }: ReaderGroup): number {
  return first.length + finding.length + others.length;
}

function isFinding({ whole, streamed }: ReaderLine): boolean {
  return whole.calls !== 'none' || (streamed?.count ?? 0) > 0;
}

const order = { same: 0, other: 1, none: 2 } as const;

function rank({ whole, streamed }: ReaderLine): number {
  return order[whole.calls] * 3 + (streamed === null ? 0 : order[streamed.calls]);
}
