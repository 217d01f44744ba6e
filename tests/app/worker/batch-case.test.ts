import { expect, it } from 'vitest';
import {
  Judge,
  evidenceOf,
  evidenceSentences,
  type LoggedReply,
  LogReader,
  ResultColumns,
} from '../../../src/core/index.ts';
import { areNative, expectedCalls, servedText } from '../../../src/app/worker/batch-case.ts';

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

const declared = [{ type: 'function', function: { name: 'fill', parameters: { type: 'object', properties: {} } } }];

/** A line of a log with a whole request and a whole response, as `judge` reads it. */
function logged(message: object, finish: string) {
  const record = {
    id: 'a',
    request: { model: 'Qwen/Qwen2.5-7B-Instruct', messages: [{ role: 'user', content: 'Fill it.' }], tools: declared },
    response: { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }] },
  };
  const reader = new LogReader({ name: 'log.jsonl' });
  const first = reader.push(new TextEncoder().encode(`${JSON.stringify(record)}\n`));
  const [one] = [...first, ...reader.end().replies];
  if (one === undefined) throw new Error('No reply.');
  return one;
}

const native = { id: 'c', type: 'function', function: { name: 'fill', arguments: '{"tank": 4}' } };

it.each([
  [{ role: 'assistant', content: written }, 'stop', 'text', 'calls', /^The server returned no call/],
  [{ role: 'assistant', content: null, tool_calls: [native] }, 'tool_calls', 'calls', 'native', /a call to `fill`/],
  [{ role: 'assistant', content: 'I cannot.' }, 'stop', 'answer', 'answer', /text without a call/],
  [{ role: 'assistant', content: '' }, 'stop', 'nothing', 'empty', /neither a call nor text/],
] as const)(
  'what the server of the log returned comes before the emulation: %j',
  (message, finish, served, outcome, says) => {
    const one = logged(message, finish);
    const result = judge.judge(one);
    expect([result.served, result.outcome]).toEqual([served, outcome]);
    const columns = new ResultColumns();
    columns.push(result);
    expect(columns.at(0)?.served).toBe(served);
    expect(evidenceSentences(evidenceOf({ content: servedText(one), name: null })).headline).toMatch(says);
  },
);

it('a text alone proves nothing of a server', () => {
  const one = reply(written, {});
  expect([judge.judge(one).served, servedText(one)]).toEqual([null, '']);
});
