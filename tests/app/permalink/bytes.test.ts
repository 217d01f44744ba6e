import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { checksum, findForeign, fromBase64Url, toBase64Url } from '../../../src/app/permalink/bytes.ts';

test('base64url is that of Node, both ways', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const text = toBase64Url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(fromBase64Url(text)).toEqual(new Uint8Array(bytes));
      expect(findForeign(text)).toBe(-1);
    }),
    { seed: 1 },
  );
});

test('a foreign character is found at its place', () => {
  expect(['', 'a b', '+', 'ab/', 'é', 'ab\ud83d\ude00', 'A\u0000'].map(findForeign)).toEqual([-1, 1, 0, 2, 0, 2, 1]);
});

test('the checksum is CRC-32', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const expected = Buffer.alloc(4);
      expected.writeUInt32BE(crc32(bytes));
      expect(checksum(bytes)).toBe(expected.toString('base64url'));
    }),
    { seed: 1 },
  );
});
