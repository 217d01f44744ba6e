import { expect, it } from 'vitest';
import { Session } from '../../../../src/app/page/session.svelte.ts';
import { offerAlone } from '../../../../src/app/views/reply/recognise/offer-alone.ts';

const first = 'The tide is high, and nobody moors the boat.';
const second = '{"choices":[{"message":{"role":"assistant","content":"The tide is low."}}]}';

it('opens a second paste alone, with the way back', async () => {
  const session = new Session();
  session.setText(first);
  session.setText(`${first}\n${second}`);
  offerAlone(session, first, `${first}\n${second}`);
  const notice = session.notices.find(({ kind }) => kind === 'recognised');
  expect(notice?.text).toBe('The pasted text was added to the reply that was here.');
  notice?.action?.run();
  await expect.poll(() => session.fields.text).toBe('The tide is low.');
  session.notices.find(({ kind }) => kind === 'replaced')?.action?.run();
  expect(session.fields.text).toBe(`${first}\n${second}`);
});

it('says nothing of a piece of the reply, nor where nothing was', () => {
  const session = new Session();
  session.setText(`${first} Its keeper went home, because the lamp is lit.`);
  offerAlone(session, first, session.fields.text);
  session.setText(second);
  offerAlone(session, '', second);
  expect(session.notices).toEqual([]);
});
