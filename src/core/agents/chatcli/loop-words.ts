import type { SystemWords } from '../agent-system.ts';
import type { Schedule } from '../kit/schedule.ts';
import { callsText, endedByText, neverBeganText } from '../kit/schedule-words.ts';

function scheduleText(schedule: Schedule, names: readonly string[]): string {
  const { runs, end } = schedule;
  const by = endedByText(schedule, names);
  const never = neverBeganText(schedule);
  if (end === 'halted') return `${by} was interrupted, and the run ends.${never}`;
  if (end === 'stopped-at-error') return `ChatCLI stops at the first error. ${by} fails.${never}`;
  return `ChatCLI runs ${callsText(runs.length)}${runs.length === 1 ? '' : ' one after the other'}.`;
}

export const chatcliWords: SystemWords = {
  schedule: scheduleText,
  halted: 'The user interrupted: ChatCLI ends the run here.',
  misfit: 'The arguments do not match the schema, so ChatCLI sends an error without running the tool.',
  stray: 'ChatCLI would send it, and providers would reject the request.',
  providers: 'ChatCLI asks each client.',
};
