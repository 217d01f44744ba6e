import { conversationText, messageFamilies, type LoopRuntime, type WireMessage } from '../../core/index.ts';
import type { SourceRequest } from '../../sources/source.ts';
import type { Conversation } from './conversation.ts';

/**
 * The request for the turn after those of a conversation, as the loop of `runtime` makes it. `isText`: the tools stand in the
 * system prompt, so the results go back as that runtime's text form has them.
 */
export function requestAfter(
  request: SourceRequest,
  conversation: Conversation,
  runtime: LoopRuntime,
  isText: boolean,
): SourceRequest {
  const turns = conversation.turnsFor(runtime);
  const { user } = conversation.opening(isText);
  const messages = (shape: string): readonly WireMessage[] => {
    const family = messageFamilies.find(({ id }) => id === `${runtime}-${shape}`);
    return [{ role: 'user', content: user }, ...turns.flatMap((turn) => family?.turn(turn) ?? [])];
  };
  return {
    ...request,
    user: conversationText(user, turns),
    conversation: {
      openai: messages(isText ? 'text' : 'openai'),
      // ExAthena has no text form for results; ChatCLI's is plain messages, which Anthropic takes as well.
      anthropic: messages(isText && runtime === 'chatcli' ? 'text' : 'anthropic'),
    },
  };
}
