import { phrasesOf, sent, type Phrase } from './phrase.ts';

/** What providers say of `tool_choice`, each in words of its own: tools are sent and taken, and only the choice is refused. */
// Source: Anthropic, litellm#8883; DashScope, eino#994; DeepSeek V4, opencode-mem#253; Moonshot, docs of tool_choice
export const saidOfChoice: readonly Phrase[] = phrasesOf(null, [
  {
    id: 'choice-thinking',
    pattern:
      /\btool_choice\b[^\n]{0,80}\b(?:in thinking mode|incompatible with thinking)\b|\bThinking (?:may not be enabled when|mode does not support this) tool_choice\b/i,
    isExact: true,
    ...sent(
      'The server does not let `tool_choice` force a call while the model thinks.',
      'Send `tool_choice: auto`, or switch thinking off in this request.',
    ),
  },
]);
