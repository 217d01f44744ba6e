import type { SystemWords } from '../agent-system.ts';
import type { Schedule } from '../kit/agents/schedule.ts';
import { callsText, endedByText, neverBeganText } from '../kit/agents/schedule-words.ts';
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
  halted: 'A tool halted: ExAthena ends the run here, and no further request is sent.',
  misfit:
    'The arguments do not fit the schema. ExAthena hands them on all the same; the tool most likely refuses them.',
  stray: 'ExAthena drops such a result.',
  providers:
    'ExAthena claims native tools for all that it reaches through `req_llm`, whatever the model can do, and reads the text when no native call comes.',
};
