import { describe, expect, it } from 'vitest';
import { projectInfos, type RuntimeAnswer, type RuntimeAnswers } from '../../../src/core/index.ts';
import { loadProjects } from '../../../src/core/reader/runtimes.ts';
import { firstMatrix } from '../../../src/app/permalink/state.ts';
import { matrixGroups } from '../../../src/app/views/matrix/matrix-rows.ts';
import { readerGroups } from '../../../src/app/views/formats/reader-groups.ts';

const projects = projectInfos(await loadProjects()).filter(({ id }) => id === 'vllm' || id === 'sglang');
const none: RuntimeAnswer = {
  calls: 'none',
  count: 0,
  rest: 'shown',
  lost: 0,
  names: [],
  seen: { start: 'Hi', length: 2 },
  error: null,
  partsAt: null,
};
const same: RuntimeAnswer = { ...none, calls: 'same', count: 1 };
const other: RuntimeAnswer = { ...none, calls: 'other', count: 1 };

const answers: readonly RuntimeAnswers[] = [
  { runtime: 'vllm:glm45', whole: none, streamed: none },
  { runtime: 'vllm:hermes', whole: none, streamed: none },
  { runtime: 'vllm:longcat', whole: none, streamed: other },
  { runtime: 'vllm:xlam', whole: same, streamed: none },
  { runtime: 'sglang:qwen25', whole: other, streamed: null },
];

function ids(intended: number, found: readonly string[], inUse?: string): unknown {
  const formats = found.map((format) => ({ format, calls: 1 }));
  const list = (lines: readonly { readonly runtime: string }[]): string =>
    lines.map(({ runtime }) => runtime).join(' ');
  return readerGroups(projects, { intended, answers, found: formats }, inUse).map(({ id, first, others }) => [
    id,
    list(first),
    list(others.other),
    list(others.none),
  ]);
}

describe('who parses a reply', () => {
  it('begins with those that give the calls, and those written for their format', () => {
    expect(ids(1, ['hermes'])).toEqual([
      ['vllm', 'vllm:xlam vllm:longcat vllm:hermes', '', 'vllm:glm45'],
      ['sglang', 'sglang:qwen25', '', ''],
    ]);
  });

  it('begins with those that find calls where none was meant', () => {
    expect(ids(0, [])).toEqual([
      ['vllm', 'vllm:xlam vllm:longcat', '', 'vllm:glm45 vllm:hermes'],
      ['sglang', 'sglang:qwen25', '', ''],
    ]);
  });

  it('begins with the project in use', () => {
    const groups = readerGroups(projects, { intended: 1, answers, found: [] }, 'sglang');
    expect(groups.map(({ id }) => id)).toEqual(['sglang', 'vllm']);
  });

  it('has a project that gives the calls above a larger one that does not', () => {
    const swapped = answers.map((answer) => {
      if (answer.runtime === 'vllm:xlam') return { ...answer, whole: other };
      return answer.runtime === 'sglang:qwen25' ? { ...answer, whole: same } : answer;
    });
    const groups = readerGroups(projects, { intended: 1, answers: swapped, found: [] }, undefined);
    expect(groups.map(({ id }) => id)).toEqual(['sglang', 'vllm']);
  });

  it('has each of them once, and counts them as the table of all servers does', () => {
    for (const intended of [0, 1])
      for (const found of [[], ['hermes']]) {
        const formats = found.map((format) => ({ format, calls: 1 }));
        const groups = readerGroups(projects, { intended, answers, found: formats }, undefined);
        const table = matrixGroups(projects, answers, firstMatrix, { chosen: 'vllm:hermes', pinned: [] });
        for (const { label, first, others, lines, counts } of groups) {
          expect(counts).toEqual(table.find((group) => group.label === label)?.counts);
          const shown = [first, ...Object.values(others)].flat().map(({ runtime }) => runtime);
          expect(shown.toSorted()).toEqual(lines.map(({ runtime }) => runtime).toSorted());
        }
      }
  });
});
