import { beforeAll, describe, expect, it } from 'vitest';
import { diagnose, extract, loadProjects, withTools, type Extraction } from '../../../src/core/index.ts';
import type { Project } from '../../../src/core/reader/index.ts';
import { readBothWays } from '../../../src/core/reader/stream/extraction-stream.ts';
import { tokenPieces } from '../../../src/core/engines/kit/index.ts';
import { meaning } from '../../../src/core/trace/index.ts';
import { hash } from '../../../src/core/text/document/hash.ts';
import { type Fixture, fixtures } from '../../fixtures.ts';

/**
 * How many pairs of a reply and a runtime that was written for its format are silent: the runtime returns other calls than
 * `auto` recovers, whole or streamed, and no diagnosis is given. A number may fall and not rise.
 */
const MOST_SILENT: Readonly<Record<string, number>> = {
  exathena: 13,
  chatcli: 19,
  vllm: 317,
  sglang: 172,
  llamacpp: 960,
  ollama: 384,
  'ai-sdk': 93,
};

/** One pair of so many is tried; all of them, and a table of what is silent, with `CALLSCOPE_SILENT=all`. */
const isWhole = process.env['CALLSCOPE_SILENT'] === 'all';
const SHARE = isWhole ? 1 : 4;

interface Pair {
  readonly runtime: string;
  readonly fixture: Fixture;
  readonly differs: boolean;
  readonly isSilent: boolean;
}

function isOfShare(pair: string): boolean {
  return (hash(pair, 0, pair.length, 0) >>> 0) % SHARE === 0;
}

function pairsOf({ id, runtimes }: Project): Pair[] {
  return runtimes.flatMap((runtime) =>
    runtime.lenient
      ? []
      : fixtures
          .filter(({ format, name }) => {
            return runtime.formats.includes(format) && isOfShare(`${runtime.id} ${format}/${name}`);
          })
          .map((fixture) => pairOf(runtime.id, fixture, runtimes)),
  );
}

function pairOf(runtime: string, fixture: Fixture, runtimes: Project['runtimes']): Pair {
  const { text } = fixture;
  const { tools } = fixture.expected;
  const options = withTools({ runtime, runtimes, tools: tools.length === 0 ? undefined : tools }, { text });
  const { whole, streamed } = readBothWays(tokenPieces(text), options);
  const meant = meaning(extract({ text }, { runtime: 'auto', tools: options.tools }).calls);
  const isMeant = (one: Extraction | null): boolean => one === null || meaning(one.calls) === meant;
  const differs = !isMeant(whole) || !isMeant(streamed);
  return { runtime, fixture, differs, isSilent: differs && diagnose(whole, options).length === 0 };
}

describe('a runtime that returns other calls than were meant is diagnosed', () => {
  let projects: readonly Project[];

  beforeAll(async () => {
    projects = await loadProjects();
  });

  it.each(Object.keys(MOST_SILENT))('%s', (id) => {
    const pairs = projects.filter((project) => project.id === id).flatMap(pairsOf);
    const other = pairs.filter(({ differs }) => differs);
    const silent = other.filter(({ isSilent }) => isSilent);
    if (isWhole) {
      const names = silent.map(({ runtime, fixture }) => `${runtime}  ${fixture.format}/${fixture.name}`);
      console.log(`${id}: ${pairs.length} pairs, ${other.length} differ, ${silent.length} silent\n${names.join('\n')}`);
    }
    expect(other.length).toBeGreaterThan(0);
    expect(silent.length).toBeLessThanOrEqual(MOST_SILENT[id] ?? 0);
  });
});
