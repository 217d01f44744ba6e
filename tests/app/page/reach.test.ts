import { expect, test } from 'vitest';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { writeCase } from '../../../src/app/permalink/case.ts';
import { encodeLink } from '../../../src/app/permalink/codec.ts';
import { emptySessionFields, type SessionFields } from '../../../src/app/page/fields.ts';
import { pickForBrowser, pickForLink, reach } from '../../../src/app/page/reach.ts';

const session: SessionFields = { ...emptySessionFields, text: 'hi', apiKeys: { 'https://example.com': 'sk-secret' } };

const reaching = (one: string) =>
  Object.entries(reach)
    .filter(([, value]) => value === one)
    .map(([key]) => key)
    .sort();

test('API keys stay in memory, and nothing that is made for a link or for the browser holds them', () => {
  expect(reach.apiKeys).toBe('memory');
  expect(JSON.stringify(pickForLink(session))).not.toContain('secret');
  expect(JSON.stringify(pickForBrowser(session))).not.toContain('secret');
  expect(encodeLink(session)).toBe(encodeLink(pickForLink(session)));
  expect(writeCase(session)).toBe(writeCase(pickForLink(session)));
});

test('every session field has a reach', () => {
  expect(Object.keys(reach).sort()).toEqual(Object.keys(emptySessionFields).sort());
});

test('the fields of a link are exactly those that reach it', () => {
  expect(reaching('link')).toEqual(Object.keys(emptyLinkState).sort());
  // A new page is read by `auto`; what a link leaves out keeps its meaning.
  expect(pickForLink(emptySessionFields)).toEqual({ ...emptyLinkState, profile: 'auto' });
  expect(emptyLinkState.profile).toBe('exathena');
});

test('the browser keeps what reaches the link or the browser', () => {
  expect(Object.keys(pickForBrowser(session)).sort()).toEqual([...reaching('link'), ...reaching('browser')].sort());
  expect(pickForBrowser(session).text).toBe('hi');
});
