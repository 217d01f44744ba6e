import { conversationMessages, systems, wireText, type AgentSystem, type MessageFamily } from '../../core/index.ts';
import type { Conversation } from '../page/conversation.ts';
import type { ExportKind } from './kind.ts';

/** The messages of one family as JSON; where the system prompt travels beside them it is beside them here. */
export function transcriptText(system: AgentSystem, family: MessageFamily, conversation: Conversation): string {
  const opening = conversation.opening(family.isText);
  const messages = conversationMessages(family, opening, conversation.turnsFor(system));
  return wireText(family.system === 'beside' ? { system: opening.system, messages } : messages);
}

export const transcriptExport: ExportKind = {
  id: 'transcript',
  label: 'Conversation as messages',
  purpose: 'The turns of the loop with their results, as each server sends them to each provider.',
  use: 'file',
  file: { name: 'callscope-messages.json', type: 'application/json' },
  // Without a loop the question and the results would be ours.
  isFor: ({ loop }) => loop !== null,
  write({ conversation }) {
    if (conversation === null) return null;
    const members = systems.flatMap((system) =>
      system.families.map((family) => `"${family.id}": ${transcriptText(system, family, conversation)}`),
    );
    return `{\n${members.join(',\n')}\n}\n`;
  },
};
