import { describe, expect, it } from 'vitest';
import { diagnose, extract, loadProjects, withTools, type Extraction } from '../../../src/core/index.ts';
import type { Project } from '../../../src/core/reader/index.ts';
import { readBothWays } from '../../../src/core/reader/stream/extraction-stream.ts';
import { tokenPieces } from '../../../src/core/engines/kit/index.ts';
import { meaning } from '../../../src/core/trace/index.ts';
import { type Fixture, fixtures } from '../../fixtures.ts';
import { someOf } from '../../thorough.ts';

/** With a table of what was diagnosed first. */
const isTold = process.env['CALLSCOPE_SILENT'] !== undefined;
/** Of the pairs of a reply and a runtime. */
const SHARE = 1 / 32;

interface Pair {
  readonly name: string;
  /** Whether the runtime returns other calls than `auto` recovers, whole or streamed. */
  readonly differs: boolean;
  /** The codes of its diagnoses; none where nothing differs. */
  readonly codes: readonly string[];
}

/** The runtimes of a project with the replies in the formats for which they were written. */
function pairsOf({ runtimes }: Project): Pair[] {
  return runtimes.flatMap((runtime) =>
    runtime.lenient
      ? []
      : someOf(
          fixtures.filter(({ format }) => runtime.formats.includes(format)),
          SHARE,
          ({ format, name }) => `${runtime.id} ${format}/${name}`,
        ).map((fixture) => pairOf(runtime.id, fixture, runtimes)),
  );
}

function pairOf(runtime: string, fixture: Fixture, runtimes: Project['runtimes']): Pair {
  const { text, format, name } = fixture;
  const { tools } = fixture.expected;
  const options = withTools({ runtime, runtimes, tools: tools.length === 0 ? undefined : tools }, { text });
  const { whole, streamed } = readBothWays(tokenPieces(text), options);
  const meant = meaning(extract({ text }, { runtime: 'auto', tools: options.tools }).calls);
  const isMeant = (one: Extraction | null): boolean => one === null || meaning(one.calls) === meant;
  const differs = !isMeant(whole) || !isMeant(streamed);
  const codes = differs ? diagnose(whole, options).map(({ code }) => code) : [];
  return { name: `${runtime} ${format}/${name}`, differs, codes };
}

function countsOf(keys: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([key, count]) => `${key} ${count}`)
    .join(', ');
}

describe('a runtime that returns other calls than were meant is never silent', async () => {
  const projects = (await loadProjects()).map((project): [string, Project] => [project.id, project]);

  it.each(projects)('%s', (id, project) => {
    const pairs = pairsOf(project);
    const other = pairs.filter(({ differs }) => differs);
    const silent = other.filter(({ codes }) => codes.length === 0).map(({ name }) => name);
    if (isTold && pairs.length > 0) {
      const first = countsOf(other.map(({ codes }) => codes[0] ?? 'none'));
      console.log(`${id}: ${pairs.length} pairs, ${other.length} differ, ${silent.length} silent. First: ${first}`);
    }
    expect(silent).toEqual([]);
  });
});
