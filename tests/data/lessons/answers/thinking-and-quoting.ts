import { all, option, order, replace, words, type StepAnswers } from '../step-answers.ts';

export const answers: readonly StepAnswers[] = [
  { right: all(words, '1'), wrong: all(words, '0', '2', 'none', 'no', 'maybe') },
  { right: all(option, 'deepseek-r1', 'kimi-k2'), wrong: all(option, 'none', 'qwen3', 'glm45', 'granite', 'minimax') },
  { right: [option('reasoning-parser')], wrong: all(option, 'tool-parser', 'tools', 'thinking', 'call', '') },
  {
    right: [order(2, 1, 3, 0)],
    wrong: [
      order(0, 1, 2, 3),
      order(2, 1, 0, 3),
      order(1, 2, 3, 0),
      order(2, 3, 1, 0),
      order(2, 1, 3),
      order(3, 1, 2, 0),
    ],
  },
  {
    right: [
      replace('</tool_call>', ''),
      replace('<tool_call>', '[tool_call]'),
      replace('<tool_call>', ''),
      replace('<tool_call>', '<tool call>'),
    ],
    wrong: [
      replace('</tool_call>', '</tool_call> '),
      replace('Shall I do it?', ''),
      replace('<tool_call>', '```\n<tool_call>'),
      replace('100', '50'),
      replace('A call looks like this:', ''),
      replace('open_valve', 'close_valve'),
    ],
  },
];
