import { all, replace, select, words, type StepAnswers } from '../step-answers.ts';

export const answers: readonly StepAnswers[] = [
  {
    right: [
      ({ case: { text = '' } }) => ({ kind: 'span', span: { from: text.indexOf('}}'), to: text.indexOf('}}') + 1 } }),
    ],
    wrong: [select('}'), select('}}'), select('}', 'last'), select('."}'), select('{'), select('</tool_call>')],
  },
  {
    right: [
      ({ case: { text = '' } }) => ({
        kind: 'span',
        span: { from: text.indexOf('stop'), to: text.indexOf('stop') + 1 },
      }),
      ({ case: { text = '' } }) => ({ kind: 'span', span: { from: text.indexOf('stop'), to: text.indexOf('stop') } }),
    ],
    wrong: [select('"stop'), select('twice'), select('"text"'), select('The'), select('}}'), select(' "stop"')],
  },
  {
    right: [replace('"stop"', '\\"stop\\"')],
    wrong: [
      replace('"stop"', 'stop'),
      replace('"stop"', "'stop'"),
      replace('"stop"', '\\"stop"'),
      replace('"stop"', '""stop""'),
      replace('"stop"', '/"stop/"'),
      replace('The sign says "stop" twice.', 'Stop.'),
    ],
  },
  { right: all(words, '0', 'none'), wrong: all(words, '1', '2', 'one', 'two', 'First line.') },
  {
    right: [replace('line.\nSecond', 'line.\\nSecond')],
    wrong: [
      replace('line.\nSecond', 'line. Second'),
      replace('line.\nSecond', 'line.nSecond'),
      replace('line.\nSecond', 'line.\\\nSecond'),
      replace('line.\nSecond', 'line./nSecond'),
      replace('line.\nSecond', 'line.\\n\nSecond'),
      replace('line.\nSecond', 'line.\\\\nSecond'),
    ],
  },
  {
    right: [replace('3,', '3')],
    wrong: [
      replace('3,', ',3'),
      replace('3,}', '3'),
      replace(', "samples": 3,', ''),
      replace('3,', '"3"'),
      replace('3,', '3;'),
      replace('3,', '3, '),
    ],
  },
];
