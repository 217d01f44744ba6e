import { describe, expect, it } from 'vitest';
import { beginningOf, outlineOf } from '../../../src/core/batch/normalise.ts';

describe('the outline of a reply', () => {
  it('is its markers and keys, without values', () => {
    expect(outlineOf('<tool_call>\n{"name": "fill_tank", "arguments": {"tank": 7}}\n</tool_call>', 0)).toBe(
      '<tool_call> {"name": "…", "arguments": {"tank": …}} </tool_call>',
    );
    expect(outlineOf('[tool_7(tank=2.5e3, at=v1.2)]', 0)).toBe('[tool_7(tank=…, at=v1.2)]');
    expect(outlineOf('["fill(tank=1)", {"b12": -1.5}]', 0)).toBe('["…(…)", {"b12": …}]');
  });

  const calls = Array.from(
    { length: 8 },
    (_, index) =>
      `<tool_call>\n{"name": "fill_tank", "arguments": {"unit": "liters", "tank": ${String(index)}}}\n</tool_call>`,
  ).join('\n');

  it.each(Array.from({ length: 40 }, (_, index) => index * 14))(
    'knows what is in quotes around place %i, and cuts no word',
    (at) => {
      const outline = outlineOf(calls, at);
      const words = outline.replaceAll(/^…|…$/g, '').split(/[\s,{}]+/);
      const known = ['', '<tool_call>', '</tool_call>', '"name":', '"arguments":', '"unit":', '"tank":', '"…"', '…'];
      expect(words.filter((word) => !known.includes(word))).toEqual([]);
      expect(outline.length).toBeLessThanOrEqual(98);
      expect(outline.startsWith('…') || outline.startsWith('<tool_call>')).toBe(true);
    },
  );

  it('is short where a reply is long, and cuts a word that has no end', () => {
    for (const text of [`${'x'.repeat(5000)} "a`, '"a": 1, '.repeat(900), '{'.repeat(3000)])
      for (const at of [0, 50, 2500, text.length]) expect(outlineOf(text, at).length).toBeLessThanOrEqual(98);
    expect(outlineOf('', 0)).toBe('');
  });
});

it('leaves out what a model says in lines before its call', () => {
  const text = 'Careful, the pump leaks.\n\n```json\n{"name": "fill_tank"}\n```';
  expect(outlineOf(text, text.indexOf('{'))).toBe('…```json {"name": "…"} ```');
  expect(outlineOf('Careful, the pump leaks.', 0)).toBe('Careful, the pump leaks.');
});

it('is the beginning of an answer in words, as it was written', () => {
  expect(beginningOf('  The area is 12.5 \n "square" meters. ')).toBe('The area is 12.5 "square" meters.');
  expect(
    beginningOf(
      'The area of a circle with a radius of 5 meters is approximately 78.54 square meters, and that is all.',
    ),
  ).toBe('The area of a circle with a radius of 5 meters is approximately 78.54 square meters, and that…');
  for (const text of ['😀'.repeat(90), `a${'😀'.repeat(90)}`])
    expect(beginningOf(text)).not.toMatch(/[\uD800-\uDFFF]/u);
});
