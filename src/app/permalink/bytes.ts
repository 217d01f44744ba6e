import { Inflate } from 'fflate';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

// Value of each ASCII character in the alphabet, or 255.
const sextets = /* @__PURE__ */ (() => {
  const values = new Uint8Array(128).fill(255);
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  return values;
})();

/** The value of the character at `at`, 0 to 63, or 255 when it is not of the base64url alphabet. */
function sextetAt(text: string, at: number): number {
  return sextets[text.charCodeAt(at)] ?? 255;
}

/** Index of the first character that is not of the base64url alphabet, or -1. */
export function findForeign(text: string): number {
  for (let at = 0; at < text.length; at++) if (sextetAt(text, at) === 255) return at;
  return -1;
}

/** base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += alphabet.charAt((buffer >> bits) & 63);
    }
  }
  return bits === 0 ? text : text + alphabet.charAt((buffer << (6 - bits)) & 63);
}

/** The whole bytes of a base64url text without foreign characters; bits left over at its end are dropped. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let buffer = 0;
  let bits = 0;
  let written = 0;
  for (let at = 0; at < text.length; at++) {
    buffer = ((buffer << 6) | sextetAt(text, at)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[written++] = (buffer >> bits) & 255;
    }
  }
  return bytes;
}

const crcTable = /* @__PURE__ */ (() => {
  const table = new Int32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    table[byte] = crc;
  }
  return table;
})();

/** CRC-32 as in gzip and PNG, in 6 base64url characters. */
export function checksum(bytes: Uint8Array): string {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 255] ?? 0);
  crc = ~crc;
  return toBase64Url(Uint8Array.of(crc >>> 24, crc >>> 16, crc >>> 8, crc));
}

export type InflateResult =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  /** cut: the input ended inside the stream. damaged: it is no deflate stream. too-large: more than `cap` bytes came out. */
  | { readonly ok: false; readonly reason: 'cut' | 'damaged' | 'too-large' };

// Deflate makes at most 1,032 bytes of one, so a bomb overshoots the cap by at most 2 MiB before it is stopped.
const sliceLength = 2048;

/** Inflates a raw deflate stream until it ends or has given more than `cap` bytes. What follows its end is not looked at. */
export function inflateCapped(input: Uint8Array, dictionary: Uint8Array, cap: number): InflateResult {
  // fflate does not report the end of an empty input as an error.
  if (input.length === 0) return { ok: false, reason: 'cut' };
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate({ dictionary }, (part) => {
    parts.push(part);
    length += part.length;
  });
  try {
    for (let at = 0; at < input.length && length <= cap; at += sliceLength) {
      stream.push(input.subarray(at, at + sliceLength), at + sliceLength >= input.length);
    }
  } catch (error) {
    // The only error code that fflate gives to an early end; the rest means that the bits make no sense.
    return { ok: false, reason: isEarlyEnd(error) ? 'cut' : 'damaged' };
  }
  if (length > cap) return { ok: false, reason: 'too-large' };
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { ok: true, bytes };
}

function isEarlyEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 0;
}
