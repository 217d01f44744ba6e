import { expect, it } from 'vitest';
import { messageKey, type ModelRun, type Setup, setupKey } from '../../../../src/core/index.ts';
import { estimateOf } from '../../../../src/app/views/lab/lab-estimate.ts';

const demo: Setup = {
  system: 'Look after the pumps.',
  preamble: null,
  format: '',
  tools: '[]',
  isCompact: false,
  place: 'none',
  held: 'free',
  temperature: 0,
  source: 'demo',
  model: '',
  renamed: [],
};
const server: Setup = { ...demo, source: 'endpoint', model: 'large' };
const messages = [{ text: 'Open.', expected: null }];
const run = (setup: Setup, milliseconds: number, tokens: number): ModelRun => ({
  variant: setupKey(setup),
  message: '',
  number: 1,
  seed: 1,
  text: '',
  native: '',
  tokens,
  milliseconds,
  finishReason: 'stop',
  error: null,
});
const next = (setups: readonly Setup[]) =>
  setups.flatMap((setup) => messages.map((message) => ({ setup, message, count: 10 })));
const basis = { maxTokens: 100, lanes: 1, priceIn: null, priceOut: 1_000_000 };

it('counts and pays what the server gets, and no run of another model', () => {
  const setups = [demo, { ...demo, temperature: 1 }, server];
  const runs = [run(demo, 10, 4), run(server, 1000, 8)];
  expect(estimateOf({ ...basis, next: next(setups), runs })).toMatchObject({
    runs: 30,
    requests: 10,
    output: { tokens: 160, isMost: false },
    milliseconds: 10_200,
    cost: 80,
  });
  // What the demo model took says nothing of a server that nobody has asked.
  expect(estimateOf({ ...basis, next: next(setups), runs: runs.slice(0, 1) })).toMatchObject({
    output: { tokens: 1080, isMost: true },
    milliseconds: null,
    cost: 1000,
  });
});

it('counts runs of which some variants and messages have more than others', () => {
  const [message = { text: '' }] = messages;
  const wanted = [
    { setup: server, message, count: 1 },
    { setup: server, message, count: 1 },
    { setup: demo, message, count: 3 },
  ];
  expect(estimateOf({ ...basis, next: wanted, runs: [run(demo, 10, 4), run(server, 1000, 8)] })).toMatchObject({
    runs: 5,
    requests: 2,
    output: { tokens: 28 },
    milliseconds: 2030,
    cost: 16,
  });
  expect(estimateOf({ ...basis, next: [], runs: [] })).toMatchObject({ runs: 0, milliseconds: null, cost: null });
});

it('says before the runs that those at temperature 0 repeat a reply', () => {
  const [message = { text: '', expected: null }] = messages;
  const likely = (setup: Setup, count: number, runs: readonly ModelRun[] = []): boolean =>
    estimateOf({ ...basis, next: [{ setup, message, count }], runs }).isRepeating;
  const made = (number: number, text: string): ModelRun => ({
    ...run(server, 10, 4),
    message: messageKey(message),
    number,
    text,
  });
  expect([likely(server, 2), likely(server, 1), likely({ ...server, temperature: 0.7 }, 20)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([likely(server, 1, [made(1, 'a')]), likely(server, 9, [made(1, 'a'), made(2, 'a')])]).toEqual([true, true]);
  // A server that has answered otherwise is not one that repeats itself, and the browser’s model chooses for itself.
  expect(likely(server, 9, [made(1, 'a'), made(2, 'b')])).toBe(false);
  expect(likely({ ...server, source: 'prompt-api' }, 9)).toBe(false);
});
