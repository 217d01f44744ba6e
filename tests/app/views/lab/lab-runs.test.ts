import { expect, test } from 'vitest';
import { messageKey, setupKey, type ModelRun } from '../../../../src/core/index.ts';
import { exampleExperiment } from '../../../../src/app/views/lab/example-experiment.ts';
import {
  atTemperature,
  aimOf,
  failedAgain,
  holdsAll,
  missingRuns,
  nextRound,
  nextRuns,
  onSource,
  type WantedRun,
} from '../../../../src/app/views/lab/lab-runs.ts';

function made({ setup, message, number }: WantedRun): ModelRun {
  return {
    variant: setupKey(setup),
    message: messageKey(message),
    number,
    seed: number,
    text: 'said',
    native: '',
    tokens: null,
    milliseconds: 9,
    finishReason: 'stop',
    error: null,
  };
}

const wanted = nextRuns(exampleExperiment, [], 10);

test('what was stopped before it was made is missing, each run once', () => {
  const runs = wanted.slice(0, 28).map(made);
  // Without the rest of what was wanted, only what others have.
  expect(missingRuns(exampleExperiment, runs).length).toBe(2);
  const missing = missingRuns(exampleExperiment, runs, aimOf(wanted));
  expect(missing.length).toBe(32);
  expect(new Set([...runs, ...missing.map(made)].map((run) => JSON.stringify(run))).size).toBe(60);
  expect(missingRuns(exampleExperiment, wanted.map(made), aimOf(wanted))).toEqual([]);
});

test('each start of runs is a round, and what failed is made again in its own', () => {
  const judged = wanted.slice(0, 4).map((one, index) => ({
    run: { ...made(one), round: index === 3 ? 2 : 1, error: index > 1 ? 'The server answered 500.' : null },
    result: null,
  }));
  expect([nextRound([]), nextRound(judged)]).toEqual([1, 3]);
  const failed = judged.filter(({ run }) => run.error !== null);
  expect(failedAgain(exampleExperiment, failed)).toMatchObject([
    { number: 1, round: 1 },
    { number: 1, round: 2 },
  ]);
  expect(failedAgain({ ...exampleExperiment, variants: [] }, failed)).toEqual([]);
});

test('a failed run is there, and a variant that is gone lacks nothing', () => {
  const [first, ...others] = wanted;
  if (first === undefined) throw new Error('The example is empty.');
  const runs = [...others.slice(0, 5).map(made), { ...made(first), error: 'The server answered 401.' }];
  expect(missingRuns(exampleExperiment, runs, aimOf(wanted)).length).toBe(54);
  const [a] = exampleExperiment.variants;
  const alone = { ...exampleExperiment, variants: a === undefined ? [] : [a] };
  expect(missingRuns(alone, runs, aimOf(wanted)).length).toBe(27);
});

test('what was said of runs is no longer true where their source, a variant or a message is another', () => {
  expect(holdsAll(exampleExperiment, wanted)).toBe(true);
  expect(holdsAll(onSource(exampleExperiment, { source: 'endpoint', model: 'm', takesTools: true }), wanted)).toBe(
    false,
  );
  const { variants, messages } = exampleExperiment;
  expect(holdsAll({ ...exampleExperiment, variants: variants.slice(1) }, wanted)).toBe(false);
  expect(holdsAll({ ...exampleExperiment, messages: messages.slice(1) }, wanted)).toBe(false);
});

test('only variants that leave nothing to chance get another temperature, and two that are alike then are one', () => {
  const [a] = exampleExperiment.variants;
  if (a === undefined) throw new Error('The example is empty.');
  const at = (temperature: number, name: string): typeof a => ({ name, setup: { ...a.setup, temperature } });
  const experiment = { ...exampleExperiment, variants: [at(0, 'A'), at(1, 'B')] };
  const temperatures = (given: typeof experiment | ReturnType<typeof atTemperature>): number[] =>
    given.variants.map(({ setup }) => setup.temperature);
  expect(temperatures(atTemperature(experiment, 0.7))).toEqual([0.7, 1]);
  expect(temperatures(atTemperature(experiment, 1))).toEqual([1]);
});
