import { LetterKeys } from './letter-keys.svelte.ts';
import type { Command, CommandScope } from './commands.ts';

type Session = CommandScope['page']['session'];

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
  setting('own-runtime', 'New pages: start with this server', 'default my model own', (session) => {
    session.setOwnRuntime(session.fields.profile);
  }),
  setting('native-true', 'native_tool_calls: true', 'capability provider', (session) => {
    session.set({ nativeToolCalls: 'true' });
  }),
  setting('native-false', 'native_tool_calls: false', 'capability provider', (session) => {
    session.set({ nativeToolCalls: 'false' });
  }),
  setting('native-absent', 'native_tool_calls: absent', 'capability provider unknown', (session) => {
    session.set({ nativeToolCalls: 'absent' });
  }),
  setting('self-contained-on', 'self_contained_tools: true', 'capability provider', (session) => {
    session.set({ selfContained: true });
  }),
  setting('self-contained-off', 'self_contained_tools: false', 'capability provider', (session) => {
    session.set({ selfContained: false });
  }),
  setting('thinking-on', 'Thinking: on', 'reasoning enable_thinking request', (session) => {
    session.set({ thinking: 'on' });
  }),
  setting('thinking-off', 'Thinking: off', 'reasoning enable_thinking request', (session) => {
    session.set({ thinking: 'off' });
  }),
  setting('thinking-absent', 'Thinking: absent', 'reasoning enable_thinking request', (session) => {
    session.set({ thinking: 'absent' });
  }),
  setting('tools-compact', 'Tool list in the prompt: compact', 'schema', (session) => {
    session.set({ compact: true });
  }),
  setting('tools-full', 'Tool list in the prompt: full', 'schema', (session) => {
    session.set({ compact: false });
  }),
];
