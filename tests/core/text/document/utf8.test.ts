import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeUtf8 } from '../../../../src/core/text/document/utf8.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

it('decodes like a browser, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(decodeUtf8(bytes)).toBe(decoder.decode(bytes));
    }),
    { numRuns: 500 },
  );
  const edges = fc.constantFrom(
    0x00,
    0x41,
    0x7f,
    0x80,
    0x9f,
    0xa0,
    0xbf,
    0xc0,
    0xc2,
    0xdf,
    0xe0,
    0xed,
    0xef,
    0xf0,
    0xf4,
    0xf5,
  );
  fc.assert(
    fc.property(fc.array(edges, { maxLength: 8 }), (bytes) => {
      expect(decodeUtf8(bytes)).toBe(decoder.decode(new Uint8Array(bytes)));
    }),
    { numRuns: 2000 },
  );
});

it('decodes what is long', () => {
  const text = 'ä🔧a'.repeat(5000);
  expect(decodeUtf8(new TextEncoder().encode(text))).toBe(text);
});
