import type { AskKind, LessonCase, LessonStep } from '../../data/lessons/lesson.ts';
import type { Answer } from './answer.ts';

// What is known of a question without an engine: the page asks this, and leaves the engines to a worker.

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

/** What can become of a reply, as the client sees it. */
export const outcomeChoices = [
  { id: 'calls', label: 'A call, or several' },
  { id: 'text', label: 'Only text: nothing is called' },
  { id: 'nothing', label: 'Nothing: neither a call nor text' },
  { id: 'error', label: 'An error: the request fails' },
] as const;

export type OutcomeChoice = (typeof outcomeChoices)[number]['id'];

/** What is graded: a question with its case. */
export type Question = Pick<LessonStep, 'ask' | 'case'>;

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
