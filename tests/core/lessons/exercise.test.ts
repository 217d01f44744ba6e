import { describe, expect, it } from 'vitest';
import { type LessonCase, makeExercise, readLesson } from '../../../src/core/lessons/index.ts';
import { writtenFailures } from '../../../src/data/failures/index.ts';
import { isThorough, someOf } from '../../thorough.ts';
import { oilInHermes, readOil, tools } from '../../../src/data/lessons/setting.ts';

const kinds = ['predict', 'point', 'fix', 'break'] as const;
const healthy: LessonCase = { profile: 'vllm:hermes', tools, text: `I look.\n${oilInHermes}` };
const misspelt: LessonCase = { ...healthy, text: healthy.text?.replace('<tool_call>', '<toolcall>') ?? '' };

describe('an exercise', () => {
  it.each(kinds)('of the kind %s is made of a healthy reply, or the reason is said', async (kind) => {
    const { step, says } = await makeExercise(kind, healthy, null);
    if (kind === 'fix')
      expect(says).toBe(
        'Too easy: your program gets these calls from the reply as it is. Choose another kind of question, or use another reply.',
      );
    else expect(step?.ask.kind).toBe(kind);
  });

  it('is solved by the engines before anybody gets it', async () => {
    const { step, says } = await makeExercise('fix', misspelt, null);
    expect(says).toBe('Callscope solved it, and 3 obvious wrong answers failed.');
    expect(step?.ask).toEqual({
      kind: 'fix',
      edit: ['text'],
      conditions: [{ must: 'call', calls: [{ ...readOil, argumentsText: '{"dial":"oil"}' }] }],
    });
  });

  const bare = 'Let me check.\n{"name": "get_weather", "arguments": {"city": "Oslo", "days": 3}}';

  it.each(['predict', 'fix'] as const)(
    'of the kind %s declares the tools that nobody declared, and says so',
    async (kind) => {
      const { step, says } = await makeExercise(kind, { profile: 'vllm:hermes', text: bare }, null);
      expect(says).toContain('Nobody had declared tools');
      expect(JSON.parse(step?.case.tools ?? '')).toMatchObject([
        { name: 'get_weather', schema: { properties: { days: { type: 'integer' } } } },
      ]);
    },
  );

  it('is solved in a format without types, too, as if the tools had been declared', async () => {
    const { step } = await makeExercise('fix', { profile: 'vllm:qwen3_coder', text: bare }, null);
    expect(step?.ask.kind).toBe('fix');
  });

  it('leaves the tools that somebody declared', async () => {
    const { step, says } = await makeExercise('predict', healthy, null);
    expect(step?.case.tools).toBe(tools);
    expect(says).not.toContain('declared');
  });

  it('asks for the calls that somebody expects', async () => {
    const calls = [{ name: 'read_gauge', argumentsText: '{"dial": "steam"}' }];
    const { step } = await makeExercise('fix', healthy, calls);
    expect(step?.ask).toMatchObject({ conditions: [{ must: 'call', calls }] });
  });

  const unclosed = '<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil"}\n</tool_call>';

  it.each(kinds)('of the kind %s needs a server: what Callscope’s own readers repair is no program’s', async (kind) => {
    for (const text of [unclosed, healthy.text]) {
      const { step, says } = await makeExercise(kind, { profile: 'auto', text }, null);
      expect(step).toBeNull();
      expect(says).toBe('Choose the server first: its parser grades the answers.');
    }
  });

  it('breaks no call that is damaged already, where a server repairs it', async () => {
    const repaired: LessonCase = { profile: 'qwen-agent:nous', tools, text: unclosed };
    const { step, says } = await makeExercise('break', repaired, null);
    expect(step).toBeNull();
    expect(says).toMatch(/damaged already/);
  });

  it.each([
    ['predict', { ...healthy, text: '' }, /no reply/],
    ['predict', { ...healthy, profile: 'nobody:x' }, /no server/],
    ['predict', { ...healthy, text: 'x'.repeat(30_000) }, /longer than 20,000/],
    ['point', { ...healthy, text: 'No call here.' }, /no opening tag/],
    ['break', misspelt, /nothing to break/],
    ['fix', { ...healthy, text: 'No call here.' }, /Nobody knows which calls are meant/],
    ['fix', { ...misspelt, profile: 'vllm:pythonic', text: 'read_gauge please' }, /Nobody knows/],
  ] as const)('of the kind %s is refused with a reason', async (kind, given, reason) => {
    const { step, says } = await makeExercise(kind, given, null);
    expect(step).toBeNull();
    expect(says).toMatch(reason);
  });

  it('is written as a lesson file that opens again, for famous failures', async () => {
    let made = 0;
    for (const { id, state } of someOf(writtenFailures, 1 / 4, (failure) => failure.id)) {
      const { view: _view, compare: _compare, ...given } = state;
      for (const kind of kinds) {
        const { step, says } = await makeExercise(kind, given, null);
        expect(says, id).not.toBe('');
        if (step === null) continue;
        made += 1;
        const lesson = { id: 'own', title: 'Own', minutes: 5, steps: [step] };
        expect(readLesson(JSON.stringify(lesson)), id).toEqual({ lesson, problems: [] });
      }
    }
    expect(made).toBeGreaterThan(isThorough ? 80 : 10);
  });
});
