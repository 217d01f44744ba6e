import { describe, expect, it } from 'vitest';
import { type Answer, gradeAnswer, type LessonStep } from '../../../src/core/lessons/index.ts';
import { lessonList } from '../../../src/data/lessons/index.ts';

/** What the grader says of an answer to a step, counted from 1. */
async function said(id: string, number: number, answer: Answer | ((step: LessonStep) => Answer)): Promise<string> {
  const { lesson } = (await lessonList.find((one) => one.id === id)?.load()) ?? { lesson: null };
  const step = lesson?.steps[number - 1];
  if (step === undefined) throw new Error(`${id} has no step ${String(number)}.`);
  const { says } = await gradeAnswer(step, typeof answer === 'function' ? answer(step) : answer);
  return says.join(' ');
}

function selected(text: string, at = 0) {
  return (step: LessonStep): Answer => {
    const from = (step.case.text ?? '').indexOf(text, at);
    return { kind: 'span', span: { from, to: from + text.length } };
  };
}

function edited(from: string, to: string, field: 'text' | 'template' = 'text') {
  return ({ case: given }: LessonStep): Answer => {
    const change =
      field === 'text'
        ? { text: (given.text ?? '').replace(from, to) }
        : { template: { text: (given.template?.text ?? '').replace(from, to) } };
    return { kind: 'case', case: { ...given, ...change } };
  };
}

describe('the reason of a refusal', () => {
  it('says of a wrong end whether the place goes on or is over', async () => {
    expect(await said('where-json-ends', 1, selected('}'))).toBe(
      'You selected `}` (line 2, column 62). That is inside `{"text": "Close the gate } before noon."}`, which ends later.',
    );
    expect(await said('where-json-ends', 1, selected('}\n'))).toContain(
      'That is after the end of `{"text": "Close the gate } before noon."}`.',
    );
  });

  it('does not name the character that a server refuses before it is found', async () => {
    const before = await said('where-json-ends', 2, selected('"stop'.slice(0, 1), 60));
    expect(before).toContain('vLLM hermes still accepts this, and gives up after it.');
    expect(before).not.toContain('column 62');
    expect(await said('where-json-ends', 2, selected('twice'))).toContain('vLLM hermes gave up before it.');
  });

  it('names the argument that differs, and where', async () => {
    expect(await said('where-json-ends', 5, edited('First line.\nSecond', 'First line./nSecond'))).toBe(
      'The argument `text` is `"First line./nSecond line."`. It should be `"First line.\\nSecond line."`. Look at `/` (line 2, column 58).',
    );
    expect(await said('same-call-other-format', 1, edited('open_valve', 'read_gauge'))).toBe(
      'vLLM hermes gives 1 call: `read_gauge {"valve":"B2","percent":40}`. The argument `dial` is missing. It should be `"steam"`. Look at `{` (line 2, column 37).',
    );
    const more = '<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "steam", "samples": 3}}\n</tool_call>';
    expect(
      await said('same-call-other-format', 1, ({ case: given }) => ({ kind: 'case', case: { ...given, text: more } })),
    ).toBe(
      'vLLM hermes gives 1 call: `read_gauge {"dial":"steam","samples":3}`. The argument `samples` should not be there. Look at `3` (line 2, column 66).',
    );
  });

  it.each([
    [
      '<parameter=to\nLisbon\n</parameter>',
      'In its place is the argument `to⏎Lisbon⏎</parameter`. Look at a line break',
    ],
    ['<parameter=too>\nLisbon\n</parameter>', 'In its place is the argument `too`. Look at `o`'],
  ])('says where the name of a missing argument is damaged: %j', async (to, words) => {
    const text = `I will look that up.\n<tool_call>\n<function=search_flights>\n<parameter=from>\nOslo\n</parameter>\n${to}\n<parameter=class>\nany\n</parameter>\n</function>\n</tool_call>`;
    const argumentsText = '{"from": "Oslo", "to": "Lisbon", "class": "any"}';
    const calls = [{ name: 'search_flights', argumentsText }];
    const ask = { kind: 'fix', edit: ['text'], conditions: [{ must: 'call', calls }] } as const;
    const given = { profile: 'vllm:qwen3_coder', text };
    const { says, span } = await gradeAnswer({ case: given, ask }, { kind: 'case', case: given });
    expect(says.join(' ')).toContain(`${words} (line 7, column 14).`);
    expect(span?.from).toBe(text.indexOf('=to') + 3);
  });

  it('says what the call should be, and counts it only where there are more', async () => {
    expect(await said('where-json-ends', 6, edited('}}', '}'))).toContain(
      'vLLM hermes gives no call. It should give `read_gauge {"dial": "oil", "samples": 3}`.',
    );
    expect(await said('tags-have-no-escape', 3, edited('all is well.', 'Two!'))).toContain(
      'This step asks for 2 calls.',
    );
  });

  it('names a place once', async () => {
    expect(await said('a-call-is-text', 3, { kind: 'words', text: '1' })).toMatch(
      /gets no call\. .* is almost the marker `<tool_call>`, but opens nothing \(line 2, column 1\)\.$/,
    );
  });

  it('says where a value ends', async () => {
    expect(await said('tags-have-no-escape', 1, { kind: 'words', text: 'here' })).toContain(
      'The value ends before `<` (line 4, column 19).',
    );
    expect(await said('tags-have-no-escape', 2, { kind: 'words', text: 'here' })).toContain(
      'The value ends before a line break (line 4, column 37).',
    );
  });

  it('says what a prompt contains instead', async () => {
    expect(await said('what-the-model-was-shown', 2, edited('{% for', '{{ tool }}\n{% for', 'template'))).toBe(
      'The prompt does not contain `read_gauge`. It begins with `<|im_start|>user` (line 2, column 1).',
    );
    const bare = edited('{{ tools | tojson }}', '{{ tools | tojson }}\n<tool_call>{name, arguments}', 'template');
    expect(await said('what-the-model-was-shown', 3, bare)).toMatch(
      /^The prompt does not contain `"arguments"`\. Without double quotes it is at line \d+, column \d+\.$/,
    );
  });

  it('says of two parts of a prompt which comes first', async () => {
    expect(await said('what-the-model-was-shown', 1, { kind: 'order', order: [0, 1, 2, 3] })).toContain(
      'In the prompt, `Write a call as JSON` (line 4, column 1) comes first.',
    );
  });
});

describe('a count', () => {
  const reply = (text: string) => ({
    case: { profile: 'vllm:hermes', text },
    ask: { kind: 'predict', what: { of: 'count' } } as const,
  });
  const one = reply('<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>');
  const none = reply('No call here.');

  it.each(['zero', '0', 'none', 'no call', 'Zero.', '0.'])('takes %j for no call', async (text) => {
    expect((await gradeAnswer(none, { kind: 'words', text })).isRight).toBe(true);
  });

  it.each(['1', 'one', '1.', 'one call', ' 1 call. '])('takes %j for one', async (text) => {
    expect((await gradeAnswer(one, { kind: 'words', text })).isRight).toBe(true);
  });

  it.each(['', ' ', 'abc', '-1', '0.5', 'many'])('asks for a number after %j, and does not tell it', async (text) => {
    for (const question of [one, none])
      expect(await gradeAnswer(question, { kind: 'words', text })).toEqual({
        isRight: false,
        says: ['Type a number, such as `0` or `1`.'],
        span: null,
      });
  });
});

describe('what is said of a right answer', () => {
  it('names the replies that must give no call', async () => {
    const choice = (id: string) => said('thinking-and-quoting', 2, { kind: 'option', id });
    expect(await choice('kimi-k2')).toBe(
      'All 2 replies give what they should, read whole and in pieces. Reply 1 gives no call.',
    );
    expect(await said('same-call-other-format', 5, { kind: 'option', id: 'qwen3-coder' })).toBe(
      'All 5 replies give their calls, read whole and in pieces.',
    );
  });

  it('does not say that calls are returned after it said which', async () => {
    const right = await said('where-json-ends', 6, edited(',}', '}'));
    expect(right).toContain('vLLM hermes gives your program 1 call');
    expect(right).not.toContain('returns it');
    expect(await said('tags-have-no-escape', 1, { kind: 'words', text: 'A value ends with' })).not.toContain(
      'returns it',
    );
  });

  it('counts changes only where they are limited', async () => {
    expect(await said('where-json-ends', 6, edited(',}', '}'))).toContain('You made 1 change.');
    const line = edited('{% for', '{{ tools | tojson }}\n{% for', 'template');
    expect(await said('what-the-model-was-shown', 2, line)).toBe(
      'The prompt contains everything that this step asks for.',
    );
  });
});
