import { beforeEach, expect, it, vi } from 'vitest';
import { readLesson } from '../../../../src/core/index.ts';
import { Exercises } from '../../../../src/app/views/learn/lessons/exercises.svelte.ts';

// Files of a worker share their modules: what another file has loaded would keep what is replaced here.
vi.hoisted(() => {
  vi.resetModules();
});

const step = {
  say: 'How many?',
  case: { profile: 'vllm:hermes', text: 'x' },
  ask: { kind: 'predict', what: { of: 'count' } },
  hints: ['Look for tags.'],
  after: 'No call.',
} as const;
const answer = { step, says: 'Callscope solved it.' };

vi.mock('../../../../src/app/page/formats-client.ts', () => ({ FormatsClient: vi.fn() }));

let exercises: Exercises;

beforeEach(async () => {
  const worker = { run: () => Promise.resolve({ ok: true, answer }) };
  const page = { session: { fields: { recording: null, template: null } }, of: () => ({ worker }) };
  exercises = new Exercises(page as unknown as ConstructorParameters<typeof Exercises>[0]);
  await exercises.add();
});

it('moves an exercise, and no exercise past an end', async () => {
  await exercises.add();
  exercises.set(0, { say: 'One.' });
  exercises.set(1, { say: 'Two.' });
  const order = (): readonly string[] => exercises.steps.map(({ say }) => say);
  exercises.move(1, -1);
  expect(order()).toEqual(['Two.', 'One.']);
  exercises.move(1, 1);
  exercises.move(0, -1);
  expect(order()).toEqual(['Two.', 'One.']);
  exercises.move(0, 1);
  expect(order()).toEqual(['One.', 'Two.']);
});

it('takes a question, hints and an explanation of one’s own, and stays a lesson file', () => {
  exercises.set(0, { say: 'Your turn.' });
  exercises.set(0, { hints: ' First.\n\n Second. ' });
  exercises.set(0, { after: 'Because.' });
  expect(exercises.steps).toEqual([{ ...step, say: 'Your turn.', hints: ['First.', 'Second.'], after: 'Because.' }]);
  exercises.set(0, { hints: `${'x'.repeat(2000)}\n`.repeat(20), after: '' });
  const { lesson } = exercises;
  expect(lesson.steps[0]?.hints).toHaveLength(10);
  expect(readLesson(JSON.stringify(lesson))).toEqual({ lesson, problems: [] });
});
