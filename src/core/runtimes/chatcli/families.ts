import type { MessageFamily } from '../agent-system.ts';
import { chatcliNativeTurn, chatcliTextTurn } from './history.ts';
import { chatcliAnthropicMessages, chatcliOpenAiMessages } from './messages.ts';

/** How ChatCLI's conversations go back to a model. Its text form is plain messages, which Anthropic takes as well. */
export const chatcliFamilies: readonly MessageFamily[] = [
  {
    id: 'chatcli-openai',
    label: 'OpenAI shape',
    lesson:
      'There is no field for failure, so the text of a failed result begins with [ERROR:CODE], or [ERROR] without one.',
    system: 'message',
    isText: false,
    shapes: ['openai'],
    turn: (turn) => chatcliOpenAiMessages(chatcliNativeTurn(turn), ''),
  },
  {
    id: 'chatcli-anthropic',
    label: 'Anthropic',
    lesson:
      'A user message per result, never joined. is_error says that it failed; a code stands in the text before it.',
    system: 'beside',
    isText: false,
    shapes: ['anthropic'],
    turn: (turn) => chatcliAnthropicMessages(chatcliNativeTurn(turn), ''),
  },
  {
    id: 'chatcli-text',
    label: 'Text',
    lesson:
      'Calls in the text are answered by one user message. It ends at the first error, and no code is in it. A sentence of the locale stands before it, which is left out here.',
    system: 'message',
    isText: true,
    shapes: ['openai', 'anthropic'],
    turn: chatcliTextTurn,
  },
];
