// Runs before anything is installed: Node's own modules only, until ensureInstalled has returned.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './ensure-install.js';

const root = fileURLToPath(new URL('..', import.meta.url));
// The examples in the page are test fixtures, so they are sources too.
const sources = [
  'src',
  'public',
  'tests/fixtures',
  'index.html',
  'vite.config.ts',
  'svelte.config.js',
  'scripts/headers.js',
  'package-lock.json',
];

/**
 * @param {string} path
 * @returns {number} the time of the newest file at or below the path; 0 when there is none
 */
function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  // The folder's own time counts as well: deleting a file changes only that.
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

// Not 4173, which the tests of the built page need for themselves.
const { values } = parseArgs({
  options: { port: { type: 'string', default: '4174' }, host: { type: 'string', default: '127.0.0.1' } },
});

process.chdir(root);
ensureInstalled();
const vite = await import('vite');

const isStale = newest('dist/index.html') < Math.max(...sources.map(newest));
if (isStale) {
  console.log('Building ...');
  await vite.build({ logLevel: 'warn' });
}
// Not strict: when the port is taken the next free one serves as well.
const server = await vite.preview({ logLevel: 'warn', preview: { host: values.host, port: Number(values.port) } });
const urls = server.resolvedUrls;
console.log(`Callscope is ready: ${urls?.local[0] ?? urls?.network[0] ?? 'no address'} (Ctrl+C stops it)`);
