import { expect, it } from 'vitest';
import { messageKey, setupKey, type ModelRun } from '../../../../src/core/index.ts';
import { Page } from '../../../../src/app/page/page.svelte.ts';
import { exampleExperiment } from '../../../../src/app/views/lab/example-experiment.ts';
import { RunReading } from '../../../../src/app/views/lab/run-reading.svelte.ts';

const [variant] = exampleExperiment.variants;
const [message] = exampleExperiment.messages;

function runsOf(count: number): ModelRun[] {
  if (variant === undefined || message === undefined) throw new Error('The example is empty.');
  const [ofVariant, ofMessage] = [setupKey(variant.setup), messageKey(message)];
  return Array.from({ length: count }, (_, index) => ({
    variant: ofVariant,
    message: ofMessage,
    number: index + 1,
    seed: null,
    text: '',
    native: '',
    tokens: null,
    milliseconds: 1,
    finishReason: null,
    error: null,
  }));
}

it('many runs that come at once hold back what is told until all are read; a few new ones do not', async () => {
  const waiting: (() => void)[] = [];
  const worker = {
    run: (job: { readonly runs: readonly unknown[] }) =>
      new Promise((resolve) => {
        waiting.push(() => {
          resolve({ ok: true, answer: job.runs.map(() => ({ right: true })) });
        });
      }),
  };
  class OfLab {
    experiment = exampleExperiment;
    runs: readonly ModelRun[] = $state.raw([]);
    problem = '';
  }
  const lab = new OfLab();
  const reading = new RunReading(new Page(), worker as never, lab);
  lab.runs = runsOf(89);
  const told = [reading.unread];
  const end = reading.readAll();
  for (let job = 0; job < 3; job += 1) {
    waiting.shift()?.();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    told.push(reading.unread);
  }
  await end;
  // In jobs of 40: the last few are waited for as well.
  expect(told).toEqual([89, 49, 9, 0]);
  lab.runs = runsOf(90);
  expect([reading.unread, reading.isReading]).toEqual([0, true]);
});
