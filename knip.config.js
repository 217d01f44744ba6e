// Finds dead code. `npm run lint:unused` runs it twice:
//
// - `knip` counts tests, benchmarks and scripts as users. It reports files, exports, types and packages that nobody uses.
// - `knip --production` sees only what ends in `!` below: the page, its workers and the conformance adapter, which
//   comparisons outside this repository use. It reports what serves tests alone. The core's door, src/core/index.ts, is
//   no entry: each of its names has a user on the page or in the adapter.
//
// A test goes through what the page uses, or imports the module itself instead of the door. Where it needs an export of
// its own, the comment of that export has the tag `@internal` and says what tests do with it; the second run skips those.

/**
 * A component as a script: what is in its script elements, and after it what its markup fetches on demand. What an
 * instance exports is for `bind:this`, which no import shows.
 *
 * @param {string} source
 */
function scriptOf(source) {
  const scripts = [...source.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)].map(([, attributes = '', text = '']) =>
    attributes.includes('module') ? text : text.replaceAll(/^( *)export (?=function|const)/gm, '$1'),
  );
  const markup = source.replaceAll(/<script[^>]*>[^]*?<\/script>/g, '');
  return [...scripts, ...(markup.match(/import\('[^']+'\)/g) ?? [])].join(';\n');
}

/** @type {import('knip').KnipConfig} */
export default {
  compilers: { svelte: scriptOf },
  // What an exported function takes or answers is exported with it, whoever names it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // src/main.ts is the script of index.html; tests and configs are found through package.json and their tools.
  entry: [
    'src/app/offline/service-worker.ts!',
    'src/**/*.worker.ts!',
    'tests/conformance/adapter.ts!',
    'bench/{index,page,batch}.ts',
    'scripts/make-*.js',
    'tests/fuzz/fuzz.ts',
    // The test of lessons reads the file that is named as the lesson.
    'tests/data/lessons/answers/*.ts',
  ],
  // Its templates are in a source file that its exports do not name: tests/core/templates/real-templates.ts reads it.
  ignoreDependencies: ['@huggingface/ollama-utils'],
  project: [
    'src/**/*.{ts,svelte}!',
    // Serves the build: vite.config.ts imports it.
    '!src/app/offline/precache.ts!',
    'tests/**/*.{ts,svelte}',
    'bench/**/*.ts',
    'scripts/**/*.js',
  ],
};
