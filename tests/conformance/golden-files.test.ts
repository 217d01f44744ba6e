import { expect, it } from 'vitest';
import { goldenLines, goldenNames, goldenText, LARGEST_PLAIN, storedFiles } from './golden-files.ts';

it('a small file is plain text, a large one gzipped', () => {
  const misplaced = goldenNames.flatMap((name) => {
    const isLarge = Buffer.byteLength(goldenText(name)) > LARGEST_PLAIN;
    const stored = `${name}${isLarge ? '.gz' : ''}`;
    const command = isLarge ? 'gzip -9n' : 'gunzip';
    return storedFiles.includes(stored) ? [] : [`run ${command} in tests/conformance/golden: ${name}`];
  });
  expect(misplaced).toEqual([]);
});

it('no file is there twice', () => {
  expect(storedFiles).toHaveLength(new Set(goldenNames).size);
});

it('a line is JSON, and the last one ends', () => {
  for (const name of goldenNames.filter((one) => one.endsWith('.jsonl'))) {
    expect(goldenText(name).endsWith('\n'), name).toBe(true);
    expect(goldenLines(name).length, name).toBeGreaterThan(0);
  }
});
