import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeLink } from '../../../src/app/permalink/codec.ts';
import { linkHistory, readVersion } from '../../../src/app/permalink/migrate.ts';
import { emptyLinkState, type LinkState } from '../../../src/app/permalink/state.ts';

interface GoldenLink {
  readonly name: string;
  readonly link: string;
  /** What the link holds, with its defaults, in the words of its own version. */
  readonly state: LinkState;
}

const rule =
  'golden-links.json is append-only: these links stand in issues and docs and must open as they did, forever. ' +
  'Mend the code or write a migration; never edit or remove an entry.';

const golden = JSON.parse(readFileSync(new URL('golden-links.json', import.meta.url), 'utf8')) as readonly GoldenLink[];

describe('golden links', () => {
  test.each(golden.map((entry) => [entry.name, entry] as const))('%s', (_, { link, state }) => {
    const expected = readVersion(state, Number(link.split('.')[0]), linkHistory);
    const opened = decodeLink(`#${link}`);
    expect(opened.ok, rule).toBe(true);
    expect(opened.ok && opened.state, rule).toEqual(expected.ok && expected.value);
  });

  // Whoever appends entries raises the count and renews the hash; the entries before them stay as they are.
  const pinned = { count: 24, sha256: '19addff6b29c90ead9b752df9f0ef10eb02df52f7f870b38cc6d8ca987912f54' };

  test('the entries that were here before are untouched', () => {
    expect(golden.length, rule).toBeGreaterThanOrEqual(pinned.count);
    const entries = JSON.stringify(golden.slice(0, pinned.count));
    expect(createHash('sha256').update(entries).digest('hex'), rule).toBe(pinned.sha256);
  });

  test('every field is in some link with a value that is not its default', () => {
    for (const key of Object.keys(emptyLinkState) as (keyof LinkState)[]) {
      expect(
        golden.some(({ state }) => state[key] !== emptyLinkState[key]),
        key,
      ).toBe(true);
    }
  });

  test('names and links are there once', () => {
    expect(new Set(golden.map(({ name }) => name)).size).toBe(golden.length);
    expect(new Set(golden.map(({ link }) => link)).size).toBe(golden.length);
  });
});
