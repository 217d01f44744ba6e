import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ToolDefinition } from '../src/core/index.ts';
import type { FormatInfo } from '../src/core/formats/list.ts';
import type { FormatFixture } from '../src/app/views/formats/format-examples.ts';

export const fixtureRoot = new URL('fixtures/', import.meta.url);
const noCallRoot = new URL('no-calls/', fixtureRoot);

/** What a text must be read as under `auto`. */
interface Expected {
  readonly tools: readonly ToolDefinition[];
  readonly calls: readonly { readonly name: string; readonly argumentsText: string }[];
  readonly incomplete: readonly string[];
  /** The id of the format of all calls; absent where it does not matter. */
  readonly format?: string;
  /** The codes of all diagnoses, in their order; absent where they do not matter. */
  readonly diagnoses?: readonly string[];
}

export interface Fixture {
  readonly format: string;
  readonly name: string;
  readonly text: string;
  readonly expected: Expected;
}

/** Every `<format>/<case>.txt` with its `<case>.calls.json` in a folder. */
export function fixturesIn(root: URL): Fixture[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'no-calls')
    .flatMap(({ name: format }) =>
      readdirSync(new URL(`${format}/`, root))
        .filter((file) => file.endsWith('.calls.json'))
        .map((file) => {
          const name = file.slice(0, -'.calls.json'.length);
          const read = (end: string): string => readFileSync(new URL(`${format}/${name}${end}`, root), 'utf8');
          return { format, name, text: read('.txt'), expected: JSON.parse(read('.calls.json')) as Expected };
        }),
    );
}

export const fixtures: readonly Fixture[] = fixturesIn(fixtureRoot);

/** The same as the page shows them, by the id of the format. */
export function fixturesByFormat(): Record<string, FormatFixture[]> {
  const byFormat: Record<string, FormatFixture[]> = {};
  for (const { format, name, text, expected } of fixtures) {
    const { tools, calls, incomplete } = expected;
    (byFormat[format] ??= []).push({ name, text, tools, calls: calls.length, incomplete: incomplete.length });
  }
  return byFormat;
}

const CASES = ['one-call', 'two-calls', 'text-around', 'truncated', 'malformed', 'quoted', 'after-reasoning'];

/** One call per turn is all these have. */
const withoutTwoCalls = new Set(['glm-4-legacy']);

/** A sentence for every case and every dialect of which a format lacks the fixture. */
export function missingCases(formats: readonly FormatInfo[], known: readonly Fixture[]): string[] {
  return formats.flatMap(({ id, dialects = [] }) => {
    const has = (name: string): boolean => known.some((fixture) => fixture.format === id && fixture.name === name);
    const add = (name: string): string => `add tests/fixtures/${id}/${name}.txt and ${name}.calls.json.`;
    return [
      ...CASES.filter((name) => !has(name) && !(name === 'two-calls' && withoutTwoCalls.has(id))).map(
        (name) => `The format ${id} has no fixture "${name}": ${add(name)}`,
      ),
      ...dialects
        .filter((name) => !has(`dialect-${name}`))
        .map((name) => `The format ${id} has no fixture for its dialect "${name}": ${add(`dialect-${name}`)}`),
    ];
  });
}

/** Texts with the signals of calls and no call in them; beside some are the tools under which that must hold as well. */
export const noCalls: readonly {
  readonly name: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
}[] = readdirSync(noCallRoot)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => {
    const name = file.slice(0, -'.txt'.length);
    const declared = new URL(`${name}.tools.json`, noCallRoot);
    const tools = existsSync(declared) ? (JSON.parse(readFileSync(declared, 'utf8')) as ToolDefinition[]) : [];
    return { name, text: readFileSync(new URL(file, noCallRoot), 'utf8'), tools };
  });
