import { expect, it } from 'vitest';
import { Judge, type LoggedReply } from '../../../src/core/index.ts';
import { areNative, expectedCalls } from '../../../src/app/worker/batch-case.ts';

const fill = { name: 'fill', arguments: { tank: 4 }, isBroken: false };
const wanted = { name: 'fill', values: { tank: [4] }, isLoose: false };
const written = '<tool_call>\n{"name": "fill", "arguments": {"tank": 4}}\n</tool_call>';
const judge = new Judge({ runtime: 'auto', isAligning: true });

function reply(text: string | null, more: Partial<LoggedReply>): LoggedReply {
  return { id: 'r', record: 'r', number: 1, text, calls: null, tools: null, model: null, isRight: null, ...more };
}

it.each([
  [null, { calls: [fill] }, true],
  ['', { calls: [fill], expected: [wanted] }, true],
  [null, { calls: [fill], expected: [] }, true],
  ['I fill it.', { calls: [fill] }, true],
  ['I fill it.', { calls: [fill], expected: [wanted] }, true],
  ['I fill it.', { calls: [] }, false],
  [written, { calls: [fill], areFromText: true }, false],
  [written, { calls: [fill], areFromText: true, expected: [wanted] }, false],
  ['I cannot.', { expected: [wanted] }, false],
] as const)('the calls of a log are the client’s where no text holds them: %j %j', (text, more, are) => {
  const one = reply(text, more);
  expect(areNative(one, judge.judge(one))).toBe(are);
});

it('a case expects what its question expects, as far as only one value is right', () => {
  expect(expectedCalls(reply(null, {}))).toBeNull();
  expect(expectedCalls(reply(null, { expected: [] }))).toEqual([]);
  expect(expectedCalls(reply(null, { expected: [wanted] }))).toEqual([{ name: 'fill', argumentsText: '{"tank":4}' }]);
  expect(expectedCalls(reply(null, { expected: [{ ...wanted, isLoose: true }] }))).toBeNull();
});
