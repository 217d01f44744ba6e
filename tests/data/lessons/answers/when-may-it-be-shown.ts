import { all, cutAt, replace, words, type StepAnswers } from '../step-answers.ts';

export const answers: readonly StepAnswers[] = [
  {
    right: all(words, 'I will look.', ' I  will look. '),
    wrong: all(words, 'I will look. <tool', 'I will', 'look.', '', '<tool', 'I will look. <tool_call>'),
  },
  {
    right: [cutAt('minimax:'), cutAt('<minimax', 4), cutAt('tool_call>')],
    wrong: [cutAt('I look'), cutAt('look.'), cutAt('<minimax'), cutAt('<invoke'), cutAt('oil'), cutAt('</invoke>')],
  },
  {
    right: [cutAt('tool_call>', 9)],
    wrong: [
      cutAt('minimax:'),
      cutAt('tool_call>', 8),
      cutAt('tool_call>', 10),
      cutAt('I look', 1),
      cutAt('dial'),
      cutAt('<invoke'),
      cutAt('</parameter>'),
      cutAt('read_gauge'),
      cutAt('</minimax'),
    ],
  },
  {
    right: [replace('I look. ', '')],
    wrong: [
      replace('I look. ', 'Look. '),
      replace('I look. ', '`'),
      replace('I look. {', '{{'),
      replace('I look. ', '[].'),
      replace('I look. ', 'json'),
      replace('I look. ', 'I look.\n'),
    ],
  },
  { right: all(words, '0', 'none'), wrong: all(words, '1', '2', 'one', 'oil', 'half') },
];
