import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

/** @typedef {{ golden: (options: { paths: string[], runtime: string, name: string | undefined, out: string, log: (line: string) => void }) => Promise<number> }} Golden */

const usage =
  'Usage: npm run golden -- parser.py [helper.py ...] --parser vllm:hermes [--class NAME] [--out original.jsonl]\nRuns the file on the golden texts of that parser, and lists where Callscope answers otherwise.';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    parser: { type: 'string' },
    class: { type: 'string' },
    out: { type: 'string', default: 'original.jsonl' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const missing = positionals.find((path) => !existsSync(path));
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if (positionals.length === 0 || values.parser === undefined || missing !== undefined) {
  if (missing !== undefined) console.error(`There is no file ${missing}.`);
  console.error(usage);
  process.exit(1);
}

// Vite because Node 20 cannot run TypeScript.
const server = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
});
try {
  const { golden } = /** @type {Golden} */ (await server.ssrLoadModule('/tests/conformance/original.ts'));
  const { parser: runtime, class: name, out } = values;
  await golden({ paths: positionals, runtime, name, out, log: console.log });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await server.close();
}
