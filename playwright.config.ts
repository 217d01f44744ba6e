import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from './scripts/chromium.js';

/** Another checkout on the same machine may be testing too. */
const port = process.env.CALLSCOPE_E2E_PORT ?? '4173';
const page = `http://127.0.0.1:${port}/`;

const { args, ...launch } = launchOptions();
/**
 * V8 without its optimizing compilers and its helper threads: most journeys end before optimized code pays for itself, and
 * the other core has a browser of its own. The bench has the whole V8.
 */
const engine = '--js-flags=--single-threaded --no-opt --no-maglev --liftoff-only';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  fullyParallel: true,
  // Walks through everything, which rarely find what the others do not: `npm run test:long` has them.
  ...(process.env.CALLSCOPE_LONG === undefined ? { grepInvert: /@long/ } : { grep: /@long/ }),
  workers: 2,
  // One of hundreds that met a moment nobody meets must not hold back a day's work; `npm test` ends with the names of those
  // that passed only at their second try, each a fault to mend. The long ones have one try.
  retries: process.env.CALLSCOPE_LONG === undefined ? 1 : 0,
  // Slow machines are no fault: these stop a test that hangs.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    baseURL: page,
    trace: 'off',
    // In a new context for each test the whole page would be compiled anew: more than a quarter of the time. Before each
    // test Playwright takes away what the one before stored, routed and emulated, but not what it was permitted: all are
    // permitted the same. Tests whose page stores whole models or a worker have a context each.
    reuseContext: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    // The worker fetches the whole build ahead, in every context anew: a fifth of the time. Tests about it allow it.
    serviceWorkers: 'block',
    // The names of controls as assistive technology gets them: otherwise the whole tree would be asked for at every stop.
    launchOptions: { ...launch, args: [...args, engine, '--enable-blink-features=ComputedAccessibilityInfo'] },
  },
  projects: [{ name: 'chromium', use: devices['Desktop Chrome'] }],
  // The built page, never the dev server: only the build has the content security policy and the real chunks.
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort`,
    url: page,
    // Whatever else listens there may be another checkout's page: better to fail than to test that one.
    reuseExistingServer: false,
  },
});
