import type { LoopCall, LoopTurn, ToolOutcome } from '../../../../src/core/index.ts';

export const ok = (content: string): ToolOutcome => ({ kind: 'ok', code: '', content });
export const failed = (content: string, code = ''): ToolOutcome => ({ kind: 'error', code, content });
export const halt = (content = 'stop'): ToolOutcome => ({ kind: 'halt', code: '', content });

export function loopCall(id: string, rest: Partial<LoopCall> = {}): LoopCall {
  return { id, name: 'read_gauge', argumentsText: '{}', isSafe: false, fault: null, ...rest };
}

/** A turn with an outcome for each call, all of them entered. */
export function turnOf(
  text: string,
  pairs: readonly (readonly [LoopCall, ToolOutcome])[],
  rest: Partial<LoopTurn> = {},
): LoopTurn {
  return {
    text,
    isReadable: true,
    calls: pairs.map(([call]) => call),
    outcomes: pairs.map(([, outcome]) => outcome),
    isPresumed: pairs.map(() => false),
    strays: [],
    ...rest,
  };
}
