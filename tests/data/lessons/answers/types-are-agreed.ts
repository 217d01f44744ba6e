import { all, hermes, replace, reply, words, type StepAnswers } from '../step-answers.ts';

export const answers: readonly StepAnswers[] = [
  { right: all(words, '2', ' 2 ', '2.0'), wrong: all(words, '"2"', 'two', '3', '', '[2]') },
  { right: all(words, '"07"', '07'), wrong: all(words, '7', '"7"', '', '0', 'B2') },
  { right: all(words, '"two"', 'two'), wrong: all(words, '2', '"2"', 'null', '', '0') },
  {
    right: [replace('"2"', '2')],
    wrong: [
      replace('"2"', 'two'),
      replace('"2"', "'2'"),
      replace('"2"', '"two"'),
      replace('"2"', '2.5'),
      replace('"2"', '3'),
      replace(', "samples": "2"', ''),
    ],
  },
  {
    right: all(reply, hermes('read_gauge', '{"dial": "oil"}')),
    wrong: [
      ...all(
        reply,
        hermes('read_gauge', '"{dial: oil}"'),
        hermes('read_gauge', '{\\"dial\\": \\"oil\\"}'),
        hermes('read_gauge', '"oil"'),
        hermes('read_gauge', '["oil"]'),
        hermes('read_gauge', '{}'),
      ),
    ],
  },
];
