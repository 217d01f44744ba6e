import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { buildReports } from './build-reports.js';

/** Of the first load, and of each engine. */
const limit = 60 * 1024;
/** Of the chunk that renders chat templates. */
const templatesLimit = 45 * 1024;
/** Of what reads a paste, with what a reply needs: every page fetches it after the first answer. */
const pasteLimit = 128 * 1024;
// Nearly all of these weigh more than the whole budget; in the first load they would also start before anyone asked.
const neverFirst = ['monaco-editor', '@mlc-ai/web-llm', '@wllama/wllama', 'gpt-tokenizer', 'typebox'];

/** @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk */

const dist = new URL('../dist/', import.meta.url);

/** @param {string} file */
function readReport(file) {
  try {
    return /** @type {unknown} */ (JSON.parse(readFileSync(buildReports + file, 'utf8')));
  } catch (error) {
    console.error(`Cannot read ${buildReports}${file}: run "npm run build" first.`);
    throw error;
  }
}

if (!existsSync(new URL('index.html', dist))) {
  console.error('There is no build to weigh. Run "npm run build" first.');
  process.exit(1);
}

const manifest = /** @type {Record<string, Chunk>} */ (readReport('manifest.json'));
const packages = /** @type {Record<string, string[]>} */ (readReport('packages.json'));
/** For the page and for each worker that runs engines: the files that come with each engine. */
const builds = /** @type {Record<string, string[]>[]} */ (readReport('engines.json'));

/**
 * Adds what the browser fetches before a chunk can run: the chunk, its static imports and their CSS.
 * @param {string} key
 * @param {Set<string>} files
 */
function collect(key, files) {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The manifest has no chunk "${key}".`);
  files.add(chunk.file);
  for (const css of chunk.css ?? []) files.add(css);
  for (const imported of chunk.imports ?? []) if (!files.has(manifest[imported]?.file ?? '')) collect(imported, files);
}

// The manifest does not say which chunk is the page's: index.html does.
const named = readFileSync(new URL('index.html', dist), 'utf8').matchAll(/ (?:src|href)="\.\/(assets\/[^"]+)"/g);
/** @type {Set<string>} */
const files = new Set(Array.from(named, ([, file = '']) => file));
if (files.size === 0) throw new Error('dist/index.html asks for no file.');
for (const [key, { file }] of Object.entries(manifest))
  if (files.has(file) && file.endsWith('.js')) collect(key, files);

/** @param {string} file */
function weigh(file) {
  const built = new URL(file, dist);
  if (!existsSync(built))
    throw new Error(`dist has no ${file}: the reports are of another build. Run "npm run build".`);
  return gzipSync(readFileSync(built), { level: 9 }).length;
}

const rows = [...files].map((file) => ({
  file,
  bytes: weigh(file),
  packages: packages[file] ?? [],
}));
const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);

/** @param {number} bytes */
const kib = (bytes) => `${(bytes / 1024).toFixed(1).padStart(6)} KiB`;
for (const row of rows) console.log(`${kib(row.bytes)}  ${row.file}  ${row.packages.join(', ')}`);
console.log(`${kib(total)}  gzip of the first load, of ${kib(limit).trim()}`);

const intruders = rows.flatMap((row) => row.packages.filter((name) => neverFirst.includes(name)));
if (intruders.length > 0) {
  console.error(`The first load must not contain ${intruders.join(', ')}: import it lazily.`);
  process.exitCode = 1;
}
if (total > limit) {
  console.error(
    `The first load is ${total - limit} bytes above its budget. Import something of it lazily: \`dist/.vite/manifest.json\` names its files.`,
  );
  process.exitCode = 1;
}

const list = readFileSync(new URL('../src/core/reader/runtimes.ts', import.meta.url), 'utf8');
const engines = Array.from(list.matchAll(/\bimport\('\.\.\/engines\/([^']+)\/index\.ts'\)/g), ([, id = '']) => id);
if (engines.length === 0 || builds.length < 2) {
  console.error('No engine was found in the page and in its worker: they must be loaded lazily.');
  process.exitCode = 1;
}
for (const id of engines) {
  for (const [index, build] of builds.entries()) {
    const where = index === builds.length - 1 ? 'page' : 'worker';
    const own = build[id] ?? [];
    if (own.length === 0 || files.has(own[0] ?? '')) {
      console.error(`The engine ${id} is no chunk of its own in a ${where}.`);
      process.exitCode = 1;
    }
    for (const [place, file] of own.entries()) {
      const bytes = weigh(file);
      const what = place === 0 ? `the engine ${id}` : `what ${id} shares with other engines`;
      console.log(`${kib(bytes)}  ${file}  gzip of ${what} in a ${where}, of ${kib(limit).trim()}`);
      if (bytes <= limit) continue;
      console.error(`${file} is ${kib(bytes - limit).trim()} above the budget of a chunk of engines.`);
      process.exitCode = 1;
    }
  }
}

for (const [index, build] of builds.entries()) {
  // What they share with engines is weighed there.
  const shared = new Set(engines.flatMap((id) => build[id] ?? []));
  const own = (build['templates'] ?? []).filter((file) => !shared.has(file) && !files.has(file));
  if (own.length === 0) continue;
  const where = index === builds.length - 1 ? 'page' : 'worker';
  const bytes = own.reduce((sum, file) => sum + weigh(file), 0);
  console.log(
    `${kib(bytes)}  ${own.join(' ')}  gzip of chat templates in a ${where}, of ${kib(templatesLimit).trim()}`,
  );
  if (bytes <= templatesLimit) continue;
  console.error(`Chat templates are ${kib(bytes - templatesLimit).trim()} above their budget in a ${where}.`);
  process.exitCode = 1;
}

/** @type {Set<string>} */
const withPaste = new Set();
// Several views import them, so the manifest has them by the names of their chunks.
for (const name of ['read-paste', 'reply']) {
  const key = Object.keys(manifest).find((one) => one.startsWith(`_${name}-`)) ?? name;
  collect(key, withPaste);
}
const ofPaste = [...withPaste].filter((file) => !files.has(file));
const pasteBytes = ofPaste.reduce((sum, file) => sum + weigh(file), 0);
console.log(`${kib(pasteBytes)}  ${ofPaste.join(' ')}  gzip of what reads a paste, of ${kib(pasteLimit).trim()}`);
if (pasteBytes > pasteLimit) {
  console.error(`What reads a paste is ${kib(pasteBytes - pasteLimit).trim()} above its budget.`);
  process.exitCode = 1;
}
