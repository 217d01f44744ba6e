import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { filesOfZip } from '../../../src/app/parser-file/zip.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const isPython = (path: string): boolean => path.endsWith('.py');

test('a folder of files in a zip, without what the system puts beside them', async () => {
  const zip = zipSync({
    'my/parser.py': bytes('x = "ö"'),
    'my/utils/helper.py': bytes('y = 1'),
    'my/README.md': bytes('no'),
    '__MACOSX/my/._parser.py': bytes('no'),
    'my/.venv/lib.py': bytes('no'),
  });
  const files = filesOfZip(zip, isPython) ?? [];
  expect(files.map(({ name, webkitRelativePath }) => [name, webkitRelativePath])).toEqual([
    ['parser.py', 'my/parser.py'],
    ['helper.py', 'my/utils/helper.py'],
  ]);
  expect(await files[0]?.text()).toBe('x = "ö"');
});

test('a file that becomes far larger is left out, and what is no zip is said', () => {
  const zip = zipSync({ 'large.py': new Uint8Array(9 * 1024 * 1024), 'small.py': bytes('a') });
  expect(filesOfZip(zip, isPython)?.map(({ name }) => name)).toEqual(['small.py']);
  expect(filesOfZip(bytes('PK no zip'), isPython)).toBeNull();
  expect(filesOfZip(zip.slice(0, zip.length - 30), isPython)).toBeNull();
});
