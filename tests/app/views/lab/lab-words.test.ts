import { describe, expect, it, test } from 'vitest';
import { messageKey, type ModelRun, setupKey } from '../../../../src/core/index.ts';
import { exampleExperiment } from '../../../../src/app/views/lab/example-experiment.ts';
import { ANY_MODEL } from '../../../../src/app/sources/endpoint-request.ts';
import {
  askedText,
  boundsText,
  differenceText,
  modelText,
  runNames,
  statusText,
  variantText,
} from '../../../../src/app/views/lab/lab-words.ts';

test.each([
  ['demo', '', 'Demo model'],
  ['endpoint', ANY_MODEL, 'Server’s default model'],
  ['endpoint', 'qwen3:0.6b', 'qwen3:0.6b'],
  ['endpoint', 'default-7b', 'default-7b'],
])('what answers from %s as “%s” is %s', (source, model, text) => {
  expect(modelText({ source, model })).toBe(text);
});

test('a rate of some runs of its column says of how many', () => {
  const rate = { low: 0.8, high: 0.97, runs: 40 };
  expect([boundsText(rate, 40), boundsText(rate, 60)]).toEqual(['80–97', '80–97, of 40']);
});

describe('what a variant has otherwise', () => {
  const setup = {
    system: '',
    preamble: null,
    format: 'hermes',
    tools: '[]',
    isCompact: false,
    place: 'prompt',
    held: 'free',
    temperature: 0,
    source: 'demo',
    model: '',
    renamed: [],
  } as const;
  const between = (first: string, second: string): string =>
    differenceText({ ...setup, system: first }, { ...setup, system: second });

  it('is a line that is new, whole or cut after a word', () => {
    expect(between('A', 'A\nCall one tool.')).toBe('“Call one tool.”');
    const long =
      'Give every required argument under the exact name in the schema, and leave out what the user did not say.';
    expect(between('A', `A\n${long}`)).toBe(
      '“Give every required argument under the exact name in the schema, and leave out…”',
    );
    expect(between('', '😀'.repeat(60))).toBe(`“${'😀'.repeat(40)}…”`);
  });

  it('names another wording of the same format', () => {
    expect(differenceText(setup, { ...setup, preamble: 'Call tools so.' })).toBe('another wording');
    expect(differenceText(setup, { ...setup, format: 'qwen3-coder', preamble: 'Call tools so.' })).toBe('');
  });

  it('is told of what it was made from, and of the first how its prompt begins', () => {
    const of = (system: string) => ({ ...setup, system });
    const variants = [
      { name: 'A', setup: of('You look after pumps.') },
      { name: 'B', from: 'A', setup: of('You look after pumps.\nAlways call.') },
      { name: 'C', from: 'B', setup: of('You look after pumps.\nAlways call.\nNo commas.') },
    ];
    expect(variants.map((some) => variantText({ variants }, some))).toEqual([
      '“You look after pumps.”',
      '“Always call.”',
      'B with “No commas.”',
    ]);
  });

  it('is what a line goes on with', () => {
    expect(between('You look after the pumps.', 'You look after the pumps. Call a tool only when asked.')).toBe(
      '“…Call a tool only when asked.”',
    );
    expect(between('You look after pumps.', 'You look after valves.')).toBe('“You look after valves.”');
    expect(between('One\nTwo', 'One')).toBe('lines left out');
  });
});

describe('how far runs are', () => {
  const many = { state: 'done', done: 90, total: 90, failed: 30, left: 4000, said: '' } as const;
  const judged = Array.from({ length: 210 }, (_, index) => ({
    run: { error: index < 30 ? 'Nothing answers.' : null } as ModelRun,
  }));

  it.each([
    [many, judged, '90 of 90 more runs tried: 60 answered, 30 failed. In all, 180 runs have an answer.'],
    [{ ...many, failed: 0 }, judged.slice(30), '90 of 90 more runs made. In all, 180 runs have an answer.'],
    [many, judged.slice(0, 90), '90 of 90 runs tried: 60 answered, 30 failed.'],
    [{ ...many, state: 'stopped', done: 40 }, judged, 'Stopped. 40 of 90 more runs tried: 10 answered, 30 failed.'],
    [{ ...many, state: 'stopped', done: 30 }, judged, 'Stopped. 30 of 90 more runs tried: none answered, 30 failed.'],
    [{ ...many, state: 'stopped', done: 40, failed: 0 }, judged, 'Stopped. 40 of 90 more runs made and kept.'],
    [{ ...many, failed: 90 }, [], '90 of 90 runs tried: none answered, 90 failed.'],
    [{ ...many, state: 'running', done: 40, failed: 0 }, judged, '40 of 90 more runs, about 4.0 s left.'],
    [{ ...many, state: 'paused', done: 40 }, judged, '40 of 90 more runs, 30 failed, paused.'],
  ] as const)('%#', (told, all, text) => {
    expect(statusText(told, all)).toBe(text);
  });
});

test('a server is said to be asked by the runs that ask it', () => {
  const address = 'http://localhost:9998/v1';
  expect(askedText({ runs: 90, requests: 30 }, address)).toBe('30 of them ask http://localhost:9998/v1.');
  expect(askedText({ runs: 90, requests: 90 }, address)).toBe('Asks http://localhost:9998/v1.');
  expect(askedText({ runs: 90, requests: 0 }, address)).toBe('');
});

test('the name of a run says of which message it is, where there are several', () => {
  const [variant, message] = [exampleExperiment.variants[1], exampleExperiment.messages[2]];
  if (variant === undefined || message === undefined) throw new Error('The example is empty.');
  const run = { variant: setupKey(variant.setup), message: messageKey(message), number: 20 };
  expect(runNames(exampleExperiment, run)).toEqual({ short: 'B20', on: ' on 3', long: 'Run 20 of B on message 3' });
  expect(runNames({ ...exampleExperiment, messages: [message] }, run)).toEqual({
    short: 'B20',
    on: '',
    long: 'Run 20 of B',
  });
});
