/** What becomes of the conversation when a result is entered, or another turn is gone to. */
import type {
  EnteredOutcome,
  EnteredResult,
  EnteredStray,
  LinkState,
  LoopState,
  OtherTurn,
} from '../permalink/state.ts';

export type { EnteredOutcome, EnteredResult, EnteredStray, OtherTurn };

export const emptyLoop: LoopState = { asked: '', earlier: [], later: [], results: [], strays: [] };

/** What the user asks as long as nobody writes a question. */
export const DEFAULT_QUESTION = 'Is the oil pressure all right?';

export function askedIn({ asked }: LoopState): string {
  return asked.trim() === '' ? DEFAULT_QUESTION : asked;
}

/** The most turns before or after the reply that links carry. */
export const MOST_TURNS = 50;

type TurnFields = Pick<LinkState, 'text' | 'native' | 'recording' | 'loop'>;

/** The changes of a session that go to another turn. */
export interface TurnChange {
  readonly loop: LoopState;
  readonly own: Partial<LinkState>;
}

/** What was entered for a call; a result that was entered for another call at its place is none. */
export function enteredFor(results: readonly EnteredResult[], call: number, name: string): EnteredResult | null {
  return results.find((result) => result.call === call && result.name === name) ?? null;
}

/** Enters the outcome of a call, or takes it back. */
export function withOutcome(loop: LoopState, call: number, name: string, outcome: EnteredOutcome | null): LoopState {
  const others = loop.results.filter((result) => result.call !== call);
  const results = outcome === null ? others : [...others, { call, name, ...outcome }];
  return { ...loop, results: results.sort((a, b) => a.call - b.call) };
}

export function withStrays(loop: LoopState, strays: readonly EnteredStray[]): LoopState {
  return { ...loop, strays };
}

/** The reply becomes an earlier turn and another one takes its place. What was after it is gone: it answered another reply. */
export function nextTurn(fields: TurnFields, text: string, native: string): TurnChange {
  const loop = fields.loop ?? emptyLoop;
  return {
    loop: { asked: loop.asked, earlier: [...loop.earlier, leave(fields)], later: [], results: [], strays: [] },
    own: { text, native, recording: null, step: null },
  };
}

/** Brings turn `index`, from 0, onto the page; null when it is there or does not exist. */
export function goToTurn(fields: TurnFields, index: number): TurnChange | null {
  const loop = fields.loop ?? emptyLoop;
  const all = [...loop.earlier, leave(fields), ...loop.later];
  const turn = all[index];
  if (turn === undefined || index === loop.earlier.length) return null;
  return arrive(loop.asked, all.slice(0, index), turn, all.slice(index + 1));
}

/** Takes the turn on the page away; the one before it is shown. Null for the only turn. */
export function withoutTurn({ loop }: TurnFields): TurnChange | null {
  if (loop === null) return null;
  const before = loop.earlier.at(-1);
  if (before !== undefined) return arrive(loop.asked, loop.earlier.slice(0, -1), before, loop.later);
  const [after, ...rest] = loop.later;
  return after === undefined ? null : arrive(loop.asked, [], after, rest);
}

function leave({ text, native, recording, loop }: TurnFields): OtherTurn {
  const { results, strays } = loop ?? emptyLoop;
  return { text, native, recording, results, strays };
}

function arrive(
  asked: string,
  earlier: readonly OtherTurn[],
  turn: OtherTurn,
  later: readonly OtherTurn[],
): TurnChange {
  const { text, native, recording, results, strays } = turn;
  return { loop: { asked, earlier, later, results, strays }, own: { text, native, recording, step: null } };
}
