import type { LoopTurn } from '../kit/turn.ts';
import { exathenaOpenAiTurn } from './messages.ts';

/**
 * The conversation as one text, for models that take no list of messages: roles as labels, as ExAthena's provider for the
 * Claude SDK does it. The page writes every conversation like this, because no other system is known to do it at all.
 */
export function conversationText(user: string, turns: readonly LoopTurn[]): string {
  const parts = turns.flatMap((turn) => exathenaOpenAiTurn(turn).map(({ role, content }) => ({ role, content })));
  const labels = new Map<unknown, string>([
    ['assistant', 'Assistant'],
    ['tool', 'Tool result'],
  ]);
  return [
    `User: ${user}`,
    ...parts.map(({ role, content }) => `${labels.get(role) ?? 'User'}: ${String(content)}`),
  ].join('\n\n');
}
