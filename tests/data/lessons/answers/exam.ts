import { all, option, type StepAnswers } from '../step-answers.ts';

const suspects: StepAnswers = {
  right: [option('cause')],
  wrong: all(option, 'other-parser', 'thinking', 'line-break', 'words', 'native'),
};

export const answers: readonly StepAnswers[] = Array.from({ length: 10 }, () => suspects);
