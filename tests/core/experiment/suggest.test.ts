import { expect, it } from 'vitest';
import {
  type JudgedRun,
  type Message,
  messageKey,
  RunJudge,
  type Setup,
  setupKey,
  suggestionsFor,
} from '../../../src/core/experiment/index.ts';
import { runtimesFor } from '../../../src/core/index.ts';
import { fill, message, noCall, runOf, setup } from './experiments.ts';

const judge = new RunJudge({ runtime: 'auto' });

function judged(own: Setup, said: readonly string[], asked: Message = message): JudgedRun[] {
  return said.map((text, index) => {
    const run = runOf({ variant: setupKey(own), message: messageKey(asked), number: index + 1, text });
    return { run, result: judge.judge({ run, setup: own, expected: asked.expected }) };
  });
}

const cold = { ...setup, temperature: 0 };

it('a parameter that the model calls otherwise is renamed, and what is expected stays', () => {
  const text = fill({ tank: 'B2', quantity: 40 });
  const [first] = suggestionsFor(cold, judged(cold, [text, text]));
  expect(first).toMatchObject({ label: 'Rename `qty` of `fill_tank` to `quantity`', count: 2 });
  const changed = first?.setup ?? cold;
  expect(changed.tools).toContain('"quantity"');
  expect(changed.tools).not.toContain('qty');
  expect(judged(changed, [text])[0]?.result).toMatchObject({ right: true, valid: true });
});

it.each([
  ['Call a tool only when', fill({}, 'drain'), noCall],
  ['call it at once', 'I would fill it.', message],
  ['Ask for the format exathena-fence', '~~~tool_call\n{"name": "drain", "arguments": {}}\n~~~', message],
  ['in no other form', '[drain()]', message],
  ['numbers without quotes', fill({ tank: 'B2', qty: 'all' }), message],
] as const)('%s', (label, text, asked) => {
  expect(suggestionsFor(cold, judged(cold, [text], asked)).map((one) => one.label)).toEqual(
    expect.arrayContaining([expect.stringContaining(label)]),
  );
});

it('a format that the server does not read is never suggested: such a variant could only lose', async () => {
  const runtimes = await runtimesFor('vllm:hermes');
  const server = new RunJudge({ runtime: 'vllm:hermes', runtimes });
  const own: Setup = { ...cold, format: 'hermes' };
  const [run] = judged(own, ['{"name": "fill_tank", "arguments": {"tank": "B2", "qty": 40}}']);
  if (run === undefined) throw new Error('No run.');
  const labelsOf = (judgeOf: RunJudge): string[] => {
    const result = judgeOf.judge({ run: run.run, setup: own, expected: message.expected });
    return suggestionsFor(own, [{ run: run.run, result }]).map(({ label }) => label);
  };
  expect(labelsOf(server)).not.toContain('Ask for the format raw-json');
  expect(labelsOf(judge)).toContain('Ask for the format raw-json');
});

it('each changes the setup, and none is made twice or without a failure', () => {
  const runs = judged(setup, [fill({}, 'drain'), 'I would fill it.', '[drain()]', fill({ tank: 'B2', qty: 40 })]);
  const made = suggestionsFor(setup, runs);
  expect(made.length).toBeGreaterThan(3);
  for (const one of made) {
    if (one.setup === null) throw new Error('It is no variant.');
    expect(setupKey(one.setup)).not.toBe(setupKey(setup));
    const again = suggestionsFor(one.setup, runs).map(({ label }) => label);
    expect(again).not.toContain(one.label);
  }
  expect(suggestionsFor(setup, judged(setup, [fill({ tank: 'B2', qty: 40 })]))).toEqual([]);
});

it('a setting of the server that loses the calls comes before all, and no chance is blamed where nothing is right', async () => {
  const runtimes = await runtimesFor('vllm:hermes');
  const own: Setup = { ...setup, format: 'hermes' };
  const said = [fill({ tank: 'B2', qty: 40 }), fill({ tank: 'B2', qty: 41 }), 'I would fill it.'];
  const madeBy = (server: RunJudge, of = own) =>
    suggestionsFor(
      of,
      judged(of, said).map(({ run }) => ({
        run,
        result: server.judge({ run, setup: of, expected: message.expected }),
      })),
    ).map(({ label, count, setup: next }) => [label, count, next === null]);
  const thinking = madeBy(new RunJudge({ runtime: 'vllm:hermes', reasoning: 'deepseek_r1', runtimes }));
  expect(thinking[0]).toEqual(['Change the reasoning parser in Options', 2, true]);
  expect(thinking.map(([label]) => label)).not.toContain('Set the temperature to 0');
  const plain = madeBy(new RunJudge({ runtime: 'vllm:hermes', runtimes }));
  expect(plain.map(([label]) => label)).toContain('Set the temperature to 0');
  expect(plain.every(([, , isOfServer]) => isOfServer === false)).toBe(true);
  const others = await runtimesFor('vllm:qwen3_coder');
  const mistral = madeBy(new RunJudge({ runtime: 'vllm:qwen3_coder', runtimes: others }));
  expect(mistral[0]).toEqual(['Choose a tool parser that reads `hermes`', 2, true]);
});

it('a line that another variant has is not offered again', () => {
  const runs = judged(cold, [fill({}, 'drain')], noCall);
  const [line] = suggestionsFor(cold, runs);
  expect(line?.label).toContain('Add the line');
  const other = { ...cold, system: `${line?.label.slice('Add the line: '.length) ?? ''} ${cold.system}` };
  expect(suggestionsFor(cold, runs, [other]).map(({ label }) => label)).not.toContain(line?.label);
});

it('no chance is taken out where it changes nothing', () => {
  const labels = (own: Setup, said: readonly string[]): readonly string[] =>
    suggestionsFor(own, judged(own, said)).map(({ label }) => label);
  const wrong = fill({}, 'drain');
  const right = fill({ tank: 'B2', qty: 40 });
  expect(labels(setup, [wrong, right])).toContain('Set the temperature to 0');
  expect(labels(setup, [wrong, wrong, wrong])).not.toContain('Set the temperature to 0');
  expect(labels(cold, [wrong, 'I would fill it.'])).not.toContain('Set the temperature to 0');
});

it('where the model stopped inside of a call, the prompt asks for its end; where a limit cut it off, no prompt helps', () => {
  const text = '<tool_call>\n{"name": "fill_tank", "arguments": {"tank": "B2"';
  const labelsOf = (isStopped: boolean): string[] => {
    const run = runOf({ variant: setupKey(cold), message: messageKey(message), number: 1, text });
    const result = judge.judge({ run: { ...run, isStopped }, setup: cold, expected: message.expected });
    expect(result.row.remedy).toContain(isStopped ? 'Show one complete call' : 'Raise the token limit');
    expect(result.isUnfinished).toBe(isStopped);
    return suggestionsFor(cold, [{ run, result }]).map(({ label }) => label);
  };
  expect(labelsOf(true)[0]).toBe(
    'Add the line: Write every call to its end: all closing brackets, then the closing tag.',
  );
  expect(labelsOf(false).join()).not.toContain('to its end');
});
