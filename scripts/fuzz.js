import { countBlocks } from './count-blocks.js';
import { withModule } from './with-module.js';

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

// Growth is counted in blocks of our code.
await withModule(
  '/tests/fuzz/fuzz.ts',
  /** @param {Fuzz} module */ async ({ fuzz }) => {
    if ((await fuzz({ seed, minutes, log: console.log })) > 0) process.exitCode = 1;
  },
  [countBlocks()],
);
