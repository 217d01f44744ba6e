import { expect, it } from 'vitest';
import { failureGroups, messageKey, RunJudge, setupKey, tableOf, type JudgedRun } from '../../../../src/core/index.ts';
import { runOf } from '../../../core/experiment/experiments.ts';
import { exampleExperiment } from '../../../../src/app/views/lab/example-experiment.ts';
import { decided, resultsCsv, resultsMarkdown, variantCounts } from '../../../../src/app/views/lab/results-text.ts';

const judge = new RunJudge({ runtime: 'auto' });
const [message] = exampleExperiment.messages;

/** The first variant answers with prose, the second as it should. */
const judged = exampleExperiment.variants.flatMap(({ setup }, variant): JudgedRun[] => {
  if (message?.expected?.[0] === undefined) throw new Error('The example is empty.');
  const [{ name, argumentsText }] = message.expected;
  const call = `~~~tool_call\n{"name": "${name}", "arguments": ${argumentsText === '' ? '{}' : argumentsText}}\n~~~`;
  return Array.from({ length: 8 }, (_, index) => {
    const text = variant === 0 ? 'I | would, "open" it.' : call;
    const run = runOf({ variant: setupKey(setup), message: messageKey(message), number: index + 1, text });
    return { run, result: judge.judge({ run, setup, expected: message.expected }) };
  });
});
const experiment = {
  ...exampleExperiment,
  variants: exampleExperiment.variants.map((one) => ({ ...one, setup: { ...one.setup, temperature: 0.7 } })),
};
const own = judged.map((one, index): JudgedRun => {
  const variant = experiment.variants[index < 8 ? 0 : 1];
  return variant === undefined ? one : { ...one, run: { ...one.run, variant: setupKey(variant.setup) } };
});
const results = {
  experiment,
  table: tableOf(experiment, own),
  groups: failureGroups(own),
  judged: own,
  baseline: null,
};

it('rates, verdicts and failures are lines of a table, with their counts and bounds', () => {
  const lines = resultsCsv(results).split('\r\n');
  expect(lines[0]).toBe('part,variant,what,hits,runs,percent,low,high');
  expect(lines[1]).toMatch(/^variant,A,"?Demo model, exathena-fence, temperature 0\.7/);
  expect(lines).toContain('rate,A,Right,0,8,0.0,0.0,32.4');
  expect(lines.find((line) => line.startsWith('comparison,A to B,"B is right more often than A.'))).toContain(
    ',8,8,100.0,',
  );
  expect(lines.filter((line) => line.startsWith('failure'))).toEqual([
    'failure,A,No call. The model answered in plain text and called no tool.,8,8,100.0,,',
  ]);
});

it('are the same in Markdown', () => {
  const text = resultsMarkdown(results, 'vLLM hermes');
  expect(text).toMatch(/^Read with vLLM hermes\. The demo model is a small program/);
  expect(text).toContain(`\nB: Demo model, hermes, temperature 0.7\n`);
  expect(text).toMatch(/\n1\. .+ \(Expected: \w+/);
  expect(text).toContain('| Of the runs | A (8) | B (8) |\n| --- | --- | --- |\n| Right | 0 % (0–32) |');
  expect(text).toContain('- B is right more often than A. +100.0 points right');
  expect(text).toContain('called no tool. | 8 |  |\n');
});

it('failures are told of each variant, of its runs that can be right', () => {
  const { table, groups } = results;
  const members = (groups[0]?.members ?? []).flatMap((place) => own[place] ?? []);
  expect(variantCounts(table, members, decided)).toBe('A 8 of 8, B 0 of 8');
  expect(variantCounts(table.slice(0, 1), members, decided)).toBe('');
});
