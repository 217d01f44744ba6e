import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { countBlocks } from './count-blocks.js';

/** @typedef {{ fuzz: (options: { seed: number, minutes: number, log: (line: string) => void }) => Promise<number> }} Fuzz */

/**
 * @param {string} name
 * @param {number} fallback
 */
function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? fallback : Number(process.argv[at + 1]);
  if (Number.isFinite(value) && value >= 0) return value;
  console.error('Usage: npm run fuzz [-- --seed number] [--minutes number]');
  process.exit(1);
}

const seed = option('seed', Date.now() % 2 ** 31);
const minutes = option('minutes', 1);

// Vite because Node 20 cannot run TypeScript, and because growth is counted in blocks of our code.
const server = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
  plugins: [countBlocks()],
});
try {
  const { fuzz } = /** @type {Fuzz} */ (await server.ssrLoadModule('/tests/fuzz/fuzz.ts'));
  if ((await fuzz({ seed, minutes, log: console.log })) > 0) process.exitCode = 1;
} finally {
  await server.close();
}
