import { expect, test } from 'vitest';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { permalinkOf } from '../../../src/app/export/permalink-of.ts';
import { readCase, writeCase } from '../../../src/app/permalink/case.ts';
import { encodeLink } from '../../../src/app/permalink/codec.ts';
import {
  emptySessionFields,
  linkHolds,
  pickForBrowser,
  pickForCase,
  pickForLink,
  type SessionFields,
} from '../../../src/app/page/fields.ts';

const session: SessionFields = { ...emptySessionFields, text: 'hi', apiKeys: { 'https://example.com': 'sk-secret' } };

test('API keys stay in memory, and nothing that is made for a link or for the browser holds them', () => {
  expect(Object.keys(pickForBrowser(session))).not.toContain('apiKeys');
  expect(JSON.stringify(pickForLink(session))).not.toContain('secret');
  expect(JSON.stringify(pickForBrowser(session))).not.toContain('secret');
  expect(encodeLink(session)).toBe(encodeLink(pickForLink(session)));
  expect(writeCase(session)).toBe(writeCase(pickForLink(session)));
});

test('the fields of a link are exactly those of its table, in its order', () => {
  expect(Object.keys(pickForLink(session))).toEqual(Object.keys(emptyLinkState));
  // A new page is read by `auto`; what a link leaves out keeps its meaning.
  expect(pickForLink(emptySessionFields)).toEqual({ ...emptyLinkState, profile: 'auto' });
  expect(emptyLinkState.profile).toBe('exathena');
});

test('a paste that is too long for a link stays out of it', () => {
  expect(pickForLink({ ...session, raw: 'x'.repeat(64_000) }).raw).toHaveLength(64_000);
  expect(pickForLink({ ...session, raw: 'x'.repeat(64_001) }).raw).toBe('');
  expect(pickForBrowser({ ...session, raw: 'x'.repeat(64_001) }).raw).toHaveLength(64_001);
});

test('what a link leaves out is known before somebody sends it', () => {
  const long = 'x'.repeat(64_001);
  const address = 'https://callscope.example/';
  expect(linkHolds({ ...session, raw: 'x' })).toBe('all');
  expect(linkHolds({ ...session, raw: long })).toBe('no-paste');
  expect(linkHolds({ ...session, text: ' ', raw: long })).toBe('nothing');
  expect(permalinkOf({ ...session, raw: long }, address)).toContain('#1.');
  expect(permalinkOf({ ...session, text: '', raw: long }, address)).toBe('');
  expect(readCase(writeCase(pickForCase({ ...session, text: '', raw: long })))).toMatchObject({ state: { raw: long } });
});

test('the browser keeps what a link may hold, and what is only for this browser', () => {
  const own = ['theme', 'layout', 'pinned', 'ownRuntime', 'finishReason', 'server', 'validTools'];
  const kept = [...Object.keys(emptyLinkState), ...own];
  expect(Object.keys(pickForBrowser(session))).toEqual(kept);
  expect(pickForBrowser(session).text).toBe('hi');
  expect(Object.keys(emptySessionFields).toSorted()).toEqual([...kept, 'apiKeys', 'crlfText'].toSorted());
});
