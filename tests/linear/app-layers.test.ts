import { expect, it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { loadProjects } from '../../src/core/reader/runtimes.ts';
import { completePartialJson } from '../../src/core/engines/langchain/partial-json.ts';
import { expectLinear } from './expect-linear.ts';

const pieces = ['[', '{"a":', '\\"', '"', '\\', '"a":"b",', ',', '-', '1,', '[1],', '\\u', '"__proto__":[', ' '];

it('unfinished JSON costs no more for each further piece', () => {
  for (const before of ['', '"', '{"a":', '{"a":"', '[', '["', '{"a":[{"b":1,'])
    for (const piece of pieces) expectLinear(1200, (count) => before + piece.repeat(count), completePartialJson);
});

it('many native calls cost no more each than few', async () => {
  const layers = (await loadProjects()).find(({ id }) => id === 'langchain')?.runtimes ?? [];
  expect(layers.length).toBeGreaterThan(10);
  const entries = ['{"a":1}', '{"a":', '{'].map((given) =>
    JSON.stringify({ id: 'c', type: 'function', function: { name: 'f', arguments: given } }),
  );
  for (const { id } of layers)
    for (const entry of entries)
      expectLinear(
        300,
        (count) => `[${Array.from({ length: count }, () => entry).join(',')}]`,
        (text) =>
          extract({ text: '', tool_calls_text: text }, { runtime: id, runtimes: layers, tools: [{ name: 'f' }] }),
      );
});
