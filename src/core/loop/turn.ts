import { scheduleCalls, type LoopRuntime, type Schedule } from './schedule.ts';

/** A call of a reply as the loop sees it. */
export interface LoopCall {
  readonly id: string;
  readonly name: string;
  /** Lossless JSON; what a runtime handed on unread need not be an object. */
  readonly argumentsText: string;
  readonly isSafe: boolean;
  /** What is wrong with it before any tool has run: its name is not declared, or what its schema says, a sentence each. */
  readonly fault: 'undeclared' | readonly string[] | null;
}

/** What a tool returned, or what the loop answers in its place. */
export interface ToolOutcome {
  readonly kind: 'ok' | 'error' | 'halt';
  /** A stable word for what went wrong, such as `ENOENT`; '' for none. */
  readonly code: string;
  /** The text of the result, of the error, or of the reason to halt. */
  readonly content: string;
}

/** A result for an id that no call of the reply has. */
export interface StrayResult extends ToolOutcome {
  readonly id: string;
}

/** A reply and what came back for it. */
export interface LoopTurn {
  readonly text: string;
  readonly calls: readonly LoopCall[];
  /** Whether the reply could be read; a reply that could not ends a run of ExAthena. */
  readonly isReadable: boolean;
  /** One for each call. */
  readonly outcomes: readonly ToolOutcome[];
  /** Per call: nobody entered the outcome, it is `presumedOutcome`. */
  readonly isPresumed: readonly boolean[];
  readonly strays: readonly StrayResult[];
}

/** Codes that ChatCLI 1.188 gives to errors (`cli/agent/error_classifier.go`), and the one for arguments that do not fit. */
export const errorCodes = [
  'ENOENT',
  'EACCES',
  'EEXIST',
  'Timeout',
  'Canceled',
  'ExitCode:1',
  'NetworkError',
  'NetworkTimeout',
  'DNSError',
  'InvalidArgs',
  'UnknownError',
] as const;

/**
 * What a call is answered with as long as nobody says otherwise: a placeholder, or the error that its fault makes.
 *
 * A tool that is not declared never runs: ExAthena answers `unknown tool: NAME` (`ExAthena.Modes.ReAct`); ChatCLI says in
 * a sentence of its locale that there is no such plugin, for which its classifier makes the code `PluginError`. ChatCLI
 * compares arguments with the schemas of plugins that have one, and answers `InvalidArgs`. ExAthena does not: its tools
 * get the arguments as they are, and we assume that they refuse them.
 */
export function presumedOutcome(runtime: LoopRuntime, { name, fault }: LoopCall): ToolOutcome {
  if (fault === 'undeclared') {
    return runtime === 'exathena'
      ? { kind: 'error', code: '', content: `unknown tool: ${name}` }
      : { kind: 'error', code: 'PluginError', content: `There is no tool named '${name}'.` };
  }
  if (fault !== null) {
    return { kind: 'error', code: 'InvalidArgs', content: `The arguments do not fit the schema. ${fault.join(' ')}` };
  }
  return { kind: 'ok', code: '', content: '{"ok": true}' };
}

/** How the calls of a turn are run, given what they return. */
export function scheduleTurn(runtime: LoopRuntime, { calls, outcomes }: LoopTurn): Schedule {
  return scheduleCalls(
    runtime,
    calls.map(({ id, isSafe, fault }, index) => ({
      id,
      // A tool that nobody knows cannot be called safe.
      isSafe: isSafe && fault !== 'undeclared',
      returns: outcomes[index]?.kind ?? 'ok',
    })),
  );
}

/** After so many mistakes in a row ExAthena asks no more (`max_consecutive_mistakes`). */
export const MOST_MISTAKES = 3;

/**
 * The mistakes in a row at the end of these turns, as ExAthena counts them: an error adds one, a result starts anew. Calls
 * that run together do not count at all, because their tasks change only copies of the state.
 */
export function mistakesInARow(turns: readonly LoopTurn[]): number {
  let mistakes = 0;
  for (const turn of turns) {
    const { runs } = scheduleTurn('exathena', turn);
    for (const [index, run] of runs.entries()) {
      if (run?.lane !== 0 || run.state !== 'done') continue;
      mistakes = turn.outcomes[index]?.kind === 'error' ? mistakes + 1 : 0;
    }
  }
  return mistakes;
}

/** Why no request follows the last of these turns; null when one does. */
export type LoopEnd = 'answered' | 'halted' | 'mistakes' | 'unreadable' | null;

export function loopEnd(runtime: LoopRuntime, turns: readonly LoopTurn[]): LoopEnd {
  const last = turns.at(-1);
  if (last === undefined) return null;
  if (!last.isReadable) return 'unreadable';
  if (last.calls.length === 0) return 'answered';
  if (scheduleTurn(runtime, last).end === 'halted') return 'halted';
  return runtime === 'exathena' && mistakesInARow(turns) >= MOST_MISTAKES ? 'mistakes' : null;
}
