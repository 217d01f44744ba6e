import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

// What the originals answered (tests/conformance/golden). A small file is plain, a large one gzipped: its name says which, and
// nobody else asks.

/** From the root of the project. */
export const FOLDER = 'tests/conformance/golden';

const root = new URL('golden/', import.meta.url);

/** A larger file is gzipped. All as plain text would be 18 MB, six times what they take now. */
export const LARGEST_PLAIN = 48 * 1024;

/** The files of the folder, as they lie there. */
export const storedFiles: readonly string[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.jsonl?(\.gz)?$/.test(name))
  .sort();

/** Their names without `.gz`, such as `engines/vllm/xlam.jsonl`. */
export const goldenNames: readonly string[] = storedFiles.map((name) => name.replace(/\.gz$/, '')).sort();

/** The text of a file by its name without `.gz`. */
export function goldenText(name: string): string {
  const plain = new URL(name, root);
  if (existsSync(plain)) return readFileSync(plain, 'utf8');
  return gunzipSync(readFileSync(new URL(`${name}.gz`, root))).toString();
}

/** The lines of a `.jsonl` file, each of them JSON. */
export function goldenLines(name: string): unknown[] {
  return goldenText(name)
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      try {
        return JSON.parse(line) as unknown;
      } catch (error) {
        throw new Error(`Line ${String(index + 1)} of ${FOLDER}/${name} is no JSON: ${String(error)}`, {
          cause: error,
        });
      }
    });
}
