import { expect, it } from 'vitest';
import { Judge } from '../../../src/core/batch/index.ts';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';
import { isAsAsked } from '../../../src/core/batch/shapes/as-asked.ts';

const prompt =
  'Tools are in blocks:\n```tool_spec\n{"name": "water_bed", "description": "Waters it."}\n```\n' +
  'Call one like this:\n```run_tool\n{\n"no": its number,\n"function": its name,\n"parameters": what it takes\n}\n```\nDo not guess.';
const reply = 'I water it.\n```run_tool\n{\n\t"no": 1,\n\t"function": "water_bed",\n\t"parameters": {"bed": 4}\n}\n```';

it.each([
  [reply, prompt, true],
  [reply.replace('```run_tool', '<run_tool>'), prompt, false],
  [reply.replace('"parameters"', '"arguments"'), prompt, false],
  ['{"no": 1, "function": "water_bed", "params": {}}', prompt, false],
  ['{"function": "water_bed", "params": {}}', 'Answer with {"function": …, "params": …} and nothing else.', true],
  // The model left the tag that its prompt shows.
  ['{"name": "water_bed", "arguments": {}}', '<tool_call>\n{"name": …, "arguments": …}\n</tool_call>', false],
  [
    '<tool_call>\n{"name": "water_bed", "arguments": {}}',
    '<tool_call>\n{"name": …, "arguments": …}\n</tool_call>',
    true,
  ],
  [reply, '', false],
  ['Done.', prompt, false],
])('%j', (text, asked, is) => {
  expect(isAsAsked(text, asked)).toBe(is);
});

it('nobody is told to ask for a form other than the prompt’s as if the model had left it', () => {
  const result = (raw: string): unknown => ({
    id: 'r',
    promptIdx: 0,
    testIdx: 0,
    prompt: { raw },
    provider: { id: 'm' },
    response: { output: reply },
    success: true,
  });
  const asked = JSON.stringify([{ role: 'user', content: prompt }]);
  const { replies } = readLog([result(asked), result('Water the bed.')].map((one) => JSON.stringify(one)).join('\n'), {
    name: 'report.jsonl',
  });
  expect(replies.map(({ tools }) => tools?.map(({ name }) => name) ?? null)).toEqual([['water_bed'], null]);
  const judge = new Judge({ runtime: 'auto', isAligning: true });
  const [first, second] = replies.map((one) => judge.judge(one));
  expect(first?.remedy).toMatch(/^The prompt asks for calls in exactly this form\./);
  expect(second?.remedy ?? '').not.toMatch(/^The prompt asks/);
});

it('is linear for any prompt', () => {
  const hostile = `{${'"a": 1, '.repeat(40)}`;
  const start = performance.now();
  for (const text of ['{', '{"a" ', '"a"'].map((one) => one.repeat(40_000))) isAsAsked(hostile, text);
  expect(performance.now() - start).toBeLessThan(4000);
});
