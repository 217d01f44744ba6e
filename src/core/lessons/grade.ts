import type { AskKind, LessonCase, LessonStep } from '../../data/lessons/lesson.ts';
import { type Answer, type Grade, noAnswer } from './answer.ts';
import { gradeBlame, gradeChoice } from './choice.ts';
import { gradeCut } from './cut.ts';
import { gradeEdit } from './edits.ts';
import { gradeOrder } from './order.ts';
import { gradePoint } from './point.ts';
import { gradePrediction } from './predict.ts';

/** The kind of answer that each kind of question takes. */
export const answerKinds: Readonly<Record<AskKind, Answer['kind']>> = {
  predict: 'words',
  point: 'span',
  fix: 'case',
  break: 'case',
  write: 'case',
  cut: 'place',
  choose: 'option',
  tell: 'option',
  order: 'order',
};

/** What is graded: a question with its case. */
export type Question = Pick<LessonStep, 'ask' | 'case'>;

/**
 * Grades an answer by asking the engines: any answer that they prove right is right. The same answer always gets the same grade.
 * Never rejects because of its input; it does where the code of an engine cannot be fetched.
 */
export async function gradeAnswer({ ask, case: given }: Question, answer: Answer): Promise<Grade> {
  switch (answer.kind) {
    case 'words':
      if (ask.kind === 'predict') return gradePrediction(ask.what, given, answer.text);
      break;
    case 'span':
      if (ask.kind === 'point') return gradePoint(ask.target, given, answer.span);
      break;
    case 'case':
      if (ask.kind === 'fix' || ask.kind === 'break' || ask.kind === 'write') return gradeEdit(ask, given, answer.case);
      break;
    case 'place':
      if (ask.kind === 'cut') return gradeCut(ask.shows, given, answer.at);
      break;
    case 'option':
      if (ask.kind === 'choose') return gradeChoice(ask, given, answer.id);
      if (ask.kind === 'tell') return gradeBlame(ask, given, answer.id);
      break;
    case 'order':
      if (ask.kind === 'order') return gradeOrder(ask, given, answer.order);
      break;
  }
  return noAnswer(`This question takes another kind of answer: ${answerKinds[ask.kind]}.`);
}

/** Ids of the runtimes that grading a question may ask, so that a page can fetch their code first. */
export function runtimesAsked({ ask, case: given }: Question, answer: Answer): readonly string[] {
  const cases: LessonCase[] = [given];
  if (answer.kind === 'case') cases.push(answer.case);
  if (ask.kind === 'choose' || ask.kind === 'tell') cases.push(...ask.among.map(({ change }) => change));
  const ids = cases.flatMap(({ profile }) => (profile === undefined ? [] : [profile]));
  const conditions = 'conditions' in ask ? ask.conditions : [];
  const others = conditions.flatMap((condition) => {
    if (condition.must === 'differ') return condition.between;
    return 'under' in condition && condition.under !== undefined ? [condition.under] : [];
  });
  return [...new Set([...ids, ...others])];
}

/** Whether grading a question renders a chat template. */
export function rendersTemplate({ ask }: Question): boolean {
  if (ask.kind === 'order') return ask.by === 'prompt';
  return 'conditions' in ask && ask.conditions.some(({ must }) => must === 'prompt');
}
