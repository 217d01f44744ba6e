import type { AgentSystem, SystemWords } from '../agent-system.ts';
import { chatcliChain } from './fallback-chain.ts';
import { chatcliFamilies } from './families.ts';
import { chatcliProviders } from './providers.ts';
import { chatcliSchedule } from './schedule.ts';
import { shimSystemPrompt } from './shim-prompt.ts';
import type { ResultNote } from '../kit/turn.ts';
import type { Schedule } from '../kit/schedule.ts';
import { callsText, endedByText, neverBeganText } from '../kit/schedule-words.ts';

/** Codes that ChatCLI 1.188 gives to errors (`cli/agent/error_classifier.go`), and the one for arguments that do not fit. */
const chatcliErrorCodes = [
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

/** ChatCLI writes the code into the mark as it is. */
function chatcliCodeNotes(code: string): ResultNote[] {
  const bracket = code.indexOf(']');
  if (bracket >= 0) {
    return [
      {
        code: 'closing-bracket',
        text: `ChatCLI writes [ERROR:${code}] and escapes nothing. A reader that stops at the first ] finds the code “${code.slice(0, bracket)}”.`,
      },
    ];
  }
  if (/[\r\n]/.test(code)) {
    return [{ code: 'line-break-in-code', text: 'ChatCLI does not escape the line break, so the mark has two lines.' }];
  }
  return code.trim() === ''
    ? [{ code: 'blank-code', text: 'ChatCLI accepts a blank code: the mark is then [ERROR: ].' }]
    : [];
}

function scheduleText(schedule: Schedule, names: readonly string[]): string {
  const { runs, end } = schedule;
  const by = endedByText(schedule, names);
  const never = neverBeganText(schedule);
  if (end === 'halted') return `${by} was interrupted, and the run ends.${never}`;
  if (end === 'stopped-at-error') return `ChatCLI stops at the first error. ${by} fails.${never}`;
  return `ChatCLI runs ${callsText(runs.length)}${runs.length === 1 ? '' : ' one after the other'}.`;
}

const chatcliWords: SystemWords = {
  schedule: scheduleText,
  halted: 'The user interrupted: ChatCLI ends the run here.',
  misfit: 'The arguments do not match the schema, so ChatCLI sends an error without running the tool.',
  stray: 'ChatCLI would send it, and providers would reject the request.',
  providers: 'ChatCLI asks each client.',
};

export const chatcliSystem: AgentSystem = {
  id: 'chatcli',
  label: 'ChatCLI',
  runtimes: ['chatcli', 'chatcli-shim'],
  // Choosing a provider sets the one without the shim, also where the shim was in use.
  runtimeFor: () => 'chatcli',
  schedule: chatcliSchedule,
  runsTogether: false,
  // It calls its plugins by names with @, which nobody writes into a list of tools.
  declaredName: (name) => (name.startsWith('@') ? name.slice(1) : name),
  // It says in a sentence of its locale that there is no such plugin, for which its classifier makes this code. Arguments
  // it compares with the schemas of plugins that have one, and answers `InvalidArgs`.
  unknownTool: (name) => ({ kind: 'error', code: 'PluginError', content: `There is no tool named '${name}'.` }),
  errorCodes: chatcliErrorCodes,
  codeNotes: chatcliCodeNotes,
  mistakes: null,
  families: chatcliFamilies,
  placements: [{ id: 'shim', label: 'Tool shim', place: (existing, tools) => shimSystemPrompt(existing, tools) }],
  providers: chatcliProviders,
  chain: chatcliChain,
  words: chatcliWords,
};
