import {
  counted,
  type AgentSystem,
  type CallRun,
  type LoopEnd,
  type LoopTurn,
  type Schedule,
} from '../../../core/index.ts';

/** How the calls of a turn are run, in one or two sentences. */
export function scheduleText({ words }: AgentSystem, schedule: Schedule, calls: LoopTurn['calls']): string {
  if (schedule.runs.length === 0) return 'There is no call to run.';
  return words.schedule(
    schedule,
    calls.map(({ name }) => name),
  );
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
export function endText({ label, words, mistakes }: AgentSystem, end: LoopEnd): string | null {
  switch (end) {
    case null:
      return null;
    case 'answered':
      return `The reply has no call, so it is the answer and ${label} stops here.`;
    case 'halted':
      return words.halted;
    case 'mistakes':
      return mistakes?.words ?? null;
    case 'unreadable':
      return `${label} could not read the reply and ends the run here.`;
  }
}

/** A number of bytes as people say it. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
