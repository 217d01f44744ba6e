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
    rollupOptions: { input: ['bench/index.ts', 'bench/page.ts'] },
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
 */
function run(file, args) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', `${outDir}/${file}`, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}

const args = process.argv.slice(2);
// The core alone when it is asked for something; the page alone by its name.
if (args[0] !== 'page') run('index.js', args);
if (args[0] === 'page' || args.length === 0) run('page.js', []);
