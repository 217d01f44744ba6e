import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { explain, extract, verdictOf } from '../../../src/core/index.ts';
import type { EngineLine } from '../../conformance/engines/engine.ts';
import { vllmAnswers, vllmRuntimes } from '../../conformance/engines/vllm.ts';
import { faultsOf } from '../../soundness.ts';
import { missingData } from '../../conformance/missing-data.ts';
import { beacon } from './made-up/beacon.ts';
import { flash } from './made-up/flash.ts';

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

it('is refused without golden data, by the name of the file to add', () => {
  const { held } = vllmAnswers([...vllmRuntimes, beacon]);
  const fault = missingData(beacon, new Map(), held);
  expect(fault).toContain('Add tests/conformance/golden/engines/vllm/beacon.jsonl');
  expect(fault).toContain('{"id":"beacon-1","engine":"vllm","parser":"beacon","versions":["2026-08"],"text"');
  expect(fault).toContain('expected');
  expect(missingData(beacon, new Map([[beacon.id, 7]]), held)).toContain('only 7 golden lines');
  expect(missingData(beacon, new Map([[beacon.id, 8]]), held)).toBeNull();
  const documented = { ...beacon, documented: 'Taken from its source.' };
  expect(missingData(documented, new Map(), held, new Set([beacon.id]))).toBeNull();
  // Nobody has looked at it.
  expect(missingData(documented, new Map(), held)).toContain('tests/conformance/documented.ts');
  for (const documented of ['', 'yes', 'No original exists.']) {
    const tooShort = missingData({ ...beacon, documented }, new Map(), held);
    expect(tooShort).toBe(
      'vllm:beacon says too little in `documented`: what is known of it and from where, in 4 words or more.',
    );
  }
});

it('is refused in a project that nobody answers for, by both files to add', () => {
  const fault = missingData(flash, new Map(), []);
  expect(fault).toContain('Add tests/conformance/engines/lighthouse.ts');
  expect(fault).toContain('Add tests/conformance/golden/engines/lighthouse/flash.jsonl');
});

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
