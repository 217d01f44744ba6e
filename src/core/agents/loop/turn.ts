import type { AgentSystem } from '../agent-system.ts';
import { plannedCalls, type Schedule } from '../kit/schedule.ts';
import type { LoopCall, LoopTurn, ToolOutcome } from '../kit/turn.ts';

/**
 * What a call is answered with as long as nobody says otherwise: a placeholder, or the error that its fault makes. A tool
 * that is not declared never runs; for arguments that do not fit the schema we assume that the loop or the tool refuses them.
 */
export function presumedOutcome(system: AgentSystem, { name, fault }: LoopCall): ToolOutcome {
  if (fault === 'undeclared') return system.unknownTool(name);
  if (fault !== null) {
    return { kind: 'error', code: 'InvalidArgs', content: `The arguments do not match the schema. ${fault.join(' ')}` };
  }
  return { kind: 'ok', code: '', content: '{"ok": true}' };
}

/** How the calls of a turn are run, given what they return. */
export function scheduleTurn(system: AgentSystem, turn: LoopTurn): Schedule {
  return system.schedule(plannedCalls(turn));
}

/** Why no request follows the last of these turns; null when one does. */
export type LoopEnd = 'answered' | 'halted' | 'mistakes' | 'unreadable' | null;

export function loopEnd(system: AgentSystem, turns: readonly LoopTurn[]): LoopEnd {
  const last = turns.at(-1);
  if (last === undefined) return null;
  if (!last.isReadable) return 'unreadable';
  if (last.calls.length === 0) return 'answered';
  if (scheduleTurn(system, last).end === 'halted') return 'halted';
  return system.mistakes?.areTooMany(turns) === true ? 'mistakes' : null;
}
