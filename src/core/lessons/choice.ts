import { counted } from '../text/document/index.ts';
import type { Ask, Condition, LessonCase, Option } from '../../data/lessons/lesson.ts';
import { type Grade, noAnswer, right, wrong } from './answer.ts';
import { firstUnmet } from './conditions.ts';

/** Grades an option: with it each of the replies gives its calls, whole and streamed. */
export async function gradeChoice(
  ask: Extract<Ask, { kind: 'choose' }>,
  given: LessonCase,
  id: string,
): Promise<Grade> {
  const option = ask.among.find((one) => one.id === id);
  if (option === undefined) return noAnswer(`There is no choice \`${id}\`.`);
  const { length } = ask.replies;
  for (const [index, { text, calls }] of ask.replies.entries()) {
    const must: Condition = { must: 'call', calls, streamed: true };
    const unmet = await firstUnmet({ ...given, ...option.change, text }, [must]);
    if (unmet === null) continue;
    const isShown = text === given.text;
    return wrong(
      isShown ? unmet.span : null,
      `Reply ${String(index + 1)} of ${String(length)} fails with ${option.label}.`,
      ...unmet.says,
    );
  }
  const silent = ask.replies.flatMap(({ calls }, index) => (calls.length === 0 ? [index + 1] : []));
  return right(
    `All ${counted(length, 'reply')} give ${silent.length === 0 ? 'their calls' : 'what they should'}, read whole and in pieces.`,
    ...silent.map((number) => `Reply ${String(number)} gives no call.`),
  );
}

/** Grades a suspect: it is to blame where another one in its place is enough for the conditions. */
export async function gradeBlame(ask: Extract<Ask, { kind: 'tell' }>, given: LessonCase, id: string): Promise<Grade> {
  const option = ask.among.find((one) => one.id === id);
  if (option === undefined) return noAnswer(`There is no choice \`${id}\`.`);
  const unmet = await firstUnmet(changed(given, option), ask.conditions);
  if (unmet === null) return right('Callscope changed only that, and the calls come.');
  const isShown = option.change.text === undefined || option.change.text === given.text;
  return wrong(isShown ? unmet.span : null, 'Callscope changed only that, and it is not enough.', ...unmet.says);
}

function changed(given: LessonCase, { change }: Option): LessonCase {
  return { ...given, ...change };
}
