import { saidOf } from '../../../src/app/export/said.ts';
import { describe, expect, test } from 'vitest';
import type { Item, Measure } from '../../../src/app/export/picture/items.ts';
import { layoutPicture, NARROW, WIDE } from '../../../src/app/export/picture/layout.ts';
import { linkAdvice, linkRows } from '../../../src/app/export/picture/link-words.ts';
import { pictureExport } from '../../../src/app/export/picture/picture.ts';
import { textWindow } from '../../../src/app/export/picture/text-window.ts';
import { rowsFrom, shown, wrapped } from '../../../src/app/export/picture/wrap.ts';
import type { Subject } from '../../../src/app/export/kind.ts';
import { fence, hostile, subjectOf, valve } from './subject.ts';

/** Ten pixels for every character, as in a font of one width. */
const measure: Measure = (text) => Array.from(text).length * 10;
const draw = (subject: Subject, width = WIDE) => layoutPicture(subject, subject.extraction!, width, measure);
const texts = (items: readonly Item[]): string[] => items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));

describe('a picture', () => {
  test('has the runtime, the verdict, the text with its lines, and the link', () => {
    const subject = subjectOf({ text: `Now.\n${valve}` });
    const written = texts(draw(subject).items);
    expect(written[0]).toBe('ExAthena 0.4.6');
    expect(written[1]).toBe('✓ 1 call: open_valve.');
    expect(written).toContain('Now.');
    expect(written).toContain('{"name": "open_valve", "arguments": {"valve": "B2", "percent": 40}}');
    expect(written.filter((text) => /^\d$/.test(text))).toEqual(['1', '2', '3', '4']);
    expect(written.slice(-2)).toEqual(['Open this case in Callscope:', subject.link]);
  });

  test('has the sign of the page, and first what the paste proves', () => {
    const subject = subjectOf({ text: valve });
    const proved = { headline: 'vLLM returned no call.', tone: 'bad', fix: 'Send tools.', isProved: true } as const;
    const said = { ...saidOf(subject.extraction!, { thinking: 'absent' }), ...proved };
    const [, headline, reason] = texts(draw({ ...subject, said }).items);
    expect(headline).toBe('✕ vLLM returned no call.');
    expect(reason).toBe('Send tools.');
    expect(texts(draw(subjectOf({ text: fence('{"name": 1,}') })).items)[1]).toMatch(/^✕ /);
    expect(texts(draw(subjectOf({ text: 'Hello.' })).items)[1]).toMatch(/^○ /);
  });

  test('marks what became of the text, by colour and by line, and says what the marks mean', () => {
    const { items } = draw(subjectOf({ text: `Now.\n${valve}\n${fence('{"name": 1,}')}` }));
    const strokes = new Set(items.flatMap((item) => (item.kind === 'stroke' ? [item.stroke] : [])));
    expect(strokes).toContain('wavy');
    expect(texts(items)).toContain('malformed');
    const marked = items.findIndex((item) => item.kind === 'text' && item.text.includes('"name": 1'));
    expect(items.slice(marked - 2, marked)).toMatchObject([
      { kind: 'box', fill: 'bad-soft' },
      { kind: 'stroke', stroke: 'wavy', colour: 'bad' },
    ]);
  });

  test('marks the place that decides', () => {
    const subject = subjectOf({ text: fence('{"name": "f", "arguments": {,}}') });
    const { items } = draw(subject);
    expect(texts(items)).toContain('the problem');
    const faults = items.filter((item) => item.kind === 'stroke' && item.stroke === 'heavy');
    // In the text, and in the legend.
    expect(faults).toHaveLength(2);
    expect(texts(draw(subjectOf({ text: valve })).items)).not.toContain('the problem');
  });

  test('keeps everything inside', () => {
    for (const text of [
      hostile,
      'x'.repeat(100_000),
      '\n'.repeat(5000),
      '😀'.repeat(3000),
      `${'word '.repeat(4000)}${valve}`,
    ]) {
      for (const wide of [WIDE, NARROW]) {
        const { width, height, items } = draw(subjectOf({ text, note: text }), wide);
        expect(height).toBeLessThan(1400);
        for (const item of items) {
          expect(item.y).toBeLessThanOrEqual(height);
          const right = item.x + (item.kind === 'text' ? measure(item.text, item.font) : item.width);
          expect(right, JSON.stringify(item)).toBeLessThanOrEqual(width);
        }
      }
    }
  });

  test('says how much it does not show', () => {
    const subject = subjectOf({ text: `${'a'.repeat(20)}\n`.repeat(200) });
    const window = textWindow(subject.extraction!, { width: 400, most: 10, measure });
    expect(window.rows).toHaveLength(10);
    expect([window.before, window.after]).toEqual(['', `… ${(190 * 21 + 1).toLocaleString('en')} more characters`]);
    expect(texts(draw(subject).items)).toContain(`… ${(166 * 21 + 1).toLocaleString('en')} more characters`);
  });

  test('shows the place that decides, however far down', () => {
    const text = `${'a'.repeat(20)}\n`.repeat(200) + fence('{"name": "f", "arguments": {,}}');
    const { extraction } = subjectOf({ text });
    const window = textWindow(extraction!, { width: 400, most: 20, measure });
    const place = extraction!.error!.span.from;
    expect(window.rows.some(({ from, to }) => from <= place && place <= to)).toBe(true);
    expect(window.before).toMatch(/^… [\d,]+ more characters$/);
    const first = window.rows[0]!;
    expect(text.slice(0, first.from).split('\n')).toHaveLength(first.line!);
  });

  test('shows a place in an endless line', () => {
    const text = `${'a'.repeat(50_000)}<tool_call>{"name": "f", "arguments": {,}}</tool_call>`;
    const { extraction } = subjectOf({ text });
    const window = textWindow(extraction!, { width: 400, most: 20, measure });
    const place = (extraction!.error?.span ?? extraction!.diagnoses[0]!.span).from;
    expect(window.rows.some(({ from, to }) => from <= place && place <= to)).toBe(true);
  });
});

test('rows cover a text once, whole characters each', () => {
  const text = 'ab😀cd\n\nefghijk\nx';
  const rows = rowsFrom(text, { from: 0, line: 1, most: 20, width: 30 }, () => 10);
  expect(rows.map(({ from, to, line }) => [text.slice(from, to), line])).toEqual([
    ['ab😀', 1],
    ['cd', null],
    ['', 2],
    ['efg', 3],
    ['hij', null],
    ['k', null],
    ['x', 4],
  ]);
});

test.each([
  ['one two three', 90, 3, ['one two', 'three']],
  ['one two three four', 90, 2, ['one two', 'three…']],
  ['abcdefghijkl', 50, 3, ['abcde', 'fghij', 'kl']],
  ['', 50, 3, []],
])('wraps %j', (text, width, most, rows) => {
  expect(wrapped(text, 'body', width, most, measure)).toEqual(rows);
});

test('control characters are drawn by their pictures', () => {
  expect(shown('a\tb\0\x1b\x7f')).toBe('a  b␀␛�');
});

describe('the link', () => {
  test.each([
    [100, /^Open this case/, ''],
    [2000, /too long to print/, /Paste it after the picture/],
    [40_000, /too long for a link/, /Send the case file/],
  ])('of %i characters', (length, row, advice) => {
    const link = 'x'.repeat(length);
    expect(linkRows(link)[0]!.text).toMatch(row);
    expect(linkAdvice(link)).toMatch(advice);
    expect(linkRows(link).some(({ text }) => text === link)).toBe(length < 420);
  });
});

test('those who cannot see it hear what it shows', () => {
  const subject = subjectOf({ text: `Now.\n${valve}${'x'.repeat(1000)}` });
  const text = pictureExport.write(subject)!;
  expect(text).toMatch(/^Picture from Callscope\. ExAthena 0\.4\.6: /);
  expect(text).toContain('Now.\n~~~tool_call');
  expect(text).toContain('…\n');
  expect(text.endsWith(subject.link)).toBe(true);
});
