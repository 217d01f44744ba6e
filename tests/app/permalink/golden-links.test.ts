import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeLink, encodeLink } from '../../../src/app/permalink/codec.ts';
import { linkHistory, readVersion } from '../../../src/app/permalink/migrate.ts';
import { emptyLinkState, type LinkState } from '../../../src/app/permalink/state.ts';
import { twice } from '../../twice.ts';

interface GoldenLink {
  readonly name: string;
  readonly link: string;
  /** What the link holds, with its defaults, in the words of its own version. */
  readonly state: LinkState;
}

const rule =
  'golden-links.json is append-only: these links are in issues and docs and must open as they did, forever. ' +
  'Mend the code or write a migration; never edit or remove an entry.';

const golden = JSON.parse(readFileSync(new URL('golden-links.json', import.meta.url), 'utf8')) as readonly GoldenLink[];

function hashOf(entries: readonly GoldenLink[]): string {
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}

describe('golden links', () => {
  // One without a link is about to be added: the last but one test names its link.
  const whole = golden.filter(({ link }) => link !== '');

  test.each(whole.map((entry) => [entry.name, entry] as const))('%s', (_, { link, state }) => {
    const expected = readVersion(state, Number(link.split('.')[0]), linkHistory);
    const opened = decodeLink(`#${link}`);
    expect(opened.ok, rule).toBe(true);
    expect(opened.ok && opened.state, rule).toEqual(expected.ok && expected.value);
  });

  // Whoever appends entries renews both, as the test says; the entries before them stay as they are.
  const pinned = { count: 28, sha256: 'da51afb09cde1391241aec51a17922262da61235cb966ff204438716a8e2dc5b' };

  test('the entries that were here before are untouched', () => {
    expect(golden.length, rule).toBeGreaterThanOrEqual(pinned.count);
    expect(hashOf(golden.slice(0, pinned.count)), rule).toBe(pinned.sha256);
  });

  test('entries that were appended hold the link of their state, and are pinned as well', () => {
    for (const { name, link, state } of golden.slice(pinned.count))
      expect(link, name).toBe(encodeLink({ ...emptyLinkState, ...state }));
    expect(pinned).toEqual({ count: golden.length, sha256: hashOf(golden) });
  });

  test('every field is in some link with a value that is not its default', () => {
    for (const key of Object.keys(emptyLinkState) as (keyof LinkState)[]) {
      expect(
        golden.some(({ state }) => key in state && state[key] !== emptyLinkState[key]),
        `golden-links.json has no link with the field ${key}. Append one: docs/add/field.md.`,
      ).toBe(true);
    }
  });

  test('names and links are there once', () => {
    expect(twice(golden.map(({ name }) => name))).toEqual([]);
    expect(twice(golden.map(({ link }) => link))).toEqual([]);
  });
});
