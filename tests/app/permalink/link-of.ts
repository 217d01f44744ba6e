import { deflateSync } from 'fflate';
import { checksum, toBase64Url } from '../../../src/app/permalink/bytes.ts';
import { dictionaries } from '../../../src/app/permalink/dictionary.ts';

/** A link of version 1 with a right checksum around any bytes, as someone with bad intent could make it. */
export function linkOfBytes(bytes: Uint8Array): string {
  return `1.${checksum(bytes)}.${toBase64Url(deflateSync(bytes, { level: 6, dictionary: dictionaries.get(1)! }))}`;
}

export function linkOfJson(json: string): string {
  return linkOfBytes(new TextEncoder().encode(json));
}

export function linkOf(data: unknown): string {
  return linkOfJson(JSON.stringify(data));
}
