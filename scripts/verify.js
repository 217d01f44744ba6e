import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './ensure-chromium.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = `${root}node_modules/.cache/callscope/reports`;

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} VitestReport */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport */
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
  };
}

/**
 * @param {string} file
 * @returns {Counts}
 */
function countPlaywright(file) {
  const { stats } = /** @type {PlaywrightReport} */ (readReport(file));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
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
 * The steps of each list run one after another, and the two lists at the same time: each uses one core, and they take about
 * as long. The first that fails is reported first: one unresolved import makes the typed lint rules complain a hundred times.
 *
 * @type {Step[][]}
 */
const sideBySide = [
  [
    { title: 'types', command: 'npm run --silent check' },
    { title: 'unused code', command: 'npm run --silent lint:unused' },
    { title: 'layout of the code', command: 'npm run --silent lint:format' },
    { title: 'build', command: 'npm run --silent build -- --logLevel warn' },
  ],
  [{ title: 'lint', command: 'npm run --silent lint:code' }],
];

/** @type {Step} */
const size = { title: 'size of the first load', command: 'npm run --silent size' };

/** They wait for nothing but the processor. */
const unitTests = vitest('unit tests', 'test:unit');

/** @type {Step[]} They often wait for a page: the unit tests run meanwhile, and give way to them. */
const browserTests = [
  vitest('tests in the browser', 'test:browser'),
  {
    title: 'tests of the built page',
    command: 'npm run --silent test:e2e -- --reporter=list,json',
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${reports}/e2e.json` },
    count: () => countPlaywright(`${reports}/e2e.json`),
  },
];

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/**
 * @typedef {{ status: number | null, output: string, seconds: string }} Ended
 * @typedef {{ keeps?: boolean, givesWay?: boolean }} Manner `keeps`: the output comes at the end, because that of several
 *   commands would mix. `givesWay`: whatever else runs goes first.
 */

/**
 * @param {Step} step
 * @param {Manner} manner
 * @returns {Promise<Ended>}
 */
function run({ command, env }, { keeps = false, givesWay = false } = {}) {
  const start = performance.now();
  return new Promise((resolve) => {
    const stdio = keeps ? 'pipe' : 'inherit';
    const child = spawn(command, {
      cwd: root,
      shell: true,
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, ...env },
    });
    if (givesWay && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    /** @type {Buffer[]} */
    const output = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (/** @type {Buffer} */ chunk) => {
        output.push(chunk);
      });
    child.on('close', (status) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      resolve({ status, output: Buffer.concat(output).toString(), seconds });
    });
  });
}

/**
 * @param {Step} step
 * @param {Ended} ended
 */
function report({ title }, { status, output, seconds }) {
  process.stdout.write(output);
  if (status !== 0) stop(`Stopped: ${title} failed after ${seconds} s.`);
  console.log(`--- ${title}: ${seconds} s`);
}

/** @param {Step[]} list */
async function runInTurn(list) {
  /** @type {[Step, Ended][]} */
  const runs = [];
  for (const step of list) runs.push([step, await run(step, { keeps: true })]);
  return runs;
}

async function runSideBySide() {
  const titles = sideBySide.flat().map(({ title }) => title);
  console.log(`\n=== ${titles.join(', ')}`);
  // All of them, so that none goes on alone after a failure.
  for (const [step, ended] of (await Promise.all(sideBySide.map(runInTurn))).flat()) report(step, ended);
}

/** Everything a change has to pass; stops at the first that fails. */
export async function verify() {
  ensureChromium();
  // Counts of an earlier run must not be taken for this one's.
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await runSideBySide();
  console.log(`\n=== ${size.title}`);
  report(size, await run(size));

  console.log(`\n=== ${unitTests.title}, meanwhile ${browserTests.map(({ title }) => title).join(' and ')}`);
  const units = run(unitTests, { keeps: true, givesWay: true });
  /** @type {[Step, Ended][]} */
  const ends = [];
  for (const step of browserTests) {
    const ended = await run(step);
    ends.push([step, ended]);
    if (ended.status !== 0) break;
  }
  // Also where a page failed: both are worth knowing.
  report(unitTests, await units);
  for (const [step, ended] of ends) report(step, ended);

  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { count } of [unitTests, ...browserTests]) {
    const counts = count?.() ?? { passed: 0, failed: 0, skipped: 0 };
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  if (total.skipped > 0) console.log(`\n${total.skipped} tests were skipped.`);
  if (total.failed > 0) stop(`${total.passed} passed, ${total.failed} failed`);
  console.log(`\n${total.passed} passed, 0 failed`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await verify();
