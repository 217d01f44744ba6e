import {
  conversationText,
  familyFor,
  type AgentSystem,
  type MessageShape,
  type WireMessage,
} from '../../../core/index.ts';
import type { SourceRequest } from '../../sources/source.ts';
import type { Conversation } from '../../page/conversation.ts';

/**
 * The request for the turn after those of a conversation, as the loop of `system` makes it. `isText`: the tools are in the
 * system prompt, so the results go back as that system's text form has them.
 */
export function requestAfter(
  request: SourceRequest,
  conversation: Conversation,
  system: AgentSystem,
  isText: boolean,
): SourceRequest {
  const turns = conversation.turnsFor(system);
  const { user } = conversation.opening(isText);
  const messages = (shape: MessageShape): readonly WireMessage[] => {
    const family = familyFor(system, shape, isText);
    return [{ role: 'user', content: user }, ...turns.flatMap((turn) => family?.turn(turn) ?? [])];
  };
  return {
    ...request,
    user: conversationText(user, turns),
    conversation: { openai: messages('openai'), anthropic: messages('anthropic') },
  };
}
