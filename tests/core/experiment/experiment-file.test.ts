import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyExperiment,
  type Experiment,
  isExperimentFile,
  joinedRuns,
  messageKey,
  readExperiment,
  setupKey,
  withoutVariant,
  withVariant,
  writeExperiment,
} from '../../../src/core/experiment/index.ts';
import { message, noCall, runOf, setup, someMessage, someSetup } from './experiments.ts';

const experiment: Experiment = { variants: [{ name: 'A', setup }], messages: [message, noCall] };
const run = runOf({ variant: setupKey(setup), message: messageKey(message), number: 1, text: 'said' });

const someExperiment: fc.Arbitrary<Experiment> = fc.record({
  variants: fc
    .uniqueArray(someSetup, { selector: setupKey, maxLength: 4 })
    .map((setups) => setups.map((one, index) => ({ name: String(index), setup: one }))),
  messages: fc.uniqueArray(someMessage, { selector: messageKey, maxLength: 4 }),
});

describe('an experiment as text', () => {
  it('is read as it was written, with and without runs', () => {
    fc.assert(
      fc.property(someExperiment, fc.nat(3), (written, count) => {
        const runs = written.variants.flatMap((variant) =>
          written.messages.flatMap((asked) =>
            Array.from({ length: count }, (_, index) =>
              runOf({
                variant: setupKey(variant.setup),
                message: messageKey(asked),
                number: index + 1,
                text: '\ud800"',
                ...(index === 0 ? {} : { round: index }),
              }),
            ),
          ),
        );
        expect(readExperiment(writeExperiment(written))).toEqual({
          ok: true,
          experiment: written,
          runs: [],
          server: null,
          dropped: 0,
        });
        expect(readExperiment(writeExperiment(written, runs))).toEqual({
          ok: true,
          experiment: written,
          runs,
          server: null,
          dropped: 0,
        });
      }),
      { numRuns: 100 },
    );
  });

  it('without runs it holds no text of a model', () => {
    expect(writeExperiment(experiment, [run])).toContain('"said"');
    expect(writeExperiment(experiment)).not.toContain('said');
  });

  it('says what it is', () => {
    expect(isExperimentFile(writeExperiment(experiment))).toBe(true);
    expect(isExperimentFile(writeExperiment(experiment, [run]))).toBe(true);
    expect(isExperimentFile('{"kind": "callscope case"}')).toBe(false);
  });

  it.each([
    ['no json', 'It is no JSON object. Save the experiment again where it was made.'],
    ['{"kind": "x"}', 'It is no experiment: the field kind should be "callscope experiment".'],
    ['{"kind": "callscope experiment", "version": 0}', 'Its field version should be a whole number above 0.'],
    [
      '{"kind": "callscope experiment", "version": 2}',
      'It has version 2, and this page reads experiments up to version 1. Reload the page.',
    ],
  ])('%s', (text, message_) => {
    expect(readExperiment(text)).toEqual({ ok: false, message: message_ });
  });

  it('what cannot be used is left out and counted', () => {
    const text = JSON.stringify({
      kind: 'callscope experiment',
      version: 1,
      variants: [
        { name: 'A', setup },
        { name: 'twice', setup },
        { name: '', setup },
        7,
        { name: 'B', setup: { ...setup, system: 3 } },
      ],
      messages: [message, { text: null }, { text: 'Hi', expected: 'x' }],
      runs: [run, run, { ...run, number: 0 }, { ...run, number: 2, tokens: -1, seed: 'x', milliseconds: -5 }],
    });
    const read = readExperiment(text);
    expect(read).toMatchObject({ ok: true, dropped: 7 });
    expect(read.ok && read.experiment).toEqual({
      variants: [{ name: 'A', setup }],
      messages: [message, { text: 'Hi', expected: null }],
    });
    expect(read.ok && read.runs).toEqual([run, { ...run, number: 2, tokens: null, seed: null, milliseconds: 0 }]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.json(), (text, value) => {
        readExperiment(text);
        const parsed: unknown = JSON.parse(value);
        for (const key of ['variants', 'messages', 'runs'])
          readExperiment(
            JSON.stringify({ kind: 'callscope experiment', version: 1, [key]: [parsed, { setup: parsed, name: 'x' }] }),
          );
      }),
    );
  });
});

describe('keys and names', () => {
  it('a run belongs to what was sent', () => {
    expect(setupKey({ ...setup, renamed: [{ tool: 'a', from: 'b', to: 'c' }] })).toBe(setupKey(setup));
    for (const more of [{ system: 'x' }, { format: '' }, { temperature: 1 }, { model: 'm' }, { isCompact: true }])
      expect(setupKey({ ...setup, ...more })).not.toBe(setupKey(setup));
    expect(messageKey({ text: message.text })).toBe(messageKey(message));
  });

  it('what sends the same is one variant, and names are free', () => {
    const one = withVariant(emptyExperiment, setup);
    expect(withVariant(one, { ...setup })).toBe(one);
    const two = withVariant(one, { ...setup, system: 'two' }, 'A');
    const three = withVariant(two, { ...setup, system: 'three' }, 'B');
    expect(readExperiment(writeExperiment(three))).toMatchObject({ experiment: three });
    expect(three.variants.map(({ from }) => from)).toEqual([undefined, 'A', 'B']);
    // What was made from one that is gone was made from what that was made from.
    expect(withoutVariant(three, 1).variants.map(({ name, from }) => [name, from])).toEqual([
      ['A', undefined],
      ['C', 'A'],
    ]);
    expect(withoutVariant(three, 0).variants.map(({ from }) => from)).toEqual([undefined, 'B']);
    let many = one;
    for (let index = 0; index < 30; index += 1) many = withVariant(many, { ...setup, system: String(index) });
    expect(new Set(many.variants.map(({ name }) => name)).size).toBe(31);
    expect(many.variants.at(26)?.name).toBe('A1');
  });

  it('runs are joined, and one that came replaces one that failed', () => {
    const lost = { ...run, number: 2, error: 'It failed.' };
    const came = { ...run, number: 2 };
    expect(joinedRuns([run, lost], [run, came])).toEqual([run, came]);
    expect(joinedRuns([run, came], [lost])).toEqual([run, came]);
    const other = { ...run, text: 'said elsewhere' };
    expect(joinedRuns([run, came], [other])).toEqual([run, came, { ...other, number: 3, seed: null }]);
  });
});

describe('the server of an experiment', () => {
  const server = {
    profile: 'vllm:hermes',
    reasoningParser: 'qwen3',
    nativeToolCalls: 'absent',
    selfContained: false,
    thinking: 'off',
  } as const;

  it('is in the file with the runs that it read', () => {
    expect(readExperiment(writeExperiment(experiment, [run], server))).toMatchObject({ ok: true, server });
  });

  it('is none where the file names none, or no name of a server', () => {
    const named = (profile: unknown) =>
      readExperiment(JSON.stringify({ kind: 'callscope experiment', version: 1, server: { profile } }));
    expect(readExperiment(writeExperiment(experiment, [run]))).toMatchObject({ server: null });
    for (const profile of [4, '', 'a b', '<b>', 'x'.repeat(300)])
      expect(named(profile)).toMatchObject({ server: null });
    expect(named('auto')).toMatchObject({ server: { profile: 'auto', thinking: 'absent' } });
  });
});
