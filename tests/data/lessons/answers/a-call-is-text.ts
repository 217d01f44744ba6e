import { all, change, replace, words, type StepAnswers } from '../step-answers.ts';

export const answers: readonly StepAnswers[] = [
  { right: all(words, '1', 'one', '1 call'), wrong: all(words, '0', '2', 'none', 'many', 'read_gauge') },
  {
    right: all(words, 'I will read the gauge.', '  I will read the gauge. '),
    wrong: all(words, '', 'nothing', '<tool_call>', 'I will read the gauge. <tool_call>', 'oil'),
  },
  { right: all(words, '0', 'none', '0 calls'), wrong: all(words, '1', '2', 'one', 'oil', '') },
  {
    right: [replace('toolcall', 'tool_call')],
    wrong: [
      replace('</tool_call>', '</toolcall>'),
      replace('toolcall', 'tool-call'),
      replace('toolcall', 'tool call'),
      replace('<toolcall>', '<TOOL_CALL>'),
      replace('I will read the gauge.\n<toolcall>', '<tool_call>'),
      change({ profile: 'vllm:llama3_json' }),
    ],
  },
  {
    right: [
      replace('<tool_call>', '<tool_cal>'),
      replace('</tool_call>', '</tool_cal>'),
      replace('40}', '40'),
      replace('"name"', 'name"'),
      replace('{', ''),
    ],
    wrong: [
      replace('B2', 'B3'),
      replace('40', '4'),
      replace('valve.', 'valve!'),
      replace('I will', 'I would'),
      replace('<tool_call>', ''),
    ],
  },
];
