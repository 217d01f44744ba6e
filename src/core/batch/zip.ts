import { strToU8, zipSync } from 'fflate';

/** Text files as a ZIP, under their names. */
export function zipOf(files: readonly { readonly name: string; readonly text: string }[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)]))));
}
