import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withModule } from './with-module.js';

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

const { parser: runtime, class: name, out } = values;
try {
  await withModule(
    '/tests/conformance/original.ts',
    /** @param {Golden} module */ async ({ golden }) => {
      await golden({ paths: positionals, runtime, name, out, log: console.log });
    },
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
