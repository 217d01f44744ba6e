import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { explain, extract, verdictOf } from '../../../src/core/index.ts';
import type { EngineLine } from '../../conformance/engines/engine.ts';
import { vllmAnswers, vllmRuntimes } from '../../conformance/engines/vllm.ts';
import { faultsOf } from '../../soundness.ts';
import { beacon } from './made-up/beacon.ts';

// A new parser of an engine is one file, one line in the list of its project, and one golden file.

const lines = readFileSync(fileURLToPath(new URL('made-up/beacon.jsonl', import.meta.url)), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, unknown>);

it.each(lines.map((line) => [line['id'] as string, line] as const))(
  '%s is answered from its golden file',
  (_, line) => {
    const { id: _id, engine, versions, parser, text, tools, ...wanted } = line;
    const asked = { engine, versions, parser, text, tools } as EngineLine;
    expect(vllmAnswers([...vllmRuntimes, beacon]).answer(asked)).toEqual(wanted);
  },
);

it('has a trace in words, a ledger and a verdict without another line of code', () => {
  const options = { runtime: 'vllm:beacon', runtimes: [beacon] };
  const bad = extract({ text: '@beacon {"name": "light",}' }, options);
  expect(faultsOf(bad)).toEqual([]);
  const told = bad.trace.map((event) => explain(event, bad.document, bad.runtime.words).title).join('\n');
  expect(told).toContain('Does the text contain `@beacon `? Yes');
  expect(told).toContain('`json.loads` rejects this');
  expect(verdictOf(bad).headline).not.toBe('');
  const good = extract({ text: 'Look: @beacon {"name": "light"}' }, options);
  expect([good.outcome, good.content, good.lost]).toEqual(['calls', 'Look: ', []]);
});
