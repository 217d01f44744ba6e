import { expect, it } from 'vitest';
import { extract } from '../src/core/index.ts';
import { formatList } from '../src/core/formats/index.ts';
import { fixtures } from './fixtures.ts';

const CASES = ['one-call', 'two-calls', 'text-around', 'truncated', 'malformed', 'quoted', 'after-reasoning'];

/** One call per turn is all these have. */
const withoutTwoCalls = new Set(['glm-4-legacy']);

it('has every case of every format', () => {
  const missing = formatList.flatMap(({ id }) =>
    CASES.filter((name) => name !== 'two-calls' || !withoutTwoCalls.has(id))
      .filter((name) => !fixtures.some((fixture) => fixture.format === id && fixture.name === name))
      .map(
        (name) =>
          `The format ${id} has no fixture "${name}": add tests/fixtures/${id}/${name}.txt and ${name}.calls.json.`,
      ),
  );
  expect(missing).toEqual([]);
});

it('has a fixture for every dialect, and names every dialect it has a fixture for', () => {
  const named = formatList.flatMap(({ id, dialects = [] }) => dialects.map((name) => `${id}/dialect-${name}`));
  const shown = fixtures
    .filter(({ name }) => name.startsWith('dialect-'))
    .map(({ format, name }) => `${format}/${name}`);
  const without = named
    .filter((one) => !shown.includes(one))
    .map((one) => `The dialect ${one} has no fixture: add tests/fixtures/${one}.txt and .calls.json.`);
  const unnamed = shown
    .filter((one) => !named.includes(one))
    .map((one) => `The fixture ${one} shows a dialect that its format does not name: add it to \`dialects\` there.`);
  expect([...without, ...unnamed]).toEqual([]);
});

it('has no fixtures of formats that do not exist', () => {
  const ids = new Set(formatList.map(({ id }) => id));
  expect(fixtures.filter(({ format }) => !ids.has(format)).map(({ format }) => format)).toEqual([]);
});

it('has every format once, with an example of its own', () => {
  expect(new Set(formatList.map(({ id }) => id)).size).toBe(formatList.length);
  const needName = new Set(['granite-pythonic', 'glm-4-legacy', 'yaml-xml', 'tag-per-tool', 'octopus']);
  const unread = formatList.filter(({ id, example }) => {
    const [call] = extract({ text: example }, { profile: 'auto' }).calls;
    return !needName.has(id) && call?.format !== id;
  });
  expect(unread.map(({ id }) => id)).toEqual([]);
});
