import { expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { formatList } from '../../../src/core/formats/list.ts';
import { fixtures, missingCases, missingWords } from '../../fixtures.ts';

it('has every case and every dialect of every format', () => {
  expect(missingCases(formatList, fixtures)).toEqual([]);
});

it('says of every format how it is asked for and written', () => {
  expect(missingWords(formatList)).toEqual([]);
});

it('has no fixture for a dialect that its format does not name', () => {
  const unnamed = fixtures
    .filter(({ name }) => name.startsWith('dialect-'))
    .filter(({ format, name }) => {
      const dialects: readonly string[] = formatList.find(({ id }) => id === format)?.dialects ?? [];
      return !dialects.includes(name.slice('dialect-'.length));
    })
    .map(({ format, name }) => `${format}/${name}: add its name to \`dialects\` in src/core/formats/${format}.ts.`);
  expect(unnamed).toEqual([]);
});

it('has no fixtures of formats that do not exist', () => {
  const ids = new Set(formatList.map(({ id }) => id));
  expect(
    fixtures.filter(({ format }) => !ids.has(format)).map(({ format }) => format),
    'Add these formats to src/core/formats/list.ts, or name their folders in tests/fixtures/ as their ids.',
  ).toEqual([]);
});

it('has every format once, with an example of its own', () => {
  expect(new Set(formatList.map(({ id }) => id)).size).toBe(formatList.length);
  const needName = new Set(['granite-pythonic', 'glm-4-legacy', 'yaml-xml', 'tag-per-tool', 'octopus']);
  const unread = formatList.filter(({ id, example }) => {
    const [call] = extract({ text: example }, { runtime: 'auto' }).calls;
    return !needName.has(id) && call?.format !== id;
  });
  expect(
    unread.map(({ id }) => id),
    'The `example` of these formats is not read as theirs. Correct it, or its opener or its place in src/core/formats/list.ts; where it needs a declared tool, name the format in `needName` here.',
  ).toEqual([]);
});
