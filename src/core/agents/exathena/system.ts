import type { AgentSystem, PromptPlacement, SystemWords } from '../agent-system.ts';
import { augmentSystemPrompt } from './augment.ts';
import { exathenaFamilies } from './families.ts';
import { mistakesInARow, MOST_MISTAKES } from './mistakes.ts';
import { exathenaProviders } from './providers.ts';
import { exathenaReleases } from './releases.ts';
import { exathenaSchedule, TOGETHER } from './schedule.ts';
import type { Schedule } from '../kit/schedule.ts';
import { callsText, endedByText, neverBeganText } from '../kit/schedule-words.ts';

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

const exathenaWords: SystemWords = {
  schedule: scheduleText,
  halted: 'A tool halted: ExAthena ends the run here and sends no further request.',
  misfit:
    'The arguments do not match the schema. ExAthena passes them to the tool anyway, and the tool probably rejects them.',
  stray: 'ExAthena drops such a result.',
  providers:
    'ExAthena claims native tools for every model that it reaches through `req_llm`. It parses the text when no native call comes.',
};

export const exathenaSystem: AgentSystem = {
  id: 'exathena',
  label: 'ExAthena',
  runtimes: exathenaReleases,
  runtimeFor: (tools, current) => {
    const [first, newest] = exathenaReleases;
    // Only the newest asks whether a provider runs tools of its own.
    if (tools === 'own') return newest;
    return exathenaReleases.find((id) => id === current) ?? first;
  },
  schedule: exathenaSchedule,
  runsTogether: true,
  declaredName: (name) => name,
  // `ExAthena.Modes.ReAct`. It does not compare arguments with the schemas: its tools get them as they are.
  unknownTool: (name) => ({ kind: 'error', code: '', content: `unknown tool: ${name}` }),
  errorCodes: [],
  codeNotes: () => [],
  mistakes: {
    areTooMany: (turns) => mistakesInARow(turns) >= MOST_MISTAKES,
    words: `${String(MOST_MISTAKES)} mistakes in a row: ExAthena ends the run here. What ran together does not count.`,
  },
  families: exathenaFamilies,
  placements: [placement('text', 'Full prompt', false), placement('text-compact', 'Compact prompt', true)],
  providers: exathenaProviders,
  chain: null,
  words: exathenaWords,
};

function placement(id: string, label: string, compact: boolean): PromptPlacement {
  return {
    id,
    label,
    place: (existing, tools, preamble) =>
      augmentSystemPrompt(existing, tools, { compact, ...(preamble !== null && { preamble }) }),
  };
}
