import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastMember, partsOf, readJavascriptJson } from '../../../../src/core/text/languages/javascript/json.ts';

const spaced = fc
  .jsonValue({ maxDepth: 4 })
  .chain((value) =>
    fc.constantFrom(JSON.stringify(value), JSON.stringify(value, null, '\t'), ` ${JSON.stringify(value, null, 1)}\r\n`),
  );

it('finds the values in a container', () => {
  fc.assert(
    fc.property(spaced, (text) => {
      const value: unknown = JSON.parse(text);
      const parts = partsOf(text, text.search(/\S/));
      const read = parts.map(({ key, from, to }) => [key, JSON.parse(text.slice(from, to)) as unknown]);
      if (Array.isArray(value)) expect(read).toEqual(value.map((item: unknown) => [null, item]));
      else if (typeof value === 'object' && value !== null) expect(read).toEqual(Object.entries(value));
      else expect(read).toEqual([]);
    }),
  );
});

it('takes the last of equal keys, by what they spell', () => {
  const text = String.raw`{"name":"a","n\u0061me":["b,}"],"x":{"name":1}}`;
  const place = lastMember(partsOf(text, 0), 'name');
  expect(text.slice(place?.from, place?.to)).toBe('["b,}"]');
  expect(lastMember(partsOf(text, 0), 'id')).toBeNull();
});

it('reads what JavaScript makes of a value that is no text', () => {
  const values = [null, 5, ['{"a":1}'], { a: 1 }, undefined].map((given) => readJavascriptJson(given));
  expect(values.map((reading) => (reading.ok ? reading.value : 'refused'))).toEqual([
    null,
    5,
    { a: 1 },
    'refused',
    'refused',
  ]);
});

it('names the first character that is refused', () => {
  const reading = readJavascriptJson('{"a": 1,}');
  expect(reading).toMatchObject({ ok: false, error: { at: 8, code: 'unexpected-character' } });
});

it('never throws for an object without a text', () => {
  expect(readJavascriptJson({ toString: 1, valueOf: 1 }).ok).toBe(false);
});
