import type { SourceProblem } from '../../../../core/index.ts';

/** What is needed of a `Blob`. */
export interface FileBytes {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** The first bytes of a file; null where the browser cannot read it. */
export async function bytesOf(file: FileBytes, length: number): Promise<Uint8Array | null> {
  const slice = await file
    .slice(0, Math.min(length, file.size))
    .arrayBuffer()
    .catch(() => null);
  return slice === null ? null : new Uint8Array(slice);
}

/**
 * Reads as much of the header of a GGUF file as there is, and no more.
 *
 * @param begin its first bytes
 * @param read says how many bytes it needs, where these are not enough
 */
export async function readGgufHeader<Reading extends object>(
  file: FileBytes,
  begin: Uint8Array,
  read: (bytes: Uint8Array, total: number) => Reading | { readonly need: number },
): Promise<Reading | { readonly ok: false; readonly problem: SourceProblem }> {
  let bytes = begin;
  for (;;) {
    const reading = read(bytes, file.size);
    if (!('need' in reading)) return reading;
    const more = await bytesOf(file, reading.need);
    // A file that shrinks while it is read ends before what its size said.
    if (more === null || more.length <= bytes.length) {
      return { ok: false, problem: { code: 'gguf-cut', byte: bytes.length, bytes: file.size } };
    }
    bytes = more;
  }
}
