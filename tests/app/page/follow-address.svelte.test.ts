import { beforeEach, expect, it } from 'vitest';
import { followAddress } from '../../../src/app/page/start.ts';
import { Session } from '../../../src/app/page/session.svelte.ts';

let session: Session;
let location: { hash: string };
let follow: () => Promise<void>;

beforeEach(() => {
  session = new Session();
  location = { hash: '' };
  follow = followAddress(session, location);
});

async function go(hash: string): Promise<string> {
  location.hash = hash;
  await follow();
  return session.fields.text;
}
const offers = (): (string | undefined)[] => session.notices.map(({ action }) => action?.label);

it('Back from a link gives what it took the place of, and Forward offers that again', async () => {
  session.setText('my work');
  expect(await go('#in=theirs')).toBe('theirs');
  expect(offers()).toEqual(['Back to what you had']);
  expect(await go('')).toBe('my work');
  expect(await go('#in=theirs')).toBe('theirs');
  expect(offers()).toEqual(['Back to what you had']);
});

it('Back over two links gives it, too, and the offer stays at both', async () => {
  session.setText('my work');
  await go('#in=one');
  await go('#in=two');
  expect(offers()).toEqual(['Back to what you had']);
  expect(await go('#in=one')).toBe('one');
  expect(offers()).toEqual(['Back to what you had']);
  expect(await go('')).toBe('my work');
});

it('Back to the start page shows the start page, and what became of the link can be brought back', async () => {
  await go('#in=theirs');
  session.setText('theirs, edited by me');
  expect(await go('')).toBe('');
  expect(session.isArriving).toBe(true);
  session.notices.find(({ kind }) => kind === 'replaced')?.action?.run();
  expect(session.fields.text).toBe('theirs, edited by me');
});

it('a link that could not be opened is left without a change', async () => {
  session.setText('my work');
  await go('#1.aaaaaa.broken');
  session.setText('my work, and more');
  expect(await go('')).toBe('my work, and more');
});
