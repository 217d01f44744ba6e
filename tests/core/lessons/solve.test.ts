import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerSheet, gradeAnswer, type LessonStep } from '../../../src/core/lessons/index.ts';
import { solve } from '../../../src/core/lessons/solve.ts';
import { lessonList } from '../../../src/data/lessons/index.ts';

const lessons = await Promise.all(lessonList.map(({ load }) => load()));
const steps = lessons.flatMap(({ lesson }) =>
  lesson.steps.map((step, index): readonly [string, LessonStep] => [`${lesson.id} ${String(index + 1)}`, step]),
);

/** Who teaches these has the last hint: a template, a system prompt, or a text that one has to think of. */
const unsolved = [
  'tags-have-no-escape 3',
  'what-the-model-was-shown 2',
  'what-the-model-was-shown 3',
  'what-the-model-was-shown 4',
  'the-loop 3',
  'the-loop 4',
];

describe('the engines solve a question', () => {
  it.each(steps)('%s, or leave it to the reader', async (name, step) => {
    const answer = await solve(step);
    if (answer === null) expect(unsolved).toContain(name);
    else expect(await gradeAnswer(step, answer)).toMatchObject({ isRight: true });
  });
});

describe('an answer sheet', () => {
  // One of each kind of question.
  const kinds = new Map(steps.map(([name, step]) => [step.ask.kind, [name, step] as const]));

  it.each([...kinds.values()])(
    'of %s has a solution or leaves it to the hints, and shows what was done',
    async (_, step) => {
      const { solution, prompt, steps: done } = await answerSheet(step);
      if (solution !== null) expect(`${solution.says}${solution.text}`.trim()).not.toBe('');
      expect(prompt !== '' || done.length > 0).toBe(true);
    },
  );

  it('says what the client gets, why, and how the engine came to it', async () => {
    const text = 'I look.\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>';
    const ask = { kind: 'predict', what: { of: 'outcome' } } as const;
    const sheet = await answerSheet({ case: { profile: 'vllm:hermes', text }, ask });
    expect(sheet.says.join(' ')).toContain('The client gets 1 call: `f {}`.');
    expect(sheet.steps.join(' ')).toContain('Opens with `<tool_call>`');
    expect(sheet.solution).toEqual({ says: '`calls`', text: '', gives: '' });
  });

  it('says of a repaired reply what it gives, apart from what the broken one gave', async () => {
    const text = '<tool_call>\n{"name": "f", "arguments": {\'a\': 1}}\n</tool_call>';
    const calls = [{ name: 'f', argumentsText: '{"a": 1}' }];
    const ask = { kind: 'fix', edit: ['text'], conditions: [{ must: 'call', calls }] } as const;
    const sheet = await answerSheet({ case: { profile: 'vllm:hermes', text }, ask });
    expect(sheet.says[0]).toBe('The client gets no call.');
    // What is shown beside it marks the place.
    expect(sheet.span?.from).toBe(text.indexOf("'"));
    expect(sheet.solution?.text).toContain('"a"');
    expect(sheet.solution?.gives).toBe('With this the client gets 1 call: `f {"a":1}`.');
  });

  it('names every choice that is right', async () => {
    const [, step] = steps.find(([name]) => name === 'thinking-and-quoting 2') ?? [];
    if (step === undefined) throw new Error('The lesson has no such step.');
    expect((await answerSheet(step)).solution?.says).toBe('deepseek_r1 or kimi_k2');
  });

  it('is made of any text, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constantFrom('vllm:hermes', 'exathena', 'llamacpp:llama3', 'nobody:nothing'),
        fc.constantFrom('outcome', 'tier', 'count', 'content'),
        async (text, profile, of) => {
          const step = { case: { profile, text }, ask: { kind: 'predict', what: { of } } } as const;
          const sheet = await answerSheet(step);
          // Where there is such a server, there is an answer.
          expect(sheet.solution === null).toBe(profile === 'nobody:nothing');
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what becomes of a reply', () => {
  const of = (profile: string, text: string, tools = '') =>
    ({ case: { profile, text, tools }, ask: { kind: 'predict', what: { of: 'outcome' } } }) as const;
  const hermes = '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>';

  it.each([
    ['calls', of('vllm:hermes', hermes)],
    ['text', of('vllm:hermes', 'Only words.')],
    ['nothing', of('sglang:qwen', hermes, '[{"name": "g", "parameters": {}}]')],
    [
      'error',
      of('ollama:harmony', '<|start|>assistant<|channel|>commentary to=functions.f<|message|>{"a": \n<|call|>'),
    ],
  ] as const)('is %s', async (right, question) => {
    for (const choice of ['calls', 'text', 'nothing', 'error', '', 'maybe']) {
      const grade = await gradeAnswer(question, { kind: 'words', text: choice });
      expect(grade.isRight, `${choice}: ${grade.says.join(' ')}`).toBe(choice === right);
      if (choice !== right) expect(grade.says.join(' ')).toMatch(/line \d+, column \d+/);
    }
  });
});
