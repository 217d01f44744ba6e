import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extract, openStream } from '../../src/core/index.ts';

const text = 'Gauge:\r\n~~~tool_call\n{"name": "read_gauge", "arguments": {"dial": "oil 🔧"}}\n~~~\nDone.';

it('gives the extraction of the whole text, however it is cut', () => {
  const whole = extract({ text });
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const borders = [0, ...cuts.sort((a, b) => a - b), text.length];
      const stream = openStream();
      let visible = '';
      for (const [index, from] of borders.slice(0, -1).entries())
        visible += stream.push(text.slice(from, borders[index + 1])).visible;
      const end = stream.end();
      expect(end.extraction).toEqual(whole);
      expect(visible + end.visible).toBe('Gauge:\r\n\nDone.');
    }),
  );
});
