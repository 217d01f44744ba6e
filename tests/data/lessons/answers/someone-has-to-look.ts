import { all, select, words, type StepAnswers } from '../step-answers.ts';

export const answers: readonly StepAnswers[] = [
  {
    right: all(select, '<tool_call>', '\n<tool_call>\n'),
    wrong: all(select, 'tool_call', '</tool_call>', '{', 'I will read the gauge.', '<tool_call>\n{'),
  },
  { right: all(select, '</tool_call>'), wrong: all(select, '<tool_call>', '}', '</', '"oil"}}', 'read_gauge') },
  {
    right: all(select, 'read_gauge', '"read_gauge"'),
    wrong: all(select, '"name"', 'dial', 'oil', '"name": "read_gauge"', 'gauge'),
  },
  {
    right: all(select, '{"dial": "oil"}'),
    wrong: all(select, '"arguments"', '"dial": "oil"', '{"dial": "oil"}}', '"oil"', '"arguments": {"dial": "oil"}'),
  },
  { right: all(words, '1'), wrong: all(words, '0', '2', 'none', 'two', 'half') },
  { right: all(words, '0', 'none', 'no call'), wrong: all(words, '1', '2', 'one', 'read_gauge', '') },
];
