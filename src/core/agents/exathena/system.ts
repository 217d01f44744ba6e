import type { AgentSystem, PromptPlacement } from '../agent-system.ts';
import { augmentSystemPrompt } from './augment.ts';
import { exathenaFamilies } from './families.ts';
import { exathenaWords } from './loop-words.ts';
import { mistakesInARow, MOST_MISTAKES } from './mistakes.ts';
import { exathenaProviders } from './providers.ts';
import { exathenaReleases } from './releases.ts';
import { exathenaSchedule } from './schedule.ts';

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
