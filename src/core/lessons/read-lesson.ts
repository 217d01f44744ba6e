import { counted } from '../text/document/index.ts';
import type { Lesson, LessonStep } from '../../data/lessons/lesson.ts';
import { isRecord, parsedJson, readJson } from '../text/json/index.ts';
import { jsonErrorText } from '../trace/index.ts';
import { LONGEST } from './reading.ts';
import { type Check, field, list, nonEmpty, number, object, oneOf, optional, text, union } from './shape.ts';

/** A lesson as far as a file holds one. */
export interface LessonReading {
  /** Null where nothing of it can be opened. Steps with problems are left out. */
  readonly lesson: Lesson | null;
  /** A sentence each, with its place in the file. */
  readonly problems: readonly string[];
}

/** Longer files are no lessons. In UTF-16 units. */
const LONGEST_FILE = 2_000_000;
const MOST_STEPS = 50;

/** Reads a lesson file. Untrusted: nothing in it runs, and the answer says what is wrong, with its place. Never throws. */
export function readLesson(file: string): LessonReading {
  if (file.length > LONGEST_FILE) return failed('The file is larger than 2 MB. A lesson is smaller.');
  const json = file.startsWith('\ufeff') ? file.slice(1) : file;
  const reading = readJson(json);
  if (!reading.ok) return failed(`The file is no lesson: ${jsonErrorText(file, reading.error.at, reading.error)}.`);
  const data: unknown = parsedJson(json);
  if (data === undefined) return failed('The file is no lesson: its JSON cannot be read.');
  if (isRecord(data) && data['kind'] === 'callscope case')
    return failed('This file is a case, and no lesson. Open it under Share.');
  const problem = object({ id: word, title: text(200), minutes: number(1, 60) })(data, 'lesson');
  if (problem !== null) return failed(problem);
  const { id, title, minutes, steps } = data as Lesson;
  if (!Array.isArray(steps) || steps.length === 0) return failed('`steps` should be a list with at least one step.');
  const problems: string[] = [];
  if (steps.length > MOST_STEPS)
    problems.push(`\`steps\` has ${counted(steps.length, 'step')}. The first ${String(MOST_STEPS)} are opened.`);
  const good = steps.slice(0, MOST_STEPS).filter((given: unknown, index) => {
    const wrong = step(given, `steps[${String(index)}]`);
    if (wrong !== null) problems.push(`${wrong} This step is left out.`);
    return wrong === null;
  });
  const lesson = good.length === 0 ? null : { id, title, minutes, steps: good as readonly LessonStep[] };
  return { lesson, problems };
}

function failed(problem: string): LessonReading {
  return { lesson: null, problems: [problem] };
}

const word = text(64, /^[a-z0-9-]+$/);
const runtime = text(64, /^[a-z0-9:._@-]+$/);
const reply = text(LONGEST);
const long = text(200_000);
const call = object({ name: text(200), argumentsText: text(10_000) });
const calls = list(call, 20);
const many = number(0, 20_000);

const outcome = { call: many, name: text(200), kind: oneOf('ok', 'error', 'halt'), code: text(200), content: reply };

const stepCase = object({
  text: optional(reply),
  native: optional(reply),
  profile: optional(runtime),
  nativeToolCalls: optional(oneOf('true', 'false', 'absent')),
  selfContained: optional(oneOf(true, false)),
  tools: optional(long),
  system: optional(long),
  view: optional(oneOf('reply', 'stream', 'prompt', 'loop')),
  recording: optional(object({ lengths: list(many, 20_000), gaps: list(number(0, 1e9), 20_001) })),
  loop: optional(object({ asked: reply, results: list(object(outcome), 50) })),
  reasoningParser: optional(text(64)),
  thinking: optional(oneOf('absent', 'on', 'off')),
  template: optional(object({ text: long })),
});

const target = union('find', {
  marker: object({ role: oneOf('open', 'close') }),
  read: object({ what: text(64), part: optional(oneOf('last-character')) }),
  became: object({ kind: oneOf('content', 'reasoning', 'call', 'lost', 'malformed') }),
  refused: object({}),
});

const conditions = nonEmpty(
  list(
    union('must', {
      call: object({ calls, streamed: optional(oneOf(true)), under: optional(runtime) }),
      count: object({ calls: number(0, 100), under: optional(runtime) }),
      keep: object({ text: nonEmpty(text(2000)) }),
      show: object({ text: nonEmpty(text(2000)) }),
      hide: object({ text: nonEmpty(text(2000)) }),
      differ: object({ between: field(list(runtime, 2), (value) => value.length === 2, 'name two servers') }),
      'be-sound': object({}),
      prompt: object({ text: nonEmpty(text(2000)) }),
    }),
    20,
  ),
);

const edited = object({
  edit: nonEmpty(list(oneOf('text', 'native', 'tools', 'system', 'template', 'profile', 'reasoningParser'), 7)),
  conditions,
  most: optional(number(1, 10_000)),
});

const among = nonEmpty(list(object({ id: word, label: text(200), change: stepCase }), 20));

const ask = union('kind', {
  predict: object({
    what: union('of', {
      count: object({ streamed: optional(oneOf(true)) }),
      names: object({}),
      content: object({}),
      value: object({ key: text(200), streamed: optional(oneOf(true)) }),
      outcome: object({}),
      tier: object({}),
      'text-after': object({ chunks: many }),
    }),
  }),
  point: object({ target }),
  fix: edited,
  break: edited,
  write: edited,
  cut: object({ shows: oneOf('leak', 'loss', 'difference'), isLast: optional(oneOf(true)) }),
  choose: object({ among, replies: nonEmpty(list(object({ text: reply, calls }), 20)) }),
  tell: object({ among, conditions }),
  order: object({
    by: oneOf('steps', 'prompt'),
    items: nonEmpty(list(object({ label: text(200), at: either(text(2000), target) }), 20)),
  }),
});

const step: Check = object({ say: text(2000), case: stepCase, ask, hints: list(text(500), 10), after: text(2000) });

function either(one: Check, other: Check): Check {
  return (value, path) => (typeof value === 'string' ? one(value, path) : other(value, path));
}
