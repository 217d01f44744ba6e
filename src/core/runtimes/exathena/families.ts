import type { MessageFamily } from '../agent-system.ts';
import { exathenaAnthropicTurn, exathenaOpenAiTurn } from './messages.ts';

/** How ExAthena's conversations go back to a model. It has no text form for results, so Anthropic gets its blocks in any case. */
export const exathenaFamilies: readonly MessageFamily[] = [
  {
    id: 'exathena-openai',
    label: 'OpenAI shape',
    lesson: 'One tool message per result. There is no field for failure: only the text says error.',
    system: 'message',
    isText: false,
    shapes: ['openai'],
    turn: exathenaOpenAiTurn,
  },
  {
    id: 'exathena-anthropic',
    label: 'Anthropic',
    lesson:
      'All results of a turn stand in one user message, in the order of the calls, with is_error where one failed.',
    system: 'beside',
    isText: false,
    shapes: ['anthropic'],
    turn: exathenaAnthropicTurn,
  },
  {
    id: 'exathena-text',
    label: 'Text fences',
    lesson:
      'The tools stand in the system prompt and the calls in the text. The results are tool messages all the same: ~~~tool_result is something models make up, never something ExAthena sends.',
    system: 'message',
    isText: true,
    shapes: ['openai'],
    turn: exathenaOpenAiTurn,
  },
];
