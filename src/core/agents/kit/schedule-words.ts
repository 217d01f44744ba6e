import { numberText } from '../../text/document/index.ts';
import type { Schedule } from './schedule.ts';

/** "1 call", "2 calls". */
export function callsText(number: number): string {
  return `${numberText(number)} ${number === 1 ? 'call' : 'calls'}`;
}

/** "Call 2, read_gauge,": the one that ended the turn, as the beginning of a sentence; '' when all ran. */
export function endedByText({ endedBy }: Schedule, names: readonly string[]): string {
  return endedBy === null ? '' : `Call ${String(endedBy + 1)}, ${names[endedBy] ?? ''},`;
}

/** " 1 call never began.", after another sentence; '' when all began. */
export function neverBeganText({ runs }: Schedule): string {
  const never = runs.filter((run) => run === null).length;
  return never === 0 ? '' : ` ${callsText(never)} never began.`;
}
