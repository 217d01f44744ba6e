import type { MessageFamily } from '../agent-system.ts';
import { chatcliNativeTurn, chatcliTextTurn } from './history.ts';
import { chatcliAnthropicMessages, chatcliOpenAiMessages } from './messages.ts';

/** How ChatCLI's conversations go back to a model. Its text form is plain messages, which Anthropic takes as well. */
export const chatcliFamilies: readonly MessageFamily[] = [
  {
    id: 'chatcli-openai',
    label: 'OpenAI shape',
    lesson:
      'No field marks a failure. The text of a failed result begins with [ERROR:CODE], or with [ERROR] where there is no code.',
    system: 'message',
    isText: false,
    shapes: ['openai'],
    turn: (turn) => chatcliOpenAiMessages(chatcliNativeTurn(turn), ''),
  },
  {
    id: 'chatcli-anthropic',
    label: 'Anthropic',
    lesson:
      'Each result is a user message of its own. is_error marks a failure, and a code is at the start of the text.',
    system: 'beside',
    isText: false,
    shapes: ['anthropic'],
    turn: (turn) => chatcliAnthropicMessages(chatcliNativeTurn(turn), ''),
  },
  {
    id: 'chatcli-text',
    label: 'Text',
    lesson:
      'One user message answers all calls in the text. It ends at the first error and has no error code. Callscope leaves out the localised sentence that comes first.',
    system: 'message',
    isText: true,
    shapes: ['openai', 'anthropic'],
    turn: chatcliTextTurn,
  },
];
