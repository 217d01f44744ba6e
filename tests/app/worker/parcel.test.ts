import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, textsIn, unpack } from '../../../src/app/worker/parcel.ts';

describe('a parcel', () => {
  it('brings what was packed, as JSON would', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const parcel = structuredClone(pack(value));
        expect(unpack(parcel)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('leaves out what JSON leaves out', () => {
    expect(unpack(pack({ a: undefined, b: { c: undefined, d: null } }))).toEqual({ b: { d: null } });
  });

  it('takes own keys only, also the one that is a setter elsewhere', () => {
    const value = JSON.parse('{"__proto__": {"x": "y"}}') as object;
    const brought = unpack(pack(value)) as object;
    expect(Object.keys(brought)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(brought)).toBe(Object.prototype);
  });

  it('sends texts as they are and long lists in pieces', () => {
    const items = Array.from({ length: 4500 }, (_, index) => ({ from: index }));
    expect(pack({ text: 'x', items })).toMatchObject({
      fields: [
        ['text', { text: 'x' }],
        ['items', { lists: { length: 3 } }],
      ],
    });
    expect(unpack(pack(items))).toEqual(items);
  });

  it('does not bring back a long text that came with the question', () => {
    const question = pack({ kind: 'extract', text: 'x'.repeat(5000), tools: '' });
    const texts = textsIn(structuredClone(question));
    expect(texts).toEqual(textsIn(question));
    const answer = { document: 'x'.repeat(5000), other: 'y'.repeat(5000), short: '' };
    const parcel = structuredClone(pack(answer, texts));
    expect(parcel).toMatchObject({
      fields: [
        ['document', { shared: 1 }],
        ['other', {}],
        ['short', { text: '' }],
      ],
    });
    expect(unpack(parcel, textsIn(question))).toEqual(answer);
  });
});
