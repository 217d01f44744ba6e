import { all, option, replace, words, type StepAnswers } from '../step-answers.ts';

export const answers: readonly StepAnswers[] = [
  { right: all(words, 'text'), wrong: all(words, 'calls', 'nothing', 'error', '0', '') },
  { right: all(words, '1'), wrong: all(words, '0', '2', 'none', 'three', '') },
  { right: all(words, '"three"', 'three'), wrong: all(words, '3', '"3"', 'null', '', '[3]') },
  {
    right: [replace('"three"', '3')],
    wrong: [
      replace('"three"', '"3"'),
      replace('"three"', 'three'),
      replace('"three"', '4'),
      replace('"three"', '3.5'),
      replace(', "samples": "three"', ''),
      replace('"three"', '[3]'),
    ],
  },
  {
    right: [replace('wel', 'well."}}'), replace('wel', 'well."}}\n</tool_call>')],
    wrong: [
      replace('wel', 'well.'),
      replace('wel', 'well."'),
      replace('wel', 'well."}'),
      replace('wel', 'well}}'),
      replace('wel', 'well!"}}'),
      replace('wel', 'wel</tool_call>'),
    ],
  },
  {
    right: [option('vllm-hermes')],
    wrong: all(option, 'sglang-qwen', 'vllm-llama3', 'vllm-pythonic', 'vllm-coder', 'vllm-kimi'),
  },
];
