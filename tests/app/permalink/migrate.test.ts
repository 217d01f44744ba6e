import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { decodeLink, encodeLink } from '../../../src/app/permalink/codec.ts';
import { linkHistory, migration, readVersion, type VersionHistory } from '../../../src/app/permalink/migrate.ts';
import { emptyLinkState, type LinkState } from '../../../src/app/permalink/state.ts';
import { linkOf } from './link-of.ts';

// Three versions of a small thing: a name, then first and last name, then an age as well.
const people: VersionHistory<{ first: string; last: string; age: number | null }> = {
  version: 3,
  schema: z.object({ first: z.string(), last: z.string(), age: z.nullable(z.number()) }),
  migrations: {
    1: migration(z.object({ name: z.string() }), ({ name }) => ({
      first: name.split(' ')[0],
      last: name.split(' ')[1],
    })),
    2: migration(z.object({ first: z.string(), last: z.string() }), (person) => ({ ...person, age: null })),
  },
};

describe('reading an old version', () => {
  test('goes through every step to the current one', () => {
    const ada = { first: 'Ada', last: 'Lovelace', age: null };
    expect(readVersion({ name: 'Ada Lovelace', dropped: 1 }, 1, people)).toEqual({ ok: true, value: ada });
    expect(readVersion({ first: 'Ada', last: 'Lovelace' }, 2, people)).toEqual({ ok: true, value: ada });
    expect(readVersion(ada, 3, people)).toEqual({ ok: true, value: ada });
  });

  test('data is checked before its first step', () => {
    expect(readVersion({ name: 7 }, 1, people)).toEqual({
      ok: false,
      version: 1,
      problem: { field: 'name', problem: 'should be a string' },
    });
  });

  test('what a step made is checked by the version it is for', () => {
    expect(readVersion({ name: 'Plato' }, 1, people)).toEqual({
      ok: false,
      version: 2,
      problem: { field: 'last', problem: 'should be a string' },
    });
  });

  test('data is checked after the last step', () => {
    expect(readVersion({ first: 'Ada', last: 'Lovelace', age: 'old' }, 3, people)).toMatchObject({
      ok: false,
      version: 3,
    });
  });

  test('a missing step is reported', () => {
    const gap = { ...people, migrations: { 2: people.migrations[2]! } };
    expect(readVersion({ name: 'Ada Lovelace' }, 1, gap)).toMatchObject({ ok: false, version: 1 });
  });

  test('a step leaves its input alone', () => {
    const data = Object.freeze({ name: 'Ada Lovelace' });
    expect(readVersion(data, 1, people).ok).toBe(true);
    expect(data).toEqual({ name: 'Ada Lovelace' });
  });
});

describe('a page of version 2', () => {
  // As if version 2 had renamed a runtime; version 1 is frozen as it was.
  const history: VersionHistory<LinkState> = {
    version: 2,
    schema: linkHistory.schema,
    migrations: {
      1: migration(linkHistory.schema, (state) => ({
        ...state,
        profile: state.profile === 'exathena' ? 'ex_athena' : state.profile,
      })),
    },
  };

  test('opens links of version 1 in its own words', () => {
    expect(decodeLink(encodeLink({ ...emptyLinkState, text: 'a' }), history)).toEqual({
      ok: true,
      state: { ...emptyLinkState, text: 'a', profile: 'ex_athena' },
      version: 1,
    });
  });

  test('still reports a bad shape', () => {
    expect(decodeLink(linkOf({ text: 1 }), history)).toMatchObject({
      ok: false,
      error: { code: 'bad-shape', version: 1 },
    });
  });

  test('knows no version 3', () => {
    expect(decodeLink('3.AAAAAA.AAAA', history)).toMatchObject({
      ok: false,
      error: { code: 'future-version', version: 3 },
    });
  });
});

test('the history of the link has a step for every old version', () => {
  const old = Array.from({ length: linkHistory.version - 1 }, (_, index) => String(index + 1));
  expect(Object.keys(linkHistory.migrations)).toEqual(old);
});
