import { expect, it } from 'vitest';
import { formatPages } from '../../../../src/core/index.ts';
import { formatChoices } from '../../../../src/app/views/prompt/format-choices.ts';

const pages = formatPages();
const valuesOf = (asked: string): string[] =>
  formatChoices(pages, asked).flatMap(({ choices }) => choices.map(({ value }) => value));

it('begins with what most people use, and goes on from A to Z', () => {
  const [used, others] = formatChoices(pages, '');
  expect(used?.label).toBe('Most used');
  expect(used?.choices.slice(0, 2).map(({ label }) => label)).toEqual(['hermes', 'qwen3-coder-xml']);
  const labels = (others?.choices ?? []).map(({ label }) => label.toLowerCase());
  expect(labels).toEqual(labels.toSorted());
  expect(labels.length).toBeGreaterThan(20);
});

it('has each format once, the fence of ExAthena included', () => {
  const values = valuesOf('');
  expect(values.filter((value, place) => values.indexOf(value) !== place)).toEqual([]);
  expect(values).toHaveLength(pages.length);
  expect([values.includes(''), values.includes('exathena-fence')]).toEqual([true, false]);
});

it('has what is chosen, also before the list is there and where nobody knows it', () => {
  for (const asked of ['exathena-fence', 'glm-4.5', 'of-a-newer-page']) expect(valuesOf(asked)).toContain(asked);
  expect(formatChoices(null, 'hermes')[0]?.choices.map(({ value }) => value)).toEqual(['', 'hermes']);
});
