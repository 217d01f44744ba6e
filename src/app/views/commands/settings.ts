import type { SessionFields } from '../../page/fields.ts';
import { keysOf } from '../../permalink/state.ts';
import { LetterKeys } from './letter-keys.svelte.ts';
import type { Command, CommandScope } from './commands.ts';

type Session = CommandScope['page']['session'];
type Change = Partial<SessionFields>;

function setting(id: string, label: string, words: string, set: (session: Session) => void): Command {
  return {
    id: `setting-${id}`,
    keys: null,
    label,
    words,
    run: ({ page }) => {
      set(page.session);
    },
  };
}

/** One of which nothing is to be seen where it is chosen: the page says that it holds, and takes it back. */
function saidSetting(id: string, label: string, words: string, change: (fields: SessionFields) => Change): Command {
  return setting(id, label, words, (session) => {
    const { fields } = session;
    const to = change(fields);
    const before = Object.fromEntries(keysOf(to).map((key) => [key, fields[key]])) as Change;
    session.set(to);
    const action = { label: 'Undo', overwrites: keysOf(to), run: () => session.set(before) };
    session.say({ kind: 'saved', tone: 'info', text: `It is set: ${label}.`, action });
  });
}

function keysSetting(id: string, label: string, on: boolean): Command {
  return {
    id: `setting-${id}`,
    keys: null,
    label,
    words: 'keyboard letters shortcuts',
    run: ({ page }) => {
      page.of(LetterKeys).set(on);
    },
  };
}

/** THE list of settings that the palette finds: of the page, of the request, and of the prompt. */
export const settings: readonly Command[] = [
  setting('theme-system', 'Theme: like the system', 'colour dark light auto', (session) => {
    session.set({ theme: 'system' });
  }),
  setting('theme-light', 'Theme: light', 'colour', (session) => {
    session.set({ theme: 'light' });
  }),
  setting('theme-dark', 'Theme: dark', 'colour', (session) => {
    session.set({ theme: 'dark' });
  }),
  keysSetting('keys-on', 'Single-key shortcuts: on', true),
  keysSetting('keys-off', 'Single-key shortcuts: off', false),
  setting('layout', 'Layout: reset the panes', 'borders widths size', (session) => {
    session.setBorders({});
  }),
  saidSetting('own-runtime', 'New pages: start with this server', 'default my model own', ({ profile }) => ({
    ownRuntime: profile,
  })),
  saidSetting('native-true', 'native_tool_calls: true', 'capability provider', () => ({ nativeToolCalls: 'true' })),
  saidSetting('native-false', 'native_tool_calls: false', 'capability provider', () => ({ nativeToolCalls: 'false' })),
  saidSetting('native-absent', 'native_tool_calls: absent', 'capability provider unknown', () => ({
    nativeToolCalls: 'absent',
  })),
  saidSetting('self-contained-on', 'self_contained_tools: true', 'capability provider', () => ({
    selfContained: true,
  })),
  saidSetting('self-contained-off', 'self_contained_tools: false', 'capability provider', () => ({
    selfContained: false,
  })),
  saidSetting('thinking-on', 'Thinking: on', 'reasoning enable_thinking request', () => ({ thinking: 'on' })),
  saidSetting('thinking-off', 'Thinking: off', 'reasoning enable_thinking request', () => ({ thinking: 'off' })),
  saidSetting('thinking-absent', 'Thinking: absent', 'reasoning enable_thinking request', () => ({
    thinking: 'absent',
  })),
  saidSetting('tools-compact', 'Tool list in the prompt: compact', 'schema', () => ({ compact: true })),
  saidSetting('tools-full', 'Tool list in the prompt: full', 'schema', () => ({ compact: false })),
];
