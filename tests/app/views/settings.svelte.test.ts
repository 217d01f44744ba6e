import { expect, it } from 'vitest';
import { Session } from '../../../src/app/page/session.svelte.ts';
import type { CommandScope } from '../../../src/app/views/commands/commands.ts';
import { settings } from '../../../src/app/views/commands/settings.ts';

function chosen(id: string): Session {
  const session = new Session();
  session.setRuntime('vllm:hermes');
  const command = settings.find((one) => one.id === `setting-${id}`);
  if (command === undefined) throw new Error(id);
  void command.run({ page: { session } } as unknown as CommandScope);
  return session;
}

it.each([
  ['thinking-off', { thinking: 'off' }, { thinking: 'absent' }],
  ['native-false', { nativeToolCalls: 'false' }, { nativeToolCalls: 'absent' }],
  ['own-runtime', { ownRuntime: 'vllm:hermes' }, { ownRuntime: null }],
  ['tools-compact', { compact: true }, { compact: false }],
] as const)('what nobody sees is said, and can be taken back: %s', (id, to, before) => {
  const session = chosen(id);
  expect(session.fields).toMatchObject(to);
  const [notice] = session.notices;
  expect(notice?.text).toMatch(/^It is set: .+\.$/);
  notice?.action?.run();
  expect(session.fields).toMatchObject(before);
  expect(session.notices).toEqual([]);
});

it('a change of the theme has no notice', () => {
  const session = chosen('theme-dark');
  expect(session.fields.theme).toBe('dark');
  expect(session.notices).toEqual([]);
});
