// Finds dead code. `npm run lint:unused` runs it twice:
//
// - `knip` counts tests, benchmarks and scripts as users. It reports files, exports, types and packages that nobody uses.
// - `knip --production` sees only what ends in `!` below: the page, its workers and the conformance adapter, which
//   comparisons outside this repository use. It reports what serves tests alone. The core's door, src/core/index.ts, is
//   no entry: each of its names has a user on the page or in the adapter.
//
// A test goes through what the page uses, or imports the module itself instead of the door. Where it needs an export of
// its own, the comment of that export has the tag `@internal` and says what tests do with it; the second run skips those.

/** @type {import('knip').KnipConfig} */
export default {
  // src/main.ts is the script of index.html; tests and configs are found through package.json and their tools.
  entry: [
    'src/offline/service-worker.ts!',
    'src/**/*.worker.ts!',
    'tests/conformance/adapter.ts!',
    'bench/{index,page}.ts',
    'scripts/make-*.js',
  ],
  project: [
    'src/**/*.{ts,svelte}!',
    // Serves the build: vite.config.ts imports it.
    '!src/offline/precache.ts!',
    'tests/**/*.{ts,svelte}',
    'bench/**/*.ts',
    'scripts/**/*.js',
  ],
};
