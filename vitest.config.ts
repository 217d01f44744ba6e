import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './scripts/chromium.js';
import { countBlocks } from './scripts/count-blocks.js';

/** Slow machines are no fault: this stops a test that hangs. */
const patient = { testTimeout: 120_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

/** Every project with properties. */
const sameEveryRun = { ...patient, setupFiles: ['tests/same-every-run.ts'] };

export default defineConfig({
  test: {
    // Vitest leaves a core to itself; of two that is half of the time.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...sameEveryRun,
          name: 'unit',
          // Modules are loaded once for all files of a worker: the core has no state (tests/pure.test.ts), and loading it again
          // for each file took half of the time.
          isolate: false,
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: [
            'tests/browser/**',
            'tests/browsers/**',
            'tests/e2e/**',
            'tests/linear/**',
            'tests/**/*.svelte.test.ts',
          ],
        },
      },
      {
        // Tests that count what is executed.
        plugins: [countBlocks()],
        test: {
          ...sameEveryRun,
          name: 'linear',
          isolate: false,
          environment: 'node',
          include: ['tests/linear/**/*.test.ts'],
          // Four of its files take more than half of its time: `npm run test:long` has them.
          exclude:
            process.env.CALLSCOPE_LONG === undefined
              ? ['tests/linear/{streams,evidence,half-markers,diagnose}.test.ts']
              : [],
        },
      },
      {
        // Tests of rune modules (the store) that need no DOM. Apart from `unit` because browser compilation
        // also rewrites `new URL('./file', import.meta.url)`, which the other tests use to find their fixtures.
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          ...sameEveryRun,
          name: 'runes',
          isolate: false,
          environment: './scripts/runes-environment.js',
          include: ['tests/**/*.svelte.test.ts'],
          exclude: ['tests/browser/**', 'tests/e2e/**'],
        },
      },
      {
        // The built page under other browsers; no part of `npm test`.
        test: {
          ...patient,
          name: 'other-browsers',
          environment: 'node',
          include: ['tests/browsers/**/*.test.ts'],
        },
      },
      {
        plugins: [svelte()],
        worker: { format: 'es' },
        test: {
          ...patient,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: launchOptions(),
              // A browser without windows asks nobody, and refuses.
              contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
