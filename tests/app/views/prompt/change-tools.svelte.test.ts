import { expect, it } from 'vitest';
import { Session } from '../../../../src/app/page/session.svelte.ts';
import { changeTools } from '../../../../src/app/views/prompt/change-tools.ts';

const tool = (schema: object): string => JSON.stringify([{ name: 'turn_off', description: 'Turns off.', schema }]);

it('says at once what is wrong with a new tool, with the way back', () => {
  const session = new Session();
  const text = tool({ type: 'objekt', properties: { domain: { type: 'string' } }, required: ['domian'] });
  changeTools(session, text, 'Added turn_off.', ['turn_off']);
  expect(session.notices).toMatchObject([{ kind: 'edit', tone: 'warn', action: { label: 'Undo' } }]);
  expect(session.notices[0]?.text).toBe(
    'Added turn_off. JSON Schema has no type `objekt`, so the arguments are not checked. Did you mean `object`? The tool has 2 mistakes.',
  );
  session.notices[0]?.action?.run();
  expect(session.fields.tools).toBe('');
});

it('says nothing of a sound one, nor of those that were there before', () => {
  const session = new Session();
  changeTools(session, tool({ type: 'object', properties: {} }), 'Added turn_off.', ['turn_off']);
  expect(session.notices).toMatchObject([{ tone: 'good', text: 'Added turn_off.' }]);
  changeTools(session, tool({ type: 'objekt' }), 'Moved turn_off up.');
  expect(session.notices).toMatchObject([{ tone: 'good' }]);
});
