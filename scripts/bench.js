import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = `${root}node_modules/.cache/callscope/bench`;

if (!existsSync(`${root}bench/index.ts`)) {
  console.error('There is no bench/index.ts to run.');
  process.exit(1);
}
// Bundled first because Node 20 cannot run TypeScript; not minified, so that profiles name the real functions.
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: { ssr: 'bench/index.ts', outDir, emptyOutDir: true, minify: false, target: 'node20' },
});
// A process of its own: nothing of the bundler shares its heap or its compiled code.
const { status } = spawnSync(process.execPath, ['--expose-gc', `${outDir}/index.js`, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
