import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  answerKinds,
  type Condition,
  gradeAnswer,
  type Lesson,
  type LessonStep,
} from '../../../src/core/lessons/index.ts';
import { firstUnmet } from '../../../src/core/lessons/conditions.ts';
import { lessonList } from '../../../src/data/lessons/index.ts';

const lessons: readonly Lesson[] = await Promise.all(lessonList.map(async ({ load }) => (await load()).lesson));
const steps = lessons.flatMap((lesson) => lesson.steps);
const marked = ['<tool_call>', '</tool_call>', '<think>', '"', '\\', '{', '}', '\n', 'name', '\ud800', '🌊'];

const text = fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom(...marked));
const place = fc.oneof(fc.integer({ min: -5, max: 300 }), fc.constantFrom(Number.NaN, Infinity, 0.5));

/** A reply with something inserted, removed or doubled somewhere. */
const edit = fc.record({ at: fc.nat(300), length: fc.nat(20), by: text });

function edited(reply: string, { at, length, by }: { at: number; length: number; by: string }): string {
  return reply.slice(0, at) + by + reply.slice(at + length);
}

const answerOf = (step: LessonStep): fc.Arbitrary<Answer> =>
  fc.oneof(
    text.map((typed): Answer => ({ kind: 'words', text: typed })),
    fc.tuple(place, place).map(([from, to]): Answer => ({ kind: 'span', span: { from, to } })),
    place.map((at): Answer => ({ kind: 'place', at })),
    text.map((id): Answer => ({ kind: 'option', id })),
    fc.array(fc.integer({ min: -1, max: 5 }), { maxLength: 6 }).map((order): Answer => ({ kind: 'order', order })),
    fc
      .record({ change: edit, profile: fc.constantFrom(undefined, 'vllm:hermes', 'auto', 'nobody:x', 'a', '') })
      .map(({ change, profile }): Answer => ({
        kind: 'case',
        case: {
          ...step.case,
          text: edited(step.case.text ?? '', change),
          ...(profile === undefined ? {} : { profile }),
          ...(step.case.template === undefined ? {} : { template: { text: edited(step.case.template.text, change) } }),
        },
      })),
  );

describe('the grader', () => {
  const questions = fc.constantFrom(...steps).chain((step) => answerOf(step).map((answer) => ({ step, answer })));

  it('grades any answer, always in the same way, with a sentence', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async ({ step, answer }) => {
        const grade = await gradeAnswer(step, answer);
        expect(grade.says.join('')).not.toBe('');
        expect(await gradeAnswer(step, answer)).toEqual(grade);
        if (answerKinds[step.ask.kind] !== answer.kind) expect(grade.isRight).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('takes every edit that fulfils the conditions, and no other', async () => {
    const asked = steps.filter(({ ask }) => ask.kind === 'fix' || ask.kind === 'break' || ask.kind === 'write');
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...asked), edit, async (step, change) => {
        const { ask } = step;
        if (ask.kind !== 'fix' && ask.kind !== 'break' && ask.kind !== 'write') return;
        if (!ask.edit.includes('text')) return;
        const after = { ...step.case, text: edited(step.case.text ?? '', change) };
        const conditions: readonly Condition[] = ask.conditions;
        const holds = (await firstUnmet(after, conditions)) === null;
        // What is allowed to change is a limit of its own.
        const free = { ...step, ask: { kind: ask.kind, edit: ask.edit, conditions } };
        const { isRight } = await gradeAnswer(free, { kind: 'case', case: after });
        expect(isRight).toBe(holds);
        if (holds) taken += 1;
      }),
      { numRuns: 150 },
    );
    expect(taken).toBeGreaterThan(1);
  });

  it('says which place of the reply it speaks of, inside of the reply', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async ({ step, answer }) => {
        const { span } = await gradeAnswer(step, answer);
        const reply = answer.kind === 'case' ? (answer.case.text ?? '') : (step.case.text ?? '');
        if (span === null) return;
        expect(span.from).toBeGreaterThanOrEqual(0);
        expect(span.to).toBeLessThanOrEqual(reply.length);
        expect(span.from).toBeLessThanOrEqual(span.to);
      }),
      { numRuns: 100 },
    );
  });

  it('counts changes, and refuses more than are allowed', async () => {
    const step = lessons[0]?.steps[3];
    if (step === undefined) throw new Error('The lesson has no such step.');
    const longer = (step.case.text ?? '').replace('<toolcall>', '<tool_call>').replace('I will', 'I shall');
    const grade = await gradeAnswer(step, { kind: 'case', case: { ...step.case, text: longer } });
    expect(grade.isRight).toBe(false);
    expect(grade.says[0]).toMatch(/^It works, with \d changes\. 1 change is enough\.$/);
    expect(grade.says[1]).toContain('line 1, column 3');
  });

  it('refuses giant replies and servers that do not exist with a sentence', async () => {
    const ask = { kind: 'predict', what: { of: 'count' } } as const;
    const giant = { case: { profile: 'vllm:hermes', text: 'x'.repeat(30_000) }, ask };
    expect(await gradeAnswer(giant, { kind: 'words', text: '0' })).toMatchObject({ isRight: false });
    const unknown = { case: { profile: 'nobody:x', text: 'x' }, ask };
    expect((await gradeAnswer(unknown, { kind: 'words', text: '0' })).says).toEqual([
      'There is no server with the id `nobody:x`.',
    ]);
  });
});

describe('the last border', () => {
  const { ask, case: given } = lessons.find(({ id }) => id === 'when-may-it-be-shown')!.steps[2]!;
  const reply = given.text ?? '';
  const last = reply.indexOf('<minimax:tool_call>') + '<minimax:tool_call'.length;

  it('is one place: one before it shows the same, and one after it nothing', async () => {
    const graded = (at: number) => gradeAnswer({ ask, case: given }, { kind: 'place', at });
    expect((await graded(last)).isRight).toBe(true);
    expect((await graded(last + 1)).isRight).toBe(false);
    // A text that ends with a full stop ends its sentence.
    expect((await graded(last)).says.join(' ')).toMatch(/and the text `I look\.`$/);
    const early = await graded(reply.indexOf('nimax'));
    expect(early.isRight).toBe(false);
    expect(early.says.join(' ')).toContain('A later border does it as well');
  });
});
