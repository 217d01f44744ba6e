import type { Ask, LessonCase, LessonStep } from '../../data/lessons/lesson.ts';
import type { WrittenCall } from '../../data/written-case.ts';
import { extract } from '../reader/index.ts';
import { declaredTools, toolsOfCalls } from '../tools/index.ts';
import type { Answer } from './answer.ts';
import { gradeAnswer } from './grade.ts';
import { solve } from './solve.ts';
import { callsText, diagnosesOf, type Reading, readCase } from './reading.ts';

/** What a case can be made into. */
export type ExerciseKind = 'predict' | 'point' | 'fix' | 'break';

/** A case as a step of a lesson, tried before it is given to anybody. */
export interface Exercise {
  /** Null where the case is no exercise of this kind. */
  readonly step: LessonStep | null;
  /** What was tried, or why there is no step, in a sentence. */
  readonly says: string;
}

interface Draft {
  readonly ask: Ask;
  readonly say: string;
  readonly hints: readonly string[];
  readonly after: string;
  /** What somebody would try first, each with what to say where it is right. */
  readonly obvious: readonly Obvious[];
}

interface Obvious {
  readonly answer: Answer;
  readonly says: string;
}

/**
 * Makes an exercise of a case. The engines prove that it can be solved and that the obvious wrong answers fail.
 *
 * @param expected the calls that are meant; null where nobody said so
 */
export async function makeExercise(
  kind: ExerciseKind,
  given: LessonCase,
  expected: readonly WrittenCall[] | null,
): Promise<Exercise> {
  const asFound = await readCase(given);
  if (typeof asFound === 'string') return none(asFound);
  if (asFound.text.trim() === '') return none('There is no reply. Paste one in Debug first.');
  // They repair what no server does: their answer is nobody's program's.
  if (asFound.whole.runtime.lenient) return none('Choose the server first: its parser grades the answers.');
  const tools = undeclaredTools(given, asFound, expected);
  const declared = tools === '' ? given : { ...given, tools };
  const reading = tools === '' ? asFound : await readCase(declared);
  if (typeof reading === 'string') return none(reading);
  const draft = draftOf(kind, declared, reading, expected);
  if (typeof draft === 'string') return none(draft);
  const { ask, say, hints, after } = draft;
  const step: LessonStep = { say, case: declared, ask, hints, after };
  for (const { answer, says } of draft.obvious) {
    if ((await gradeAnswer(step, answer)).isRight)
      return none(`Too easy: ${says}. Choose another kind of question, or use another reply.`);
  }
  if ((await solve(step)) === null)
    return none('Callscope found no solution. Choose another kind, or change the reply.');
  const solved = `Callscope solved it, and ${String(draft.obvious.length)} obvious wrong answers failed.`;
  return { step, says: tools === '' ? solved : `${solved} ${DECLARED}` };
}

const DECLARED = 'Nobody had declared tools, so the exercise declares those that are called.';

/**
 * The tools of the calls, where a server is asked and nobody declared any; else ''. Without tools a server looks for no calls, and
 * the types of a repaired call would be those of its own text.
 */
function undeclaredTools(
  { tools = '' }: LessonCase,
  { options }: Reading,
  expected: readonly WrittenCall[] | null,
): string {
  const inferred = (options.tools ?? []).filter((tool) => tool.inferred === true);
  if (declaredTools(tools) !== undefined || inferred.length === 0) return '';
  const called = expected === null || expected.length === 0 ? inferred : toolsOfCalls(expected);
  return JSON.stringify(
    called.map(({ name, schema }) => ({ name, schema })),
    null,
    2,
  );
}

function draftOf(
  kind: ExerciseKind,
  given: LessonCase,
  reading: Reading,
  expected: readonly WrittenCall[] | null,
): Draft | string {
  switch (kind) {
    case 'predict':
      return predicted(reading);
    case 'point':
      return pointed(reading);
    case 'fix':
      return fixed(given, reading, expected);
    case 'break':
      return broken(given, reading);
  }
}

function words(text: string): Answer {
  return { kind: 'words', text };
}

function predicted(reading: Reading): Draft {
  const { whole } = reading;
  const count = whole.outcome === 'error' ? 0 : whole.calls.length;
  return {
    ask: { kind: 'predict', what: { of: 'count' } },
    say: 'How many calls does your program get from this reply?',
    hints: ['Look for what the parser of this server looks for.'],
    // What the server gives, and why, is said with the grade.
    after: diagnosesOf(reading)[0]?.remedy ?? `${whole.runtime.label} gives ${callsText(whole.calls)}.`,
    obvious: [count + 1, count + 2, ...(count === 0 ? [] : [0])].map((wrong) => ({
      answer: words(String(wrong)),
      says: `the number ${String(wrong)} is right as well`,
    })),
  };
}

function pointed({ whole, text }: Reading): Draft | string {
  const opener = whole.trace.find((event) => event.kind === 'marker' && event.role === 'open');
  if (opener === undefined) return 'The parser found no opening tag in this reply.';
  return {
    ask: { kind: 'point', target: { find: 'marker', role: 'open' } },
    say: 'Select the characters at which the parser knew that a call begins.',
    hints: ['Select the whole tag, and nothing else.'],
    after: `${whole.runtime.label} searched for exactly these characters.`,
    obvious: [
      { answer: { kind: 'span', span: { from: 0, to: text.length + 1 } }, says: 'selecting the whole reply is right' },
      {
        answer: { kind: 'span', span: { from: opener.to, to: text.length } },
        says: 'selecting all after the tag is right as well',
      },
    ],
  };
}

function edited(given: LessonCase, text: string): Answer {
  return { kind: 'case', case: { ...given, text } };
}

function fixed(given: LessonCase, reading: Reading, expected: readonly WrittenCall[] | null): Draft | string {
  const { text, options } = reading;
  const meant = expected ?? extract({ text }, { runtime: 'auto', tools: options.tools }).calls;
  if (meant.length === 0) return 'Nobody knows which calls are meant. Say it with “I expected this call” in Debug.';
  const calls = meant.map(({ name, argumentsText }) => ({ name, argumentsText }));
  return {
    ask: { kind: 'fix', edit: ['text'], conditions: [{ must: 'call', calls }] },
    say: `Edit the reply so that your program gets ${callsText(calls)}.`,
    hints: diagnosesOf(reading)
      .slice(0, 2)
      .map(({ message }) => message.slice(0, 500)),
    after: 'Your program gets the calls that were meant.',
    obvious: [
      { answer: edited(given, text), says: 'your program gets these calls from the reply as it is' },
      { answer: edited(given, text.trim()), says: 'it is enough to remove the spaces around the reply' },
      { answer: edited(given, `${text}\n`), says: 'one more line end is enough' },
    ],
  };
}

function broken(given: LessonCase, reading: Reading): Draft | string {
  const { text, whole } = reading;
  const [call] = whole.calls;
  if (call === undefined) return 'The server finds no call in this reply, so there is nothing to break.';
  if (whole.outcome === 'error' || diagnosesOf(reading).length > 0)
    return 'The call is damaged already. Apply the fix in Debug first, or choose “Repair the reply”.';
  return {
    ask: { kind: 'break', edit: ['text'], conditions: [{ must: 'count', calls: 0 }], most: 1 },
    say: 'Change one character, so that your program gets no call.',
    hints: ['Which characters does the parser look for?'],
    after: 'One character was enough.',
    obvious: [
      { answer: edited(given, text), says: 'your program gets no call from the reply as it is' },
      { answer: edited(given, `${text} `), says: 'one more space at the end is enough' },
    ],
  };
}

function none(says: string): Exercise {
  return { step: null, says };
}
