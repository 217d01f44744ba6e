// Monaco asks for its workers and policies while its module is evaluated: as in the page, this comes before it.
import '../../src/trusted-types.ts';
import '../../src/app/page.css';
import '../../src/app/editor/editor.css';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EditorOptions, EditorPort, EditorView, Highlight, OpenEditor } from '../../src/app/editor/editor-port.ts';
import { openMonacoEditor } from '../../src/app/editor/monaco.ts';
import { openTextareaEditor } from '../../src/app/editor/textarea-editor.ts';
import { waitFor } from '../wait-for.ts';

interface Opened {
  readonly port: EditorPort;
  readonly root: HTMLElement;
  readonly onText: ReturnType<typeof vi.fn<(text: string) => void>>;
  readonly onCaret: ReturnType<typeof vi.fn<(offset: number) => void>>;
  readonly onHover: ReturnType<typeof vi.fn<(offset: number | null) => void>>;
}

const label = 'Model output';
const open: Opened[] = [];

beforeEach(() => page.viewport(1000, 700));

afterEach(() => {
  for (const { port, root } of open.splice(0)) {
    port.dispose();
    root.remove();
  }
});

const control = () => page.getByRole('textbox', { name: label });
const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
const caretAt = (offset: number): EditorView => ({ anchor: offset, head: offset, top: 0, topAt: 8 });

function openIn(openEditor: OpenEditor, text: string, more: Partial<EditorOptions> = {}): Opened {
  const root = document.createElement('div');
  root.className = 'text-editor';
  root.style.cssText = 'position: fixed; inset: 20px auto auto 20px; width: 600px; height: 300px';
  document.body.append(root);
  const onText = vi.fn<(text: string) => void>();
  const onCaret = vi.fn<(offset: number) => void>();
  const onHover = vi.fn<(offset: number | null) => void>();
  const callbacks = { onText, onCaret, onHover };
  const port = openEditor(root, { text, label, language: 'text', readOnly: false, ...callbacks, ...more });
  const opened = { port, root, ...callbacks };
  open.push(opened);
  return opened;
}

describe.each([
  { name: 'textarea', openEditor: openTextareaEditor },
  { name: 'monaco', openEditor: openMonacoEditor },
])('$name', ({ name, openEditor }) => {
  const openWith = (text: string, more?: Partial<EditorOptions>) => openIn(openEditor, text, more);

  /** The boxes on the screen of the characters that carry this mark. */
  async function boxesOf(root: HTMLElement, className: string): Promise<DOMRect[]> {
    await painted();
    return [...root.querySelectorAll(`.editor-mark-${className}`)].map((mark) => mark.getBoundingClientRect());
  }

  const line = 20;
  const characterWidth = () => {
    const probe = document.createElement('span');
    probe.style.cssText = 'position: absolute; white-space: pre';
    probe.textContent = 'x'.repeat(100);
    open.at(-1)!.root.append(probe);
    const { width } = probe.getBoundingClientRect();
    probe.remove();
    return width / 100;
  };
  /** Points between characters: 2.8 is near the end of the third one. */
  async function pointAt(column: number, row: number, how: 'click' | 'hover'): Promise<void> {
    const position = { x: 12 + column * characterWidth(), y: 8 + (row + 0.5) * line };
    await userEvent[how](open.at(-1)!.root, { position });
  }

  describe('text', () => {
    test.each([
      ['nothing', ''],
      ['lines', 'a\nb\n\nc\n'],
      ['a lone carriage return', 'a\rb\r\rc\r'],
      ['a lone carriage return beside its symbol', 'a\rb\u240Dc'],
      ['the symbol alone', 'a\u240Db'],
      ['NUL and other controls', 'a\u0000b\u0001\u001b\u007fc'],
      ['odd line separators', 'a\u2028b\u2029c\u0085d\u000be\u000cf'],
      ['lone surrogates', '\uD83Da\uDE00 \uDE00\uD83D'],
      ['a byte order mark', '\uFEFFa\uFEFFb'],
      ['two byte order marks', '\uFEFF\uFEFF'],
      ['surrogate pairs', '😀😀'],
      ['right to left', 'שלום {"a": "مرحبا"}'],
      ['tabs and trailing spaces', '\ta  \n  \t '],
    ])('%s goes in and comes out unchanged', (_title, text) => {
      const { port, onText } = openWith(text);
      expect(port.getText()).toBe(text);
      port.setText('between');
      expect(port.getText()).toBe('between');
      port.setText(text);
      expect(port.getText()).toBe(text);
      expect(onText).not.toHaveBeenCalled();
    });

    test('what stands for something else is read back after typing', async () => {
      const { port, onText } = openWith('\uFEFFa\rb\u2028\uD83D');
      port.focus();
      port.restore(caretAt(3));
      await userEvent.keyboard('x');
      expect(onText.mock.lastCall).toEqual(['\uFEFFa\rxb\u2028\uD83D']);
      expect(port.getText()).toBe('\uFEFFa\rxb\u2028\uD83D');
    });

    test('a change from outside keeps the caret where the text did not change', async () => {
      const { port, onCaret } = openWith('one two three');
      port.restore(caretAt('one two'.length));
      port.setText('one and two three');
      expect(port.view()).toMatchObject({ anchor: 11, head: 11 });
      port.setText('one and two');
      expect(port.view()).toMatchObject({ anchor: 11, head: 11 });
      await painted();
      expect(onCaret).not.toHaveBeenCalled();
    });

    test('emoji that share a half are not mixed up', () => {
      const { port } = openWith('a😀b');
      port.setText('a😁b');
      expect(port.getText()).toBe('a😁b');
      port.setText('a😀😁b');
      port.setText('a😀😀b');
      expect(port.getText()).toBe('a😀😀b');
    });
  });

  describe('typing', () => {
    test('is reported with the text, then with the caret', async () => {
      const { port, onText, onCaret } = openWith('call');
      port.focus();
      port.restore(caretAt(4));
      await userEvent.keyboard('s!');
      expect(port.hasFocus()).toBe(true);
      expect(onText.mock.calls).toEqual([['calls'], ['calls!']]);
      await waitFor(() => expect(onCaret.mock.calls).toEqual([[5], [6]]));
      expect(onText.mock.invocationCallOrder[0]).toBeLessThan(onCaret.mock.invocationCallOrder[0]!);
    });

    test('brackets and quotes stay single', async () => {
      const { port } = openWith('');
      port.focus();
      await userEvent.keyboard('{{"(a{Enter}  [[b{Enter}c');
      expect(port.getText()).toBe('{"(a\n  [b\nc');
    });

    test('can be undone, also after highlights have changed', async () => {
      const { port, onText } = openWith('call');
      port.focus();
      port.restore(caretAt(4));
      await userEvent.keyboard('s');
      port.setHighlights([{ from: 0, to: 5, className: 'call' }]);
      port.setText('calls');
      await userEvent.keyboard('{Control>}z{/Control}');
      expect(port.getText()).toBe('call');
      expect(onText.mock.lastCall).toEqual(['call']);
    });

    test('does nothing when the editor is read-only, but the caret moves', async () => {
      const { port, onText, onCaret } = openWith('call', { readOnly: true });
      port.focus();
      await userEvent.keyboard('x');
      await pointAt(1, 0, 'click');
      await waitFor(() => expect(onCaret.mock.lastCall).toEqual([1]));
      expect(onText).not.toHaveBeenCalled();
      expect(port.getText()).toBe('call');
      port.configure({ label, readOnly: false });
      await userEvent.keyboard('x');
      expect(port.getText()).toBe('cxall');
    });

    test('Tab goes on to the next control', async () => {
      const { root, port } = openWith('call');
      const next = document.createElement('button');
      root.after(next);
      port.focus();
      await userEvent.keyboard('{Tab}');
      expect(document.activeElement).toBe(next);
      expect(port.getText()).toBe('call');
      next.remove();
    });

    test('a line break pasted from Windows becomes one character', async () => {
      const { port, onText } = openWith('');
      port.focus();
      await navigator.clipboard.writeText('a\r\nb');
      await userEvent.keyboard('{Control>}v{/Control}');
      await waitFor(() => expect(onText.mock.lastCall).toEqual(['a\nb']));
    });
  });

  describe('caret', () => {
    test('is reported when the user moves it, in offsets of the text', async () => {
      const { port, onCaret } = openWith('a😀\r\nb\nc'.replace('\r\n', '\r'));
      port.focus();
      for (const expected of [1, 3, 4, 5, 6, 7]) {
        await userEvent.keyboard('{ArrowRight}');
        await waitFor(() => expect(onCaret.mock.lastCall).toEqual([expected]));
      }
      await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
      await waitFor(() => expect(onCaret.mock.lastCall).toEqual([6]));
      expect(port.view()).toMatchObject({ anchor: 7, head: 6 });
    });

    test('goes where one clicks', async () => {
      const { port, onCaret } = openWith('first\nsecond\nthird');
      await pointAt(3, 1, 'click');
      await waitFor(() => expect(onCaret.mock.lastCall).toEqual(['first\nsec'.length]));
      expect(port.hasFocus()).toBe(true);
    });

    test('and selection and scroll position come back', async () => {
      const text = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n');
      const { port, onCaret } = openWith(text);
      const top = text.indexOf('line 90');
      port.restore({ anchor: text.indexOf('line 95'), head: text.indexOf('line 93'), top, topAt: -7 });
      await painted();
      const view = port.view();
      expect(view).toMatchObject({ anchor: text.indexOf('line 95'), head: text.indexOf('line 93') });
      expect(text.slice(view.top)).toMatch(view.topAt < 0 ? /^line 90\n/ : /^line 91\n/);
      expect(view.topAt).toBe(view.topAt < 0 ? -7 : 13);
      port.restore(caretAt(0));
      await painted();
      port.restore(view);
      await painted();
      expect(port.view()).toEqual(view);
      expect(onCaret).not.toHaveBeenCalled();
    });
  });

  describe('highlights', () => {
    const text = 'He said: <tool_call>{"name": "f"}</tool_call>\n\tdone 😀 now';
    const at = (part: string, className: Highlight['className']): Highlight => ({
      from: text.indexOf(part),
      to: text.indexOf(part) + part.length,
      className,
    });

    test('lie under the characters they mark', async () => {
      const { port, root } = openWith(text);
      port.setHighlights([at('{"name": "f"}', 'call'), at('now', 'step')]);
      const [call] = await boxesOf(root, 'call');
      const [step] = await boxesOf(root, 'step');
      const width = characterWidth();
      const { left, top } = root.getBoundingClientRect();
      expect(call!.left).toBeCloseTo(left + 12 + text.indexOf('{') * width, 0);
      expect(call!.width).toBeCloseTo('{"name": "f"}'.length * width, 0);
      expect((call!.top + call!.bottom) / 2).toBeCloseTo(top + 8 + line / 2, -0.5);
      expect((step!.top + step!.bottom) / 2).toBeCloseTo(top + 8 + line + line / 2, -0.5);
    });

    test('may overlap', async () => {
      const { port, root } = openWith('abcdef');
      port.setHighlights([
        { from: 0, to: 4, className: 'call' },
        { from: 2, to: 6, className: 'hover' },
        { from: 2, to: 4, className: 'markup' },
      ]);
      await painted();
      const marked = [...root.querySelectorAll('.editor-mark')].map((mark) => mark.textContent);
      expect(marked).toEqual(['ab', 'cd', 'ef']);
      expect(await boxesOf(root, 'hover')).toHaveLength(2);
    });

    test('move along with what is typed and end with what is deleted', async () => {
      const { port, root } = openWith('a call here');
      port.setHighlights([
        { from: 2, to: 6, className: 'call' },
        { from: 7, to: 11, className: 'added' },
      ]);
      port.focus();
      port.restore(caretAt(2));
      await userEvent.keyboard('x');
      port.restore(caretAt(5));
      await userEvent.keyboard('y');
      await painted();
      expect(root.querySelector('.editor-mark-call')!.textContent).toBe('cayll');
      port.setText('a xcayll ');
      await painted();
      expect(root.querySelector('.editor-mark-added')).toBeNull();
      port.setHighlights([]);
      await painted();
      expect(root.querySelector('.editor-mark')).toBeNull();
    });

    test('that are empty, too long or out of the text break nothing', async () => {
      const { port, root } = openWith('ab\n😀');
      port.setHighlights([
        { from: 1, to: 1, className: 'malformed' },
        { from: 3, to: 4, className: 'call' },
        { from: 90, to: 99, className: 'tool' },
        { from: -5, to: 1, className: 'markup' },
      ]);
      await painted();
      expect(root.querySelector('.editor-mark-malformed')!.textContent).toBe('b');
      expect(root.querySelector('.editor-mark-call')!.textContent).toBe('😀');
      expect(root.querySelector('.editor-mark-markup')!.textContent).toBe('a');
      expect(port.getText()).toBe('ab\n😀');
    });

    test('are text, whatever the model wrote', async () => {
      const hostile = '<img src=x onerror=alert(1)>';
      const { port, root } = openWith(hostile);
      port.setHighlights([{ from: 0, to: hostile.length, className: 'call', title: `**${hostile}**` }]);
      await painted();
      expect(root.querySelector('img')).toBeNull();
      expect(root.querySelector('.editor-mark-call')!.textContent.replaceAll('\u00A0', ' ')).toBe(hostile);
    });
  });

  test('the character under the pointer is reported', async () => {
    const { onHover, port } = openWith('first\nsecond');
    port.setHighlights([{ from: 6, to: 12, className: 'call', title: 'A call' }]);
    await pointAt(2.8, 1, 'hover');
    await waitFor(() => expect(onHover.mock.lastCall).toEqual(['first\nse'.length]));
    await pointAt(40, 1, 'hover');
    await waitFor(() => expect(onHover.mock.lastCall).toEqual([null]));
  });

  describe('reveal', () => {
    const lines = Array.from({ length: 400 }, (_, index) => `line ${index} `.repeat(1 + (index % 20)));
    const text = lines.join('\n');

    test('scrolls what cannot be seen to the middle, and nothing else', async () => {
      const { port, root } = openWith(text);
      const from = text.indexOf('line 300 ');
      port.setHighlights([{ from, to: from + 8, className: 'step' }]);
      port.reveal({ from, to: from + 8 });
      const [box] = await boxesOf(root, 'step');
      const { top, height } = root.getBoundingClientRect();
      expect(Math.abs((box!.top + box!.bottom) / 2 - (top + height / 2))).toBeLessThan(line);
      const before = port.view();
      port.reveal({ from: from - 3, to: from + 3 });
      await painted();
      expect(port.view()).toEqual(before);
    });

    test('shows the start of what is taller than the editor', async () => {
      const { port, root } = openWith(text);
      const from = text.indexOf('line 200 ');
      port.setHighlights([{ from, to: from + 8, className: 'step' }]);
      port.reveal({ from, to: text.length });
      const [box] = await boxesOf(root, 'step');
      const { top, bottom } = root.getBoundingClientRect();
      expect(box!.top).toBeGreaterThanOrEqual(top);
      expect(box!.bottom).toBeLessThanOrEqual(bottom);
    });
  });

  test('problems are told', async () => {
    const { port, root } = openWith('{"a" 1}');
    port.setProblems([{ from: 5, to: 6, message: 'Expected a colon', severity: 'error' }]);
    await painted();
    if (name === 'textarea') {
      await expect.element(control()).toHaveAccessibleDescription(/Line 1, column 6: Expected a colon/);
      expect(root.querySelector('.editor-mark-error')!.textContent).toBe('1');
    } else await waitFor(() => expect(root.querySelector('.squiggly-error')).not.toBeNull());
    port.setProblems([]);
    await painted();
    if (name === 'textarea') expect(control().element().hasAttribute('aria-describedby')).toBe(false);
    else await waitFor(() => expect(root.querySelector('.squiggly-error')).toBeNull());
  });

  test('a problem of one text is not told of the next', async () => {
    const { port, root } = openWith('{"a" 1}');
    port.setProblems([{ from: 5, to: 6, message: 'Expected a colon', severity: 'error' }]);
    await painted();
    port.setText('Quite another text.');
    port.setProblems([]);
    await painted();
    if (name === 'textarea') expect(control().element().hasAttribute('aria-describedby')).toBe(false);
    else await waitFor(() => expect(root.querySelector('.squiggly-error')).toBeNull());
  });

  test.each([
    ['many lines', 'He said {"a": [1, 2, 3]}.\n'.repeat(40_000)],
    ['one line of 500,000 characters', '{"a": "b"} '.repeat(45_500)],
  ])('a megabyte can be edited: %s', async (_title, text) => {
    const { port, onText } = openWith('');
    port.setText(text);
    const highlights = Array.from({ length: 8000 }, (_, index): Highlight => ({
      from: index * 26,
      to: index * 26 + 20,
      className: 'call',
    }));
    port.setHighlights(highlights);
    await painted();
    port.focus();
    port.restore(caretAt(5));
    await userEvent.keyboard('x');
    expect(onText.mock.lastCall![0]).toHaveLength(text.length + 1);
    port.reveal({ from: text.length - 10, to: text.length });
    await painted();
    expect(port.view().top).toBeGreaterThan(text.length / 2);
  });

  test('leaves no trace', () => {
    const { port, root } = openWith('call');
    port.dispose();
    expect(root.childElementCount).toBe(0);
    open.pop();
    root.remove();
  });
});

describe('only the textarea', () => {
  const pieces = [
    'word',
    ' ',
    '  ',
    '{"key": "value"}',
    '\t',
    '\n',
    '\n\n',
    '日本語',
    '😀',
    'é',
    'שלום',
    '</tool_call>',
    '-',
    '/a/b',
  ];

  test.each([
    ['wraps', 60, 300],
    ['fits', 14, 300],
    ['breaks long words', 60, 120],
  ])('has each mark exactly under its text: %s', async (_title, count, width) => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 0x7fff_ffff) % below;
    const text = Array.from({ length: count }, () => pieces[random(pieces.length)]!.repeat(1 + random(4))).join('');
    const { port, root } = openIn(openTextareaEditor, text);
    root.style.width = `${width}px`;
    root.style.height = '600px';
    const marks: Highlight[] = [];
    for (let from = 0; from < text.length; from += 1 + random(12)) {
      marks.push({ from, to: from + 1 + random(9), className: random(2) === 0 ? 'call' : 'step' });
    }
    port.setHighlights(marks);
    await painted();

    const field = root.querySelector('textarea')!;
    const mirror = root.querySelector<HTMLElement>('.editor-mirror')!;
    expect(mirror.textContent).toBe(text);
    const { height } = mirror.getBoundingClientRect();
    expect(Math.max(height, field.clientHeight)).toBeCloseTo(field.scrollHeight, 0);
    const walker = document.createTreeWalker(mirror, NodeFilter.SHOW_TEXT);
    let offset = 0;
    let compared = 0;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { data } = node as Text;
      for (let index = 0; index < data.length; index++, offset++) {
        // What is as wide as it looks: of spaces some hang over the edge, of pairs only the first half has a place.
        if (!/[\w{}"<>/]/.test(data.charAt(index))) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        if (bottom > field.getBoundingClientRect().bottom) continue;
        const near = document.caretPositionFromPoint(left + (right - left) / 4, (top + bottom) / 2);
        expect(near?.offsetNode).toBe(field);
        expect(near?.offset, `${data.charAt(index)} at ${offset}`).toBe(offset);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });

  test('scrolls the marks with the text, to the last line', async () => {
    const text = `${'line\n'.repeat(100)}last\n`;
    const { port, root } = openIn(openTextareaEditor, text);
    port.setHighlights([{ from: 500, to: 504, className: 'call' }]);
    const field = root.querySelector('textarea')!;
    field.scrollTop = field.scrollHeight;
    await painted();
    const mark = root.querySelector('.editor-mark-call')!.getBoundingClientRect();
    const { bottom } = field.getBoundingClientRect();
    // Below it are the empty last line and the padding.
    expect((mark.top + mark.bottom) / 2).toBeCloseTo(bottom - 8 - 20 - 10, -0.5);
  });

  test('marks nothing in a very long text, and says nothing else of it', async () => {
    const { port, root } = openIn(openTextareaEditor, 'x '.repeat(100_001));
    port.setHighlights([{ from: 0, to: 3, className: 'call' }]);
    expect(root.querySelector('.editor-mark')).toBeNull();
    port.setText('x x');
    port.setHighlights([{ from: 0, to: 3, className: 'call' }]);
    await painted();
    expect(root.querySelector('.editor-mark')!.textContent).toBe('x x');
  });

  test('lists the first problems and counts the others', async () => {
    const { port, root } = openIn(openTextareaEditor, 'a\nb\nc\nd\ne');
    port.setProblems([0, 2, 4, 6, 8].map((at) => ({ from: at, to: at + 1, message: 'no', severity: 'warning' })));
    const items = [...root.querySelectorAll('.editor-problems li')].map((item) => item.textContent);
    expect(items).toEqual(['Line 1, column 1: no', 'Line 2, column 1: no', 'Line 3, column 1: no', 'and 2 more']);
    await expect.element(control()).not.toHaveAttribute('aria-invalid');
  });

  test('marks and does not list what the page says beside it', async () => {
    const { port, root } = openIn(openTextareaEditor, 'a\nb');
    port.setProblems([
      { from: 0, to: 1, message: 'told', severity: 'error', isTold: true },
      { from: 2, to: 3, message: 'no', severity: 'warning' },
    ]);
    const items = [...root.querySelectorAll('.editor-problems li')].map((item) => item.textContent);
    expect(items).toEqual(['Line 2, column 1: no']);
    await painted();
    expect(root.querySelector('.editor-mark-error')!.textContent).toBe('a');
    await expect.element(control()).toHaveAttribute('aria-invalid', 'true');
  });
});

describe('only Monaco', () => {
  test('breaks long lines, or scrolls them where they are drawn', async () => {
    const { port, root } = openIn(openMonacoEditor, `╭${'─'.repeat(200)}╮`);
    const lines = () => root.querySelectorAll('.view-line').length;
    await expect.poll(lines).toBeGreaterThan(1);
    port.configure({ label, readOnly: false, keepsLines: true });
    await expect.poll(lines).toBe(1);
    port.configure({ label, readOnly: false });
    await expect.poll(lines).toBeGreaterThan(1);
  });

  test('undoes a stream at once, and typing after it first', async () => {
    const { port } = openIn(openMonacoEditor, 'before');
    port.setText('s');
    for (const text of ['st', 'stre', 'stream']) port.setText(text);
    port.focus();
    port.restore(caretAt(6));
    await userEvent.keyboard('!');
    const undo = () => userEvent.keyboard('{Control>}z{/Control}');
    await undo();
    expect(port.getText()).toBe('stream');
    await undo();
    expect(port.getText()).toBe('before');
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(port.getText()).toBe('stream');
  });

  test('takes back one loaded text after another', async () => {
    const { port } = openIn(openMonacoEditor, 'one');
    port.setText('two');
    port.setText('three');
    port.focus();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(port.getText()).toBe('two');
  });

  test('says what JSON is not as its schema wants it, each editor by its own schema', async () => {
    const schema = (type: string) => ({ type: 'object', properties: { name: { type } } });
    const text = '{"name": 1}';
    const wrong = openIn(openMonacoEditor, text, { language: 'json', jsonSchema: schema('string') });
    const right = openIn(openMonacoEditor, text, { language: 'json', jsonSchema: schema('number') });
    right.root.style.top = '350px';
    await waitFor(() => expect(wrong.root.querySelector('.squiggly-warning')).not.toBeNull());
    expect(right.root.querySelector('.squiggly-warning')).toBeNull();
    wrong.port.configure({ label, readOnly: false, jsonSchema: schema('number') });
    await waitFor(() => expect(wrong.root.querySelector('.squiggly-warning')).toBeNull());
  });

  test('lets Tab through JSON until another key is pressed; then Tab indents, and Escape and Tab leave', async () => {
    const { port, root } = openIn(openMonacoEditor, '{}', { language: 'json' });
    const next = document.createElement('button');
    root.after(next);
    port.focus();
    await userEvent.keyboard('{Tab}');
    expect(port.getText()).toBe('{}');
    expect(document.activeElement).toBe(next);
    port.focus();
    await userEvent.keyboard('{Home}{Tab}');
    expect(port.getText()).toBe('  {}');
    expect(port.hasFocus()).toBe(true);
    await expect.element(control()).toHaveAttribute('aria-description', expect.stringContaining('Escape'));
    await userEvent.keyboard('{Escape}{Tab}');
    expect(document.activeElement).toBe(next);
    next.remove();
  });

  test('follows the theme of the page', async () => {
    const { root } = openIn(openMonacoEditor, 'call');
    const background = () => getComputedStyle(root.querySelector('.monaco-editor')!).backgroundColor;
    document.documentElement.dataset.theme = 'dark';
    await waitFor(() => expect(background()).toBe('rgb(26, 32, 35)'));
    document.documentElement.dataset.theme = 'light';
    await waitFor(() => expect(background()).toBe('rgb(255, 255, 255)'));
    root.style.setProperty('--surface', 'oklch(0.95 0.02 90)');
    document.documentElement.dataset.theme = 'dark';
    await waitFor(() => expect(background()).toMatch(/^rgb\(2\d\d, 2\d\d, 2\d\d\)$/));
    delete document.documentElement.dataset.theme;
  });

  test('shows what belongs into it more quietly than what is in it', async () => {
    const { root } = openIn(openMonacoEditor, '', { placeholder: 'Paste it here.' });
    const color = (selector: string) => getComputedStyle(root.querySelector(selector)!).color;
    await waitFor(() => expect(root.querySelector('.editorPlaceholder')).not.toBeNull());
    expect(color('.editorPlaceholder')).toBe('rgb(84, 96, 106)');
    expect(getComputedStyle(root).color).toBe('rgb(26, 33, 37)');
  });

  test('has its text where the textarea has it', async () => {
    for (const language of ['text', 'json'] as const) {
      const boxes: DOMRect[] = [];
      for (const openEditor of [openTextareaEditor, openMonacoEditor]) {
        const { port, root } = openIn(openEditor, '{"a":\n1}', { language });
        port.setHighlights([{ from: 6, to: 7, className: 'call' }]);
        await painted();
        boxes.push(root.querySelector('.editor-mark-call')!.getBoundingClientRect());
        root.style.visibility = 'hidden';
      }
      const [plain, monaco] = boxes;
      expect(monaco!.left).toBeCloseTo(plain!.left, 0);
      expect(monaco!.width).toBeCloseTo(plain!.width, 0);
      expect((monaco!.top + monaco!.bottom) / 2).toBeCloseTo((plain!.top + plain!.bottom) / 2, -0.5);
    }
  });
});

test('the browser does not insert a paste of more than a megabyte: the page decides what it shows', async () => {
  const { root, onText } = openIn(openTextareaEditor, 'before after');
  const field = root.querySelector('textarea');
  field?.setSelectionRange(7, 7);
  const data = new DataTransfer();
  const long = 'x'.repeat(1_000_001);
  data.setData('text/plain', long);
  const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
  field?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(onText.mock.calls).toEqual([[`before ${long}after`]]);
  expect(field?.value).toBe('before after');
  await painted();
});

test('what is selected is told before the focus leaves the textarea, however late the browser reports it', () => {
  const onSelect = vi.fn();
  const { root } = openIn(openTextareaEditor, 'one two', { onSelect });
  const button = document.createElement('button');
  document.body.append(button);
  const field = root.querySelector('textarea');
  field?.focus();
  field?.setSelectionRange(4, 7);
  button.focus();
  expect(onSelect).toHaveBeenLastCalledWith({ from: 4, to: 7 });
  button.remove();
});

test('a textarea that is taken away with the focus in it tells nothing', () => {
  const onSelect = vi.fn();
  const { root } = openIn(openTextareaEditor, 'one two', { onSelect });
  root.querySelector('textarea')?.focus();
  onSelect.mockClear();
  root.remove();
  expect(onSelect).not.toHaveBeenCalled();
});

test('a drawn panel in a textarea keeps its lines whole, and a place to the right of what is seen is revealed', async () => {
  const lines = [
    '╭─ Agent ─╮',
    `│ ${'word '.repeat(40)}<call> │`,
    '╰─────────╯',
    ...Array<string>(40).fill('│ more │'),
  ];
  const { port, root } = openIn(openTextareaEditor, lines.join('\n'));
  const field = root.querySelector('textarea')!;
  const lineHeight = parseFloat(getComputedStyle(field).lineHeight);
  expect(field.scrollHeight).toBeLessThan(lineHeight * (lines.length + 2));
  const from = lines.join('\n').indexOf('<call>');
  port.setHighlights([{ from, to: from + 6, className: 'call' }]);
  port.reveal({ from, to: from + 6 });
  await painted();
  const box = root.querySelector('.editor-mark-call')!.getBoundingClientRect();
  const seen = field.getBoundingClientRect();
  expect(box.left).toBeGreaterThanOrEqual(seen.left);
  expect(box.right).toBeLessThanOrEqual(seen.right);

  // Tables of Markdown and prose are wrapped as ever.
  for (const text of [`| a | ${'word '.repeat(40)}|`, 'word '.repeat(80), `a │ b ${'word '.repeat(40)}`]) {
    port.setText(text);
    await painted();
    expect(field.scrollWidth).toBe(field.clientWidth);
  }
});
