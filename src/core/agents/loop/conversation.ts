import type { AgentSystem, MessageFamily, MessageShape } from '../agent-system.ts';
import type { LoopTurn } from '../kit/turn.ts';
import type { WireMessage } from '../kit/wire-text.ts';

/** What a conversation begins with. */
export interface Opening {
  readonly system: string;
  readonly user: string;
}

/** The messages before the first reply; a blank system prompt or question makes none. */
export function openingMessages({ system: place }: MessageFamily, { system, user }: Opening): WireMessage[] {
  return [
    ...(place === 'message' && system.trim() !== '' ? [{ role: 'system', content: system }] : []),
    ...(user.trim() === '' ? [] : [{ role: 'user', content: user }]),
  ];
}

/** All messages of a conversation, as this family gets them. */
export function conversationMessages(
  family: MessageFamily,
  opening: Opening,
  turns: readonly LoopTurn[],
): WireMessage[] {
  return [...openingMessages(family, opening), ...turns.flatMap(family.turn)];
}

/** The family for an endpoint. If the tools are in the system prompt, it is the text form, where the endpoint takes that. */
export function familyFor({ families }: AgentSystem, shape: MessageShape, isText: boolean): MessageFamily | null {
  const fitting = families.filter(({ shapes }) => shapes.includes(shape));
  return fitting.find((family) => family.isText === isText) ?? fitting[0] ?? null;
}
