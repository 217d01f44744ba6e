import type { MessageFamily } from '../agent-system.ts';
import { exathenaAnthropicTurn, exathenaOpenAiTurn } from './messages.ts';

/** How ExAthena's conversations go back to a model. It has no text form for results, so Anthropic gets its blocks in any case. */
export const exathenaFamilies: readonly MessageFamily[] = [
  {
    id: 'exathena-openai',
    label: 'OpenAI shape',
    lesson: 'One tool message per result. No field marks a failure: only the text says that there was an error.',
    system: 'message',
    isText: false,
    shapes: ['openai'],
    turn: exathenaOpenAiTurn,
  },
  {
    id: 'exathena-anthropic',
    label: 'Anthropic',
    lesson: 'One user message holds all results of a turn, in the order of the calls. A failed call has is_error.',
    system: 'beside',
    isText: false,
    shapes: ['anthropic'],
    turn: exathenaAnthropicTurn,
  },
  {
    id: 'exathena-text',
    label: 'Text fences',
    lesson:
      'The tools are in the system prompt and the calls are in the text. The results are tool messages. ExAthena never sends ~~~tool_result: models make it up.',
    system: 'message',
    isText: true,
    shapes: ['openai'],
    turn: exathenaOpenAiTurn,
  },
];
