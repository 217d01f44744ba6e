import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './ensure-chromium.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = `${root}node_modules/.cache/callscope/reports`;

/** @typedef {{ passed: number, failed: number, skipped: number, unsteady: string[] }} Counts */
/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} VitestReport */
/** @typedef {{ file: string, line: number, title: string, tests: { status: string }[] }} PlaywrightSpec */
/** @typedef {{ specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: PlaywrightSuite[] }} PlaywrightReport */
/** @typedef {{ title: string, command: string, env?: Record<string, string>, count?: () => Counts }} Step */

/**
 * @param {string} file
 * @returns {unknown}
 */
function readReport(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * @param {string} file
 * @returns {Counts}
 */
function countVitest(file) {
  const report = /** @type {VitestReport} */ (readReport(file));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    unsteady: [],
  };
}

/**
 * @param {string} file
 * @returns {Counts}
 */
function countPlaywright(file) {
  const { stats, suites } = /** @type {PlaywrightReport} */ (readReport(file));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    unsteady: unsteadyOf(suites),
  };
}

/**
 * What passed at its second try only.
 *
 * @param {PlaywrightSuite[]} suites
 * @returns {string[]} each with its file and line
 */
function unsteadyOf(suites) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...unsteadyOf(inner),
  ]);
}

/**
 * @param {string} title
 * @param {string} name of the npm script
 * @returns {Step}
 */
function vitest(title, name) {
  const file = `${reports}/${name.replace(':', '-')}.json`;
  return {
    title,
    command: `npm run --silent ${name} -- --reporter=default --reporter=json --outputFile.json="${file}"`,
    count: () => countVitest(file),
  };
}

/**
 * The steps of each list run one after another, and the lists at the same time: none of them keeps two cores busy alone, and
 * they take about as long. The first that fails is reported first: one unresolved import makes the typed lint rules complain
 * a hundred times.
 *
 * @type {Step[][]}
 */
const sideBySide = [
  [
    { title: 'types', command: 'npm run --silent check' },
    { title: 'build', command: 'npm run --silent build -- --logLevel warn' },
    { title: 'size of the first load', command: 'npm run --silent size' },
    { title: 'lint', command: 'npm run --silent lint:code' },
  ],
  [
    { title: 'lint of components', command: 'npm run --silent lint:components' },
    { title: 'unused code', command: 'npm run --silent lint:unused' },
    { title: 'layout of the code', command: 'npm run --silent lint:format' },
  ],
  [vitest('tests in the browser', 'test:browser')],
];

/** @type {Step[]} these use all cores; cheap ones first: a typing mistake should not wait for a browser */
const inTurn = [
  vitest('unit tests', 'test:unit'),
  {
    title: 'tests of the built page',
    command: 'npm run --silent test:e2e -- --reporter=list,json',
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${reports}/e2e.json` },
    count: () => countPlaywright(`${reports}/e2e.json`),
  },
];

/**
 * For everything that runs here. Most of what our tests make is young and gone at once: with more room for it Node collects
 * less often, which takes a seventh off the unit tests.
 */
const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/**
 * Keeps the output until the end: that of several commands would mix.
 *
 * @param {string} command
 * @returns {Promise<{ status: number | null, output: string, seconds: string }>}
 */
function run(command) {
  const start = performance.now();
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_OPTIONS: nodeOptions };
    const child = spawn(command, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'], env });
    /** @type {Buffer[]} */
    const output = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (/** @type {Buffer} */ chunk) => {
        output.push(chunk);
      });
    child.on('close', (status) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      resolve({ status, output: Buffer.concat(output).toString(), seconds });
    });
  });
}

/** @param {Step[]} list */
async function runInTurn(list) {
  const runs = [];
  for (const step of list) runs.push({ ...step, ...(await run(step.command)) });
  return runs;
}

/** @param {Counts} total what is added to */
async function runSideBySide(total) {
  const titles = sideBySide.flat().map(({ title }) => title);
  console.log(`\n=== ${titles.join(', ')}`);
  // All of them, so that none goes on alone after a failure.
  const runs = (await Promise.all(sideBySide.map(runInTurn))).flat();
  for (const { title, status, output, seconds, count } of runs) {
    process.stdout.write(output);
    if (status !== 0) stop(`Stopped: ${title} failed after ${seconds} s.`);
    console.log(`--- ${title}: ${seconds} s`);
    add(total, count);
  }
}

/** @param {Counts} total */
function runOneByOne(total) {
  for (const { title, command, env, count } of inTurn) {
    console.log(`\n=== ${title}`);
    const start = performance.now();
    const { status } = spawnSync(command, {
      cwd: root,
      stdio: 'inherit',
      shell: true,
      env: { ...process.env, ...env, NODE_OPTIONS: nodeOptions },
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (status !== 0) stop(`Stopped: ${title} failed after ${seconds} s.`);
    console.log(`--- ${title}: ${seconds} s`);
    add(total, count);
  }
}

/**
 * @param {Counts} total
 * @param {Step['count']} count
 */
function add(total, count) {
  if (count === undefined) return;
  const { passed, failed, skipped, unsteady } = count();
  total.unsteady.push(...unsteady);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

/** Everything a change has to pass; stops at the first that fails. */
export async function verify() {
  ensureChromium();
  // Counts of an earlier run must not be taken for this one's.
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const total = { passed: 0, failed: 0, skipped: 0, unsteady: /** @type {string[]} */ ([]) };
  await runSideBySide(total);
  runOneByOne(total);
  for (const name of total.unsteady) console.log(`\nPassed only at its second try, a fault to mend: ${name}`);
  if (total.skipped > 0) console.log(`\n${total.skipped} tests were skipped.`);
  if (total.failed > 0) stop(`${total.passed} passed, ${total.failed} failed`);
  console.log(`\n${total.passed} passed, 0 failed`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await verify();
