import type { ProjectInfo, RuntimeAnswers, RuntimeInfo } from '../../../core/index.ts';
import { countsOf } from '../../page/answers/answer-counts.ts';
import { type AnswerState, answerStates, stateOf } from '../../page/answers/answer-words.ts';
import type { MatrixState } from '../../permalink/state.ts';
import { searchRuntimes } from '../../page/search-runtimes.ts';

export interface MatrixRow extends RuntimeAnswers {
  readonly info: RuntimeInfo;
  readonly project: string;
}

/** Rows under one head. */
export interface MatrixGroup {
  /** The label of the project; '' where the rows are sorted over all projects. */
  readonly label: string;
  readonly rows: readonly MatrixRow[];
  /** Those that give the reply as text or as reasoning, whole and streamed: there is nothing more to say of them. */
  readonly plain: readonly MatrixRow[];
  readonly counts: Readonly<Record<AnswerState, number>>;
}

/** Whose rows are asked for by `mine`. */
interface Own {
  readonly chosen: string;
  readonly pinned: readonly string[];
}

/** The rows that are looked at, in their groups: that of the chosen one, those with a parser that gives the call, all others. */
export function matrixGroups(
  projects: readonly ProjectInfo[],
  answers: readonly RuntimeAnswers[],
  { show, wanted, sort }: MatrixState,
  { chosen, pinned }: Own,
): readonly MatrixGroup[] {
  const byRuntime = new Map(answers.map((answer) => [answer.runtime, answer]));
  const rows = searchRuntimes(projects, wanted).lines.flatMap(({ id, runtime: info, project }): MatrixRow[] => {
    const answer = byRuntime.get(id);
    if (answer === undefined) return [];
    const isMine = id === chosen || pinned.includes(id);
    const isShown = show === 'all' || (show === 'mine' ? isMine : differs(answer));
    const named = answer.chain === undefined ? info : { ...info, label: answer.chain };
    return isShown ? [{ ...answer, info: named, project }] : [];
  });
  if (sort !== 'engine') {
    const sorted = rows.toSorted((one, other) => keyOf(sort, one) - keyOf(sort, other));
    return rows.length === 0 ? [] : [{ label: '', rows: sorted, plain: [], counts: countsOf(sorted) }];
  }
  const groups = projects.flatMap(({ label }): MatrixGroup[] => {
    // Who looks for a server that gives the call finds it first.
    const all = rows
      .filter(({ project }) => project === label)
      .toSorted((one, other) => keyOf('whole', one) - keyOf('whole', other));
    const plain = all.filter((row) => isPlain(row) && row.runtime !== chosen);
    return all.length === 0
      ? []
      : [{ label, rows: all.filter((row) => !plain.includes(row)), plain, counts: countsOf(all) }];
  });
  const rankOf = ({ rows: listed, counts }: MatrixGroup): number =>
    listed.some(({ runtime }) => runtime === chosen) ? 0 : counts.same > 0 ? 1 : 2;
  return groups.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Whether some character reaches the client otherwise than under the runtime that it is compared with. */
function differs({ whole, streamed }: RuntimeAnswers): boolean {
  return whole.partsAt !== null || (streamed !== null && streamed.partsAt !== null);
}

function isPlain({ whole, streamed }: RuntimeAnswers): boolean {
  return stateOf(whole) === 'none' && (streamed === null || stateOf(streamed) === 'none');
}

/** The best, the most lost and the earliest come first; equal rows stay in the order of the picker. */
function keyOf(sort: Exclude<MatrixState['sort'], 'engine'>, { whole, streamed }: RuntimeAnswers): number {
  switch (sort) {
    case 'whole':
      return answerStates.indexOf(stateOf(whole));
    case 'streamed':
      return streamed === null ? answerStates.length : answerStates.indexOf(stateOf(streamed));
    case 'lost':
      return -Math.max(whole.lost, streamed?.lost ?? 0);
    case 'parting':
      return whole.partsAt ?? Infinity;
  }
}
