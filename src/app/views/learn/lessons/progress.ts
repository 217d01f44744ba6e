import { counted, isRecord, parsedJson } from '../../../../core/index.ts';
import { decodeLink, encodeLink } from '../../../permalink/codec.ts';
import type { LinkState } from '../../../permalink/state.ts';

/** How far somebody is in a lesson. */
export interface LessonProgress {
  /** Indexes of the steps that are solved. */
  readonly solved: readonly number[];
  /** The step that was open last. */
  readonly at: number;
  /** How many hints of each step were shown, by its index. */
  readonly hints: readonly number[];
  /** How many answers were wrong. */
  readonly wrongs: number;
}

/** What this browser keeps of lessons. */
export interface Progress {
  readonly lessons: ReadonlyMap<string, LessonProgress>;
  /** The work that was on the page before the first lesson, as a link; '' for none. */
  readonly own: string;
}

export const noProgress: Progress = { lessons: new Map(), own: '' };

/** A longer text was not written by this page. */
const LONGEST = 4_000_000;
const MOST_STEPS = 50;

/** Reads what `writeProgress` wrote. Untrusted: what is damaged is left out. Never throws. */
export function readProgress(text: string | null): Progress {
  if (text === null || text.length > LONGEST) return noProgress;
  const data = parsedJson(text);
  if (!isRecord(data)) return noProgress;
  const { lessons, own } = data;
  const known = isRecord(lessons) ? Object.entries(lessons) : [];
  return {
    lessons: new Map(known.flatMap(([id, one]) => (isRecord(one) ? [[id, lessonProgress(one)]] : []))),
    own: typeof own === 'string' ? own : '',
  };
}

function lessonProgress({ solved, at, hints, wrongs }: Readonly<Record<string, unknown>>): LessonProgress {
  const isStep = (step: unknown): step is number =>
    typeof step === 'number' && Number.isInteger(step) && step >= 0 && step < MOST_STEPS;
  const isCount = (count: unknown): count is number =>
    typeof count === 'number' && Number.isInteger(count) && count >= 0;
  return {
    solved: Array.isArray(solved) ? solved.filter(isStep) : [],
    at: isStep(at) ? at : 0,
    hints: Array.isArray(hints) ? hints.slice(0, MOST_STEPS).map((one) => (isCount(one) ? one : 0)) : [],
    wrongs: isCount(wrongs) ? wrongs : 0,
  };
}

export function writeProgress({ lessons, own }: Progress): string {
  return JSON.stringify({ version: 1, lessons: Object.fromEntries(lessons), own }, null, 2);
}

export function withLesson(progress: Progress, id: string, lesson: LessonProgress): Progress {
  return { ...progress, lessons: new Map([...progress.lessons, [id, lesson]]) };
}

export function withoutLesson(progress: Progress, id: string): Progress {
  return { ...progress, lessons: new Map([...progress.lessons].filter(([one]) => one !== id)) };
}

export function progressOf({ lessons }: Progress, id: string): LessonProgress {
  return lessons.get(id) ?? { solved: [], at: 0, hints: [], wrongs: 0 };
}

/** The hints with those that a step has shown: one that is shown once more is no other. */
export function withHints(hints: readonly number[], step: number, shown: number): readonly number[] {
  const all = Array.from({ length: Math.max(hints.length, step + 1) }, (_, index) => hints[index] ?? 0);
  return all.with(step, Math.max(all[step] ?? 0, shown));
}

/** What came of a lesson, for whoever set it: "3 of 3 questions solved, 1 hint, 2 wrong answers". */
export function resultText(solved: number, steps: number, { hints, wrongs }: LessonProgress): string {
  const shown = hints.reduce((sum, one) => sum + one, 0);
  return `${String(solved)} of ${counted(steps, 'question')} solved, ${counted(shown, 'hint')}, ${counted(wrongs, 'wrong answer')}`;
}

/** Keeps work of the reader's own. Nothing is kept where something waits already. */
export function withOwn(progress: Progress, state: LinkState): Progress {
  return progress.own === '' ? { ...progress, own: encodeLink(state) } : progress;
}

/** The work that waits; null where none does. */
export function ownOf({ own }: Progress): LinkState | null {
  const read = own === '' ? null : decodeLink(own);
  return read?.ok === true ? read.state : null;
}
