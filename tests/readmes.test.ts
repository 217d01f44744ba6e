import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

// The READMEs of rooms show how a room is used. Their code runs here, and `expression; // → value` is what it gives.

const src = new URL('../src/', import.meta.url);
const readmes = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('README.md'));

/** The code between ```ts and ```. */
function examplesIn(markdown: string): string[] {
  return [...markdown.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
}

/** A module whose default export runs an example: it loads what the example imports, and checks what it states. */
function runnable(example: string): string {
  const stated = example.replace(/^(.+); \/\/ → (.+)$/gm, 'check($1, $2);');
  const script = ts
    .transpile(stated, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 })
    .replace(/^import (\{[^}]*\}) from '([^']+)';$/gm, (_, names: string, from: string) => {
      return `const ${names.replaceAll(' as ', ': ')} = await load('${from}');`;
    });
  return `export default async (load, check) => {\n${script}\n};`;
}

type Example = (
  load: (path: string) => Promise<unknown>,
  check: (is: unknown, should: unknown) => void,
) => Promise<void>;

async function run(example: string, folder: URL): Promise<number> {
  const address = `data:text/javascript,${encodeURIComponent(runnable(example))}`;
  const { default: start } = (await import(/* @vite-ignore */ address)) as { readonly default: Example };
  let checks = 0;
  await start(
    (path) => import(/* @vite-ignore */ new URL(path, folder).pathname),
    (is, should) => {
      checks += 1;
      expect(is).toEqual(should);
    },
  );
  return checks;
}

it.each(readmes)('the example in src/%s gives what it says', async (file) => {
  const folder = new URL(file, src);
  const examples = examplesIn(readFileSync(folder, 'utf8'));
  for (const example of examples) expect(await run(example, folder)).toBeGreaterThan(0);
});

/** The names that an example of a component imports, and whether the file that it names gives them. */
function importsOf(markdown: string): { from: string; names: string[] }[] {
  const examples = [...markdown.matchAll(/^```svelte\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  return examples.flatMap((code) =>
    [...code.matchAll(/import \{ ([^}]*) \} from '(\.[^']*)';/g)].map(([, names = '', from = '']) => ({
      from,
      names: names.split(', '),
    })),
  );
}

it('components in READMEs import what there is, as from the folder of a view', () => {
  const view = new URL('app/views/loop/', src);
  const imports = readmes.flatMap((file) => importsOf(readFileSync(new URL(file, src), 'utf8')));
  expect(imports.length).toBeGreaterThan(3);
  for (const { from, names } of imports) {
    const code = readFileSync(new URL(from, view), 'utf8');
    if (!from.endsWith('.svelte')) for (const name of names) expect(code).toMatch(new RegExp(`export .*\\b${name}\\b`));
  }
});

it('notices a wrong statement and a name that a room does not have', async () => {
  const core = new URL('core/text/json/README.md', src);
  await expect(run("import { readJson } from './index.ts';\nreadJson('1').ok; // → false\n", core)).rejects.toThrow();
  await expect(run("import { readYaml } from './index.ts';\nreadYaml('1'); // → 1\n", core)).rejects.toThrow();
});
