import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extract, openStream } from '../../../../src/core/index.ts';
import { formatInput } from '../../../arbitrary-responses.ts';
import { contentOf } from '../../../readings.ts';
import { faultsOf } from '../../../soundness.ts';
import { often } from '../../../thorough.ts';

const text = 'Gauge:\r\n~~~tool_call\n{"name": "read_gauge", "arguments": {"dial": "oil 🔧"}}\n~~~\nDone.';

it('gives the extraction of the whole text, however it is cut', () => {
  const whole = extract({ text });
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const borders = [0, ...cuts.sort((a, b) => a - b), text.length];
      const stream = openStream();
      let visible = '';
      for (const [index, from] of borders.slice(0, -1).entries())
        visible += contentOf(stream.push(text.slice(from, borders[index + 1])));
      const end = stream.end();
      expect(end.extraction).toEqual(whole);
      expect(visible + contentOf(end.deltas)).toBe('Gauge:\r\n\nDone.');
    }),
  );
});

it('gives the same calls under auto for any text', () => {
  const options = { runtime: 'auto' };
  fc.assert(
    fc.property(formatInput, fc.array(fc.nat(), { maxLength: 6 }), ({ response }, places) => {
      const reply = typeof response.text === 'string' ? response.text : '';
      const cuts = places.map((place) => place % (reply.length + 1)).sort((a, b) => a - b);
      const borders = [0, ...cuts, reply.length];
      const stream = openStream(options);
      for (const [index, from] of borders.slice(0, -1).entries()) stream.push(reply.slice(from, borders[index + 1]));
      // Line ends come as LF.
      const whole = extract({ text: reply.replaceAll('\r\n', '\n') }, options);
      expect(JSON.stringify(stream.end().extraction.calls)).toBe(JSON.stringify(whole.calls));
    }),
    { numRuns: often(2000, 500) },
  );
});

it('gives the same extraction whatever the line ends are and however they are cut', () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r', '\r\r\n', '\n\r', '\r\r');
  const lines = ['a', '<tool_call>', '{"name": "f",', '"arguments": {}}', '</tool_call>', 'b'];
  fc.assert(
    fc.property(
      fc.array(lineEnd, { minLength: 6, maxLength: 6 }),
      fc.array(fc.nat(80), { maxLength: 12 }),
      fc.constantFrom('auto', 'format:hermes'),
      (ends, cuts, runtime) => {
        const reply = lines.map((line, index) => line + (ends[index] ?? '')).join('');
        const borders = [0, ...cuts.map((cut) => Math.min(cut, reply.length)).sort((a, b) => a - b), reply.length];
        const whole = extract({ text: reply }, { runtime });
        expect(faultsOf(whole)).toEqual([]);
        const stream = openStream({ runtime });
        for (const [index, from] of borders.slice(0, -1).entries()) stream.push(reply.slice(from, borders[index + 1]));
        expect(JSON.stringify(stream.end().extraction)).toBe(JSON.stringify(whole));
      },
    ),
    { numRuns: 500 },
  );
});

it('says from where it holds text back under auto', () => {
  const stream = openStream({ runtime: 'auto' });
  expect(stream.withheld()).toBeNull();
  const visible = contentOf(stream.push('Hm.\n<tool_call>{"name": "f"'));
  expect(stream.withheld()).toEqual({ from: visible.length, why: 'undecided', mayBecome: [] });
});

it('keeps every chunk of a long reply', () => {
  for (const length of [1023, 1024, 1025, 2500]) {
    const reply = Array.from({ length }, (_, index) => String(index % 10)).join('');
    const stream = openStream();
    for (const sign of reply) stream.push(sign);
    expect(stream.end().extraction.document).toBe(reply);
  }
});
