import type { AgentSystem } from '../agent-system.ts';
import { chatcliCodeNotes, chatcliErrorCodes } from './error-codes.ts';
import { chatcliChain } from './fallback-chain.ts';
import { chatcliFamilies } from './families.ts';
import { chatcliWords } from './loop-words.ts';
import { chatcliProviders } from './providers.ts';
import { chatcliSchedule } from './schedule.ts';
import { shimSystemPrompt } from './shim-prompt.ts';

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
