import type { Ask, LessonCase, LessonStep } from '../../data/lessons/lesson.ts';
import type { WrittenCall } from '../../data/written-case.ts';
import { correctForm, extract } from '../reader/index.ts';
import { applyEdit } from '../text/document/index.ts';
import type { Answer } from './answer.ts';
import { gradeAnswer } from './grade.ts';
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
  /** Tried one after another, until one is right. */
  readonly solutions: readonly Answer[];
  /** What somebody would try first. */
  readonly obvious: readonly Answer[];
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
  const reading = await readCase(given);
  if (typeof reading === 'string') return none(reading);
  if (reading.text.trim() === '') return none('There is no reply. Paste one in Debug first.');
  const draft = draftOf(kind, given, reading, expected);
  if (typeof draft === 'string') return none(draft);
  const { ask, say, hints, after } = draft;
  const step: LessonStep = { say, case: given, ask, hints, after };
  for (const answer of draft.obvious) {
    if ((await gradeAnswer(step, answer)).isRight)
      return none('It is too easy: an answer that everybody tries first is right.');
  }
  for (const answer of draft.solutions) {
    if ((await gradeAnswer(step, answer)).isRight)
      return { step, says: `Callscope solved it, and ${String(draft.obvious.length)} obvious wrong answers failed.` };
  }
  return none('Callscope found no solution, so nobody may. Choose another kind, or change the reply.');
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

function predicted({ whole }: Reading): Draft {
  const count = whole.outcome === 'error' ? 0 : whole.calls.length;
  return {
    ask: { kind: 'predict', what: { of: 'count' } },
    say: 'How many calls does your program get of this reply?',
    hints: ['Look for what the parser of this server looks for.'],
    after: `${whole.runtime.label} gives ${callsText(whole.calls)}.`,
    solutions: [words(String(count))],
    obvious: [count + 1, count + 2, ...(count === 0 ? [] : [0])].map((wrong) => words(String(wrong))),
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
    solutions: [{ kind: 'span', span: opener }],
    obvious: [
      { kind: 'span', span: { from: 0, to: text.length + 1 } },
      { kind: 'span', span: { from: opener.to, to: text.length } },
    ],
  };
}

function edited(given: LessonCase, text: string): Answer {
  return { kind: 'case', case: { ...given, text } };
}

function fixed(given: LessonCase, reading: Reading, expected: readonly WrittenCall[] | null): Draft | string {
  const { text, whole, options } = reading;
  const meant = expected ?? extract({ text }, { runtime: 'auto', tools: options.tools }).calls;
  if (meant.length === 0) return 'Nobody knows which calls are meant. Say it with “I expected this call” in Debug.';
  const calls = meant.map(({ name, argumentsText }) => ({ name, argumentsText }));
  const forms = whole.runtime.formats.flatMap((format) => correctForm(format, calls, text) ?? []);
  const edits = diagnosesOf(reading).flatMap(({ edit }) => (edit === null ? [] : [applyEdit(text, edit)]));
  return {
    ask: { kind: 'fix', edit: ['text'], conditions: [{ must: 'call', calls }] },
    say: `Edit the reply so that your program gets ${callsText(calls)}.`,
    hints: diagnosesOf(reading)
      .slice(0, 2)
      .map(({ message }) => message.slice(0, 500)),
    after: 'Your program gets the calls that were meant.',
    solutions: [...edits, ...forms.flatMap((form) => [form.text, ...form.others])].map((one) => edited(given, one)),
    obvious: [text, text.trim(), `${text}\n`].map((one) => edited(given, one)),
  };
}

/** So many characters of a call are tried, one after another. */
const MOST_TRIED = 40;

function broken(given: LessonCase, { text, whole }: Reading): Draft | string {
  const [call] = whole.calls;
  if (call === undefined) return 'The server finds no call in this reply, so there is nothing to break.';
  const { from, to } = call.span;
  const places = Array.from({ length: Math.min(MOST_TRIED, to - from) }, (_, index) => from + index);
  return {
    ask: { kind: 'break', edit: ['text'], conditions: [{ must: 'count', calls: 0 }], most: 1 },
    say: 'Change one character, so that your program gets no call.',
    hints: ['Which characters does the parser look for?'],
    after: 'One character was enough.',
    solutions: places.map((at) => edited(given, text.slice(0, at) + text.slice(at + 1))),
    obvious: [text, `${text} `].map((one) => edited(given, one)),
  };
}

function none(says: string): Exercise {
  return { step: null, says };
}
