import type { Lesson } from './lesson.ts';

/** What the path shows of a lesson before it is fetched. */
export interface LessonEntry {
  readonly id: string;
  readonly title: string;
  /** What one can do after it, in one sentence. */
  readonly about: string;
  readonly minutes: number;
  /** How many steps it has. */
  readonly steps: number;
  readonly load: () => Promise<{ readonly lesson: Lesson }>;
}

/** THE list of lessons, in the order of the path. Ids are in saved progress and stay. */
export const lessonList: readonly LessonEntry[] = [
  {
    id: 'a-call-is-text',
    title: 'A tool call is only text',
    about: 'What a call is, and why one wrong character is enough to lose it.',
    minutes: 5,
    steps: 5,
    load: () => import('./a-call-is-text.ts'),
  },
  {
    id: 'someone-has-to-look',
    title: 'Someone has to look: opening and closing tags',
    about: 'What a parser looks for, and why two servers disagree.',
    minutes: 6,
    steps: 6,
    load: () => import('./someone-has-to-look.ts'),
  },
  {
    id: 'same-call-other-format',
    title: 'The same call in other formats',
    about: 'Write one call in four formats, and choose the parser that reads them.',
    minutes: 10,
    steps: 6,
    load: () => import('./same-call-other-format.ts'),
  },
  {
    id: 'where-json-ends',
    title: 'JSON ends where its strings say',
    about: 'Braces, quotes, line breaks and commas that break a call.',
    minutes: 8,
    steps: 6,
    load: () => import('./where-json-ends.ts'),
  },
  {
    id: 'tags-have-no-escape',
    title: 'Tags have no escape',
    about: 'How a value can end a call, and how text becomes a second one.',
    minutes: 8,
    steps: 5,
    load: () => import('./tags-have-no-escape.ts'),
  },
  {
    id: 'what-the-model-was-shown',
    title: 'What the model was shown',
    about: 'Chat templates and system prompts: what the model reads before it answers.',
    minutes: 10,
    steps: 5,
    load: () => import('./what-the-model-was-shown.ts'),
  },
  {
    id: 'types-are-agreed',
    title: 'Types are agreed, not written',
    about: 'Why `2` can be a number or a text, and who decides.',
    minutes: 7,
    steps: 5,
    load: () => import('./types-are-agreed.ts'),
  },
  {
    id: 'when-may-it-be-shown',
    title: 'Streams: when may a character be shown?',
    about: 'Replies in pieces: what a server holds back, shows too early, or loses.',
    minutes: 8,
    steps: 5,
    load: () => import('./when-may-it-be-shown.ts'),
  },
  {
    id: 'thinking-and-quoting',
    title: 'Thinking, quoting, calling',
    about: 'Calls that nobody meant, and calls that thinking swallows.',
    minutes: 8,
    steps: 5,
    load: () => import('./thinking-and-quoting.ts'),
  },
  {
    id: 'not-on-the-menu',
    title: 'The call that is not on the menu',
    about: 'Unknown tools, missing arguments, and what servers do about them.',
    minutes: 6,
    steps: 5,
    load: () => import('./not-on-the-menu.ts'),
  },
  {
    id: 'the-loop',
    title: 'The loop: what goes back to the model',
    about: 'Results, history and order: the second turn of an agent.',
    minutes: 9,
    steps: 5,
    load: () => import('./the-loop.ts'),
  },
  {
    id: 'forced-output',
    title: 'Forced output, and what it hides',
    about: 'Valid JSON with wrong values, and replies that end too early.',
    minutes: 6,
    steps: 6,
    load: () => import('./forced-output.ts'),
  },
  {
    id: 'exam',
    title: 'Exam: ten failures that people reported',
    about: 'Find the cause of each.',
    minutes: 10,
    steps: 10,
    load: () => import('./exam.ts'),
  },
];
