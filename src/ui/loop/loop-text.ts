import {
  MOST_MISTAKES,
  TOGETHER,
  type CallRun,
  type LoopEnd,
  type LoopRuntime,
  type LoopTurn,
  type Schedule,
} from '../../core/index.ts';

export const runtimeNames: Readonly<Record<LoopRuntime, string>> = { exathena: 'ExAthena', chatcli: 'ChatCLI' };

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** How the calls of a turn are run, in one or two sentences. */
export function scheduleText({ runtime, runs, end, endedBy }: Schedule, calls: LoopTurn['calls']): string {
  if (runs.length === 0) return 'There is no call to run.';
  const by = endedBy === null ? '' : `Call ${String(endedBy + 1)}, ${calls[endedBy]?.name ?? ''},`;
  const never = runs.filter((run) => run === null).length;
  const rest = never === 0 ? '' : ` ${count(never, 'call')} never began.`;
  if (runtime === 'chatcli') {
    if (end === 'halted') return `${by} was interrupted, and the run ends.${rest}`;
    if (end === 'stopped-at-error') return `ChatCLI stops at the first error. ${by} fails.${rest}`;
    return `ChatCLI runs ${count(runs.length, 'call')}${runs.length === 1 ? '' : ' one after the other'}.`;
  }
  if (end === 'halted') return `${by} halts. ExAthena ends the run at once and sends no result of this turn.${rest}`;
  const together = runs.filter((run) => run !== null && run.lane > 0).length;
  const alone = runs.length - together;
  const parts = [
    ...(alone === 0 ? [] : [`${count(alone, 'call')}${alone === 1 ? '' : ' one after the other'}`]),
    ...(together === 0
      ? []
      : [
          `${count(together, 'call')}${together === 1 ? '' : ' together'}${together > TOGETHER ? `, ${String(TOGETHER)} at a time` : ''}`,
        ]),
  ];
  return `ExAthena runs ${parts.join(', then ')}.`;
}

/** How a call that began looks: a tool that answered with an error is done as well. */
export function lookOf({ outcomes }: LoopTurn, call: number, state: CallRun['state']): CallRun['state'] | 'failed' {
  return state === 'done' && outcomes[call]?.kind === 'error' ? 'failed' : state;
}

/** What happened in each step, for those who do not see the chart. */
export function stepTexts({ runs, steps }: Schedule, turn: LoopTurn, most: number): string[] {
  const words = { done: 'done', failed: 'error', halted: 'halts', killed: 'stopped while running' } as const;
  const texts = Array.from({ length: Math.min(steps, most) }, (): string[] => []);
  for (const [index, run] of runs.entries()) {
    if (run === null) continue;
    const name = turn.calls[index]?.name ?? '';
    texts[run.step]?.push(`${String(index + 1)} ${name} (${words[lookOf(turn, index, run.state)]})`);
  }
  return texts.map((entries) => entries.join(', '));
}

/** Why the loop asks no more; null when it goes on. */
export function endText(runtime: LoopRuntime, end: LoopEnd): string | null {
  const name = runtimeNames[runtime];
  switch (end) {
    case null:
      return null;
    case 'answered':
      return `The reply holds no call, so it is the answer and ${name} stops here.`;
    case 'halted':
      return runtime === 'exathena'
        ? 'A tool halted: ExAthena ends the run here, and no further request is sent.'
        : 'The user interrupted: ChatCLI ends the run here.';
    case 'mistakes':
      return `${String(MOST_MISTAKES)} mistakes in a row: ExAthena ends the run here.`;
    case 'unreadable':
      return `${name} could not read the reply and ends the run here.`;
  }
}

/** A number of bytes as people say it. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
