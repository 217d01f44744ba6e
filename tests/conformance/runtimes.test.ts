import { describe, expect, it } from 'vitest';
import { loadProjects } from '../../src/core/reader/runtimes.ts';
import { answer } from './adapter.ts';
import { engineFiles, engineLines, held, runtimesOfLine } from './engines/index.ts';
import { LEAST, linesByRuntime, missingData } from './missing-data.ts';
import { someOf } from '../thorough.ts';

// A parser without data would pass every other test.

const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
const lines = engineFiles.flatMap(engineLines);
const counts = linesByRuntime(lines);

it('has golden data of every runtime, or says why there are none', () => {
  const faults = runtimes.map((runtime) => missingData(runtime, counts, held)).filter((fault) => fault !== null);
  // As one text: in a list the quotes of the line to add would be escaped.
  expect(faults.join('\n\n')).toBe('');
});

it('says so of no runtime that has golden data', () => {
  const needless = runtimes.filter(
    ({ id, sameAs, documented }) => (sameAs !== undefined || documented !== undefined) && counts.has(id),
  );
  expect(needless.map(({ id }) => id)).toEqual([]);
});

it('finds each runtime by what its lines ask', () => {
  const lost = held.filter(({ runtime, asks }) => !runtimesOfLine({ ...asks, text: '', tools: [] }).includes(runtime));
  expect(lost.map(({ runtime }) => runtime.id)).toEqual([]);
});

const doubles = runtimes.filter(({ sameAs }) => sameAs !== undefined);

describe.each(doubles.map((runtime) => [runtime.id, runtime] as const))('%s', (id, { sameAs, source, project }) => {
  const [again, first] = [id, sameAs].map((one) => held.find(({ runtime }) => runtime.id === one));

  it('has the source of the runtime that it is the same as', () => {
    expect([first?.runtime.project, first?.runtime.source]).toEqual([project, source]);
    expect(counts.get(String(sameAs))).toBeGreaterThanOrEqual(LEAST);
  });

  it('answers all golden lines of that runtime as it does', () => {
    const own = lines.filter((line) => runtimesOfLine(line).some((runtime) => runtime.id === sameAs));
    expect(own.length).toBeGreaterThan(0);
    for (const line of someOf(own, 1 / 3, (one) => `${id} ${one.id}`))
      expect(answer('engines', { ...line, ...again?.asks })).toEqual(answer('engines', { ...line, ...first?.asks }));
  });
});
