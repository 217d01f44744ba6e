import { deflateSync } from 'fflate';
import { checksum, toBase64Url } from './bytes.ts';
import { dictionaries } from './dictionary.ts';

/** JSON text as a link holds it: `<version>.<checksum>.<payload>`, deflated against the dictionary of that version. */
export function packed(version: number, text: string): string {
  const json = new TextEncoder().encode(text);
  const dictionary = dictionaries.get(version);
  const payload = deflateSync(json, dictionary === undefined ? { level: 9 } : { level: 9, dictionary });
  return `${String(version)}.${checksum(json)}.${toBase64Url(payload)}`;
}
