import type { SystemWords } from '../agent-system.ts';
import type { Schedule } from '../kit/schedule.ts';
import { callsText, endedByText, neverBeganText } from '../kit/schedule-words.ts';
import { TOGETHER } from './schedule.ts';

function scheduleText(schedule: Schedule, names: readonly string[]): string {
  const { runs, end } = schedule;
  if (end === 'halted') {
    return `${endedByText(schedule, names)} halts. ExAthena ends the run at once and sends no result of this turn.${neverBeganText(schedule)}`;
  }
  const together = runs.filter((run) => run !== null && run.lane > 0).length;
  const alone = runs.length - together;
  const parts = [
    ...(alone === 0 ? [] : [`${callsText(alone)}${alone === 1 ? '' : ' one after the other'}`]),
    ...(together === 0
      ? []
      : [
          `${callsText(together)}${together === 1 ? '' : ' together'}${together > TOGETHER ? `, ${String(TOGETHER)} at a time` : ''}`,
        ]),
  ];
  return `ExAthena runs ${parts.join(', then ')}.`;
}

export const exathenaWords: SystemWords = {
  schedule: scheduleText,
  halted: 'A tool halted: ExAthena ends the run here and sends no further request.',
  misfit:
    'The arguments do not match the schema. ExAthena passes them to the tool anyway, and the tool probably rejects them.',
  stray: 'ExAthena drops such a result.',
  providers:
    'ExAthena claims native tools for every model that it reaches through `req_llm`. It parses the text when no native call comes.',
};
