import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = `${root}node_modules/.cache/callscope/bench`;

// Bundled first because Node 20 cannot run TypeScript; not minified, so that profiles name the real functions.
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    rolldownOptions: { input: ['bench/index.ts', 'bench/page.ts', 'bench/batch.ts'] },
    outDir,
    emptyOutDir: true,
    minify: false,
    target: 'node20',
  },
});

/**
 * A process of its own: nothing of the bundler shares its heap or its compiled code.
 * @param {string} file
 * @param {string[]} args
 * @param {string[]} [flags]
 */
function run(file, args, flags = ['--expose-gc', '--max-semi-space-size=64']) {
  const { status } = spawnSync(process.execPath, [...flags, `${outDir}/${file}`, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}

const [part, ...args] = process.argv.slice(2);
if (part === undefined || part === 'core') run('index.js', args);
if (part === undefined || part === 'page') run('page.js', args);
// Without flags: that of the young generation holds for workers too, whatever limits they are given, and is what it would measure.
if (part === undefined || part === 'batch') run('batch.js', args, []);
if (part === 'batch') run('page.js', ['batch', ...args]);
if (part !== undefined && !['core', 'page', 'batch'].includes(part)) {
  console.error(
    'Usage: npm run bench [-- page [typing | template | batch | start] | core [--engines project-or-runtime | --profile name] | batch [replies]]',
  );
  process.exitCode = 1;
}
