import { readFileSync } from 'node:fs';
import type { ToolDefinition } from '../src/core/index.ts';
import type { FormatInfo, ToolFormat } from '../src/core/formats/list.ts';
import type { FormatFixture } from '../src/app/views/formats/format-examples.ts';
import { callIn, casesIn, fixtureRoot, foldersIn, namesIn, only, readTextCase } from './case-file.ts';

const noCallRoot = new URL('no-calls/', fixtureRoot);

/** Beside the folders of formats; others read these. */
const otherFolders = new Set(['failures', 'logs', 'no-calls', 'recognise', 'templates']);

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

/** The tools that a case may name. */
export const sharedTools = JSON.parse(
  readFileSync(new URL('tools.json', fixtureRoot), 'utf8'),
) as readonly ToolDefinition[];
const toolsByName = new Map(sharedTools.map((tool) => [tool.name, tool]));

/** The tools of a case: names of `tools.json` between commas, or one tool as JSON. */
export function toolsIn(values: readonly string[]): ToolDefinition[] {
  return values.flatMap((value) =>
    value.startsWith('{')
      ? [JSON.parse(value) as ToolDefinition]
      : namesIn([value]).map((name) => {
          const tool = toolsByName.get(name);
          if (tool === undefined) throw new Error(`tests/fixtures/tools.json has no tool "${name}".`);
          return tool;
        }),
  );
}

/** Every `<format>/<case>.txt` of a folder. */
export function fixturesIn(root: URL): Fixture[] {
  return foldersIn(root)
    .filter((folder) => !otherFolders.has(folder))
    .flatMap((format) =>
      casesIn(new URL(`${format}/`, root)).map(({ name, file }) => ({ format, name, ...fixtureIn(file) })),
    );
}

function fixtureIn(file: URL): { text: string; expected: Expected } {
  const { facts, text } = readTextCase(file, ['tools', 'format', 'call', 'incomplete', 'diagnoses']);
  const format = only(facts.format);
  return {
    text,
    expected: {
      tools: toolsIn(facts.tools),
      calls: facts.call.map(callIn),
      incomplete: facts.incomplete,
      ...(format === null ? {} : { format }),
      ...(facts.diagnoses.length === 0 ? {} : { diagnoses: namesIn(facts.diagnoses) }),
    },
  };
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
    const add = (name: string): string => `add tests/fixtures/${id}/${name}.txt (tests/fixtures/README.md says how).`;
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

/** Its calls are positions instead of names, which only the tools of the training give a meaning. */
const unwritten = new Set(['octopus']);

/** A sentence for every format that does not say how a model is asked for it, or how it is written. */
export function missingWords(formats: readonly ToolFormat[]): string[] {
  return formats.flatMap(({ id, prompt, notAsked, writes }) => {
    const file = `src/core/formats/${id}.ts`;
    return [
      ...((prompt === undefined) === (notAsked === undefined)
        ? [`The format ${id} must have either \`prompt\` or \`notAsked\`: add one of them to ${file}.`]
        : []),
      ...(prompt === undefined && writes === undefined && !unwritten.has(id)
        ? [`Nobody can write the format ${id}: add \`writes\` or \`prompt\` to ${file}.`]
        : []),
    ];
  });
}

/** Texts with the signals of calls and no call in them; some have tools under which that must hold as well. */
export const noCalls: readonly {
  readonly name: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
}[] = casesIn(noCallRoot).map(({ name, file }) => {
  const { facts, text } = readTextCase(file, ['tools']);
  return { name, text, tools: toolsIn(facts.tools) };
});
