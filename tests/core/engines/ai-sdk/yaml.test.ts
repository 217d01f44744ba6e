import { describe, expect, it } from 'vitest';
import { readYaml } from '../../../../src/core/engines/ai-sdk/kit/yaml/reader.ts';

// What the package `yaml` 2.9 reads, and what it reads with an error.

const read: readonly (readonly [string, unknown])[] = [
  ['a: 1\nb: text # comment\n', { a: 1, b: 'text' }],
  [
    'a: 0o17\nb: 0x1F\nc: 1e3\nd: no\ne: ~\nf: True\ng: +1\nh: 1_000',
    { a: 15, b: 31, c: 1000, d: 'no', e: null, f: true, g: 1, h: '1_000' },
  ],
  ['a: one\n  two\n\n  three\n', { a: 'one two\nthree' }],
  ["a: \"x\n  y\\n\\u0041\"\nb: 'it''s'\n", { a: 'x y\nA', b: "it's" }],
  [
    'a: |\n  one\n\n    two\n  three\nb: >-\n  one\n  two\n\n  three\n',
    { a: 'one\n\n  two\nthree\n', b: 'one two\nthree' },
  ],
  ['a: |+\n  one\n\n', { a: 'one\n\n' }],
  ['a: |2\n   one\n', { a: ' one\n' }],
  ['a:\n- 1\n- b: 2\n  c: 3\n- - x\n  - y\n', { a: [1, { b: 2, c: 3 }, ['x', 'y']] }],
  ['a: {b: [1, "2", x y], "c":3, d}\n', { a: { b: [1, '2', 'x y'], c: 3, d: null } }],
  ['a: [k: v,\n  w,]\n', { a: [{ k: 'v' }, 'w'] }],
  ['a: &x 1\nb: *x\n', { a: 1, b: 1 }],
  ['---\na: 1\n...\n', { a: 1 }],
  ['? a\n: 1\n', { a: 1 }],
  ['a: !!str 1\n', { a: '1' }],
  ['1: x\nnull: y\n', { 1: 'x', '': 'y' }],
  ['url: http://x.y/z#k\ntime: 12:30\n', { url: 'http://x.y/z#k', time: '12:30' }],
  ['just text', 'just text'],
  ['# nothing\n', null],
];

const refused: readonly string[] = [
  'a: 1\na: 2\n',
  'a: b: c\n',
  'a: [1, 2\n',
  'a: "open\n',
  'a: @x\n',
  'a: `x`\n',
  'a: 1\n  b: 2\n',
  'a:\n\tb: 1\n',
  'a: *nobody\n',
  'a: "x" y\n',
  'a: "\\q"\n',
  'a: - b\n',
  'a: 1\ntext\n',
  'a: 1\n- b\n',
  '---\na: 1\n---\nb: 2\n',
  'a: [1,,2]\n',
  'a: }\n',
];

describe('YAML', () => {
  it.each(read)('%j is read', (text, value) => {
    const reading = readYaml(text);
    expect(reading.ok && (JSON.parse(JSON.stringify(reading.value)) as unknown)).toEqual(value);
  });

  it.each(refused)('%j is refused', (text) => {
    const reading = readYaml(text);
    expect(reading.ok).toBe(false);
    if (!reading.ok) expect(reading.at).toBeLessThanOrEqual(text.length);
  });

  it('is refused where it is nested too deeply', () => {
    expect(readYaml('['.repeat(5000) + ']'.repeat(5000)).ok).toBe(false);
    expect(readYaml('- '.repeat(5000)).ok).toBe(false);
  });
});
