import '../../src/trusted-types.ts';
import '../../src/app/page.css';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Editor from '../../src/app/editor/Editor.svelte';
import { EditorHost, MonacoLoader, type EditorKind } from '../../src/app/editor/editor-host.ts';
import type { EditorOptions } from '../../src/app/editor/editor-port.ts';
import { waitFor } from '../wait-for.ts';

const label = 'Model output';
const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n');

let box: HTMLElement;

beforeEach(async () => {
  await page.viewport(1000, 700);
  box = document.createElement('div');
  box.style.cssText = 'position: fixed; inset: 20px auto auto 20px; width: 600px; height: 300px';
  document.body.append(box);
});

afterEach(() => box.remove());

const control = () => page.getByRole('textbox', { name: label });
const root = () => box.querySelector<HTMLElement>('.text-editor')!;
const field = () => box.querySelector('textarea.editor-field') as HTMLTextAreaElement;
const hasSettledAs = (kind: EditorKind) =>
  waitFor(() => {
    expect(root().dataset.editor).toBe(kind);
    expect(root().dataset.ready).toBe('');
  });

describe('the component', () => {
  test('is a textarea at once and Monaco soon, which keeps text, caret, scroll position and focus', async () => {
    const ontext = vi.fn<(text: string) => void>();
    const oncaret = vi.fn<(offset: number) => void>();
    const caret = lines.indexOf('line 120') + 4;
    const highlights = [{ from: caret - 4, to: caret + 4, className: 'call' as const }];
    await render(Editor, {
      target: box,
      props: { text: lines, label, highlights, reveal: { from: caret, to: caret }, ontext, oncaret },
    });
    expect(root().dataset).toMatchObject({ editor: 'textarea' });
    expect(root().dataset.ready).toBeUndefined();
    // As a click there does.
    field().setSelectionRange(caret, caret);
    field().focus();
    const boxOfMark = () => box.querySelector('.editor-mark-call')!.getBoundingClientRect();
    const middleOfMark = () => (boxOfMark().top + boxOfMark().bottom) / 2;
    const before = { middle: middleOfMark(), left: boxOfMark().left };

    await hasSettledAs('monaco');
    expect(field()).toBeNull();
    await waitFor(() => expect(box.querySelector('.editor-mark-call')).not.toBeNull());
    expect(middleOfMark()).toBeCloseTo(before.middle, -0.5);
    expect(boxOfMark().left).toBeCloseTo(before.left, 0);
    await expect.element(control()).toHaveFocus();
    expect(ontext).not.toHaveBeenCalled();
    await userEvent.keyboard('!');
    expect(ontext.mock.lastCall).toEqual([lines.replace('line 120', 'line! 120')]);
    expect(oncaret.mock.lastCall).toEqual([caret + 1]);
  });

  test('keeps what was typed before the change, and can undo it', async () => {
    const ontext = vi.fn<(text: string) => void>();
    const { rerender } = await render(Editor, {
      target: box,
      props: { text: 'call', label, monacoAllowed: false, ontext },
    });
    await hasSettledAs('textarea');
    field().focus();
    field().setSelectionRange(4, 4);
    await userEvent.keyboard('ed');
    await rerender({ text: 'called', monacoAllowed: true });
    await hasSettledAs('monaco');
    await expect.element(control()).toHaveFocus();
    await userEvent.keyboard('!');
    expect(ontext.mock.lastCall).toEqual(['called!']);
    await userEvent.keyboard('{Control>}zz{/Control}');
    expect(ontext.mock.lastCall).toEqual(['call']);
  });

  test('follows its props, before and after the change', async () => {
    const props = { text: '{"a": 1}', label, language: 'json' as const, monacoAllowed: false };
    const { rerender } = await render(Editor, { target: box, props });
    const opened = field();
    await rerender({ text: '{"b": 2}', readOnly: true, placeholder: 'Paste it here' });
    expect(field()).toBe(opened);
    expect(field().value).toBe('{"b": 2}');
    expect(field().readOnly).toBe(true);
    await rerender({ problems: [{ from: 1, to: 4, message: 'Not this', severity: 'error' as const }] });
    await expect.element(control()).toHaveAccessibleDescription(/Not this/);

    await rerender({ monacoAllowed: true });
    await hasSettledAs('monaco');
    await waitFor(() => expect(box.querySelector('.squiggly-error')).not.toBeNull());
    await expect.element(control()).toHaveAttribute('aria-readonly', 'true');
    await rerender({ text: '{"c": 3}', label: 'Another name', problems: [] });
    await expect.element(page.getByRole('textbox', { name: 'Another name' })).toBeInTheDocument();
    await waitFor(() => expect(box.textContent.replaceAll('\u00A0', ' ')).toContain('{"c": 3}'));
    expect(box.querySelector('.squiggly-error')).toBeNull();
  });

  test('is Monaco at once where it has been loaded before', async () => {
    await render(Editor, { target: box, props: { text: 'one', label } });
    await hasSettledAs('monaco');
    const second = document.createElement('div');
    box.after(second);
    second.style.cssText = box.style.cssText;
    await render(Editor, { target: second, props: { text: 'two', label: 'Second' } });
    expect(second.querySelector('textarea.editor-field')).toBeNull();
    expect(second.querySelector('.text-editor')).toHaveAttribute('data-editor', 'monaco');
    second.remove();
  });

  test('opens again in another language and goes without a trace', async () => {
    const { rerender, unmount } = await render(Editor, {
      target: box,
      props: { text: 'call', label, language: 'text' as 'text' | 'json' },
    });
    await hasSettledAs('monaco');
    await rerender({ language: 'json' });
    await hasSettledAs('monaco');
    expect(root().childElementCount).toBe(1);
    await unmount();
    expect(box.querySelector('.monaco-editor, textarea')).toBeNull();
  });

  test('stays a textarea where there is no room, until there is', async () => {
    await page.viewport(600, 700);
    await render(Editor, { target: box, props: { text: 'call', label } });
    await hasSettledAs('textarea');
    await page.viewport(1000, 700);
    await hasSettledAs('monaco');
  });
});

describe('the change of editors', () => {
  const options: EditorOptions = {
    text: 'call',
    label,
    language: 'text',
    readOnly: false,
    onText: () => undefined,
    onCaret: () => undefined,
  };

  function openHost(load: ConstructorParameters<typeof MonacoLoader>[0]) {
    const reports: [EditorKind, boolean][] = [];
    box.className = 'text-editor';
    const host = new EditorHost(
      box,
      options,
      false,
      (kind, settled) => reports.push([kind, settled]),
      () => Promise.resolve(),
      new MonacoLoader(load),
    );
    return { host, reports };
  }

  test('does not take place when Monaco cannot be loaded', async () => {
    const { host, reports } = openHost(() => Promise.reject(new Error('offline')));
    host.allowMonaco(true);
    await waitFor(() =>
      expect(reports).toEqual([
        ['textarea', false],
        ['textarea', true],
      ]),
    );
    field().focus();
    await userEvent.keyboard('!');
    expect(field().value).toContain('!');
    host.dispose();
  });

  test('does not take place when Monaco cannot be opened', async () => {
    const openMonacoEditor = (container: HTMLElement) => {
      container.append(document.createElement('div'));
      throw new Error('no canvas');
    };
    const { host, reports } = openHost(() => Promise.resolve({ openMonacoEditor }));
    host.allowMonaco(true);
    await waitFor(() => expect(reports.at(-1)).toEqual(['textarea', true]));
    expect(box.childElementCount).toBe(1);
    host.setText('still here');
    expect(field().value).toBe('still here');
    host.dispose();
  });

  test('waits until a character is composed and the pointer is released', async () => {
    const { host, reports } = openHost(() => import('../../src/app/editor/monaco.ts'));
    field().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    field().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    host.allowMonaco(true);
    await new Promise((resolve) => setTimeout(resolve, 400));
    field().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(reports).toEqual([['textarea', false]]);
    window.dispatchEvent(new PointerEvent('pointerup'));
    await waitFor(() => expect(reports.at(-1)).toEqual(['monaco', true]));
    host.dispose();
    expect(box.childElementCount).toBe(0);
  });

  test('does not take place in an editor that is gone', async () => {
    const load = vi.fn(() => import('../../src/app/editor/monaco.ts'));
    const { host, reports } = openHost(load);
    host.allowMonaco(true);
    host.dispose();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(reports).toEqual([['textarea', false]]);
    expect(box.childElementCount).toBe(0);
  });
});
