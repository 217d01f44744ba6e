import type { Runtime } from '../../src/core/engines/runtime.ts';
import { documentedRuntimes } from './documented.ts';
import type { Held } from './engines/engine.ts';
import { engineFiles, engineLines, runtimesOfLine, type GoldenLine } from './engines/index.ts';
import { FOLDER } from './golden-files.ts';
import { sets } from './sets.ts';

/** So many golden lines a runtime has at least. */
export const LEAST = 8;

/** How many of the lines hold the answers of each runtime, by its id. A line that is there again under another id counts once. */
export function linesByRuntime(lines: readonly GoldenLine[]): ReadonlyMap<string, number> {
  const found = new Map<string, Set<string>>();
  for (const { id: _id, ...line } of lines) {
    const said = JSON.stringify(line);
    for (const { id } of runtimesOfLine(line)) found.set(id, (found.get(id) ?? new Set()).add(said));
  }
  return new Map([...found].map(([id, { size }]) => [id, size]));
}

/**
 * What a runtime lacks: a sentence that names the file to add and says what its lines hold. Null where golden data hold its
 * answers, where it says why there are none (`sameAs`, `documented`), and for our own readers, which have no original.
 */
export function missingData(
  { id, project, lenient, sameAs, documented }: Runtime,
  counts: ReadonlyMap<string, number>,
  held: readonly Held[],
  reviewed: ReadonlySet<string> = documentedRuntimes,
): string | null {
  const count = counts.get(id) ?? 0;
  if (lenient || sameAs !== undefined || (isSaid(documented) && reviewed.has(id)) || Object.values(sets).includes(id))
    return null;
  if (count >= LEAST && documented === undefined) return null;
  if (documented !== undefined && count === 0) {
    return isSaid(documented)
      ? `${id} is documented, and no reviewer has looked at it yet: name it in tests/conformance/documented.ts.`
      : `${id} says too little in \`documented\`: what is known of it and from where, in ${String(FEWEST_WORDS)} words or more.`;
  }
  const name = id.slice(id.indexOf(':') + 1);
  const own = held.find(({ runtime }) => runtime.id === id);
  const file = own?.file ?? `${project}/${name}.jsonl`;
  const asks = own?.asks ?? { engine: project, parser: name };
  const line = JSON.stringify({ id: `${name}-1`, ...asks, text: '…', tools: [] });
  const answers = answerKeys(file, asks);
  return [
    `${id} has ${count === 0 ? 'no golden data' : `only ${String(count)} golden ${count === 1 ? 'line' : 'lines'}`}.`,
    own === undefined
      ? `Add tests/conformance/engines/${project}.ts, which says how a line of it is answered, and its line in index.ts there.`
      : '',
    `Add ${FOLDER}/engines/${file}: at least ${String(LEAST)} lines like ${line},`,
    `each with what the original answered when it was run on the text${answers === '' ? '.' : ` (where they apply: ${answers}).`}`,
    'Where the original has the same code under another id that was run, name that id in `sameAs`.',
    'Where it cannot be run, say in `documented`, in a sentence, what is known of it and from where,',
    'and name it in tests/conformance/documented.ts, where a reviewer looks at it.',
    'docs/add/engine-parser.md says how, and tests/conformance/golden/README.md what the keys hold.',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** An empty text says nothing. */
function isSaid(documented: string | undefined): boolean {
  return (documented ?? '').trim().split(/\s+/).length >= FEWEST_WORDS;
}

const FEWEST_WORDS = 4;

/** The keys of answers in the golden files beside a file of an engine. */
function answerKeys(file: string, asks: Held['asks']): string {
  const folder = `engines/${file.slice(0, file.indexOf('/') + 1)}`;
  const asked = new Set(['id', 'text', 'tools', ...Object.keys(asks)]);
  const beside = engineFiles.filter((one) => one.startsWith(folder)).flatMap(engineLines);
  const keys = new Set(beside.flatMap((line: GoldenLine) => Object.keys(line)));
  // Most lines have these.
  const first = ['expected', 'raises', 'streaming'].filter((key) => keys.has(key));
  return [...new Set([...first, ...keys])].filter((key) => !asked.has(key)).join(', ');
}
