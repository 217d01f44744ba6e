import { expect, it } from 'vitest';
import { barOf, type Notice, shownNotices } from '../../../src/app/page/notices.ts';
import { viewIds } from '../../../src/app/page/fields.ts';
import { isBesideReply } from '../../../src/app/views.ts';

it('a verdict on a reply is said only where the reply is shown', () => {
  const verdict: Notice = { kind: 'expected', tone: 'bad', text: 'Expected `fill`; vLLM hermes returns no call.' };
  const storage: Notice = { kind: 'storage', tone: 'warn', text: 'Nothing is saved.' };
  const notices = [storage, verdict];
  expect(shownNotices(notices, true)).toBe(notices);
  expect(shownNotices(notices, false)).toEqual([storage]);
  expect(barOf(shownNotices([verdict], false))).toBeNull();
  expect(viewIds.filter((id) => !isBesideReply(id)).toSorted()).toEqual(['batch', 'formats', 'prompt']);
});
