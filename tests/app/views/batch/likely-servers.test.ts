import { expect, test } from 'vitest';
import { likelyServers } from '../../../../src/app/views/batch/likely-servers.ts';
import { loadProjects, projectInfos } from '../../../../src/core/index.ts';

const projects = projectInfos(await loadProjects());

function offered(...groups: (readonly [string, number])[][]): readonly string[] | null {
  return (
    likelyServers(
      groups.map((formats) => ({ formats })),
      projects,
    )?.servers.map(({ id }) => id) ?? null
  );
}

test('a log of one format is offered one server of each engine that was written for it', () => {
  expect(offered([['hermes', 9]])).toEqual([
    'vllm:hermes',
    'ollama:generic:tool_call',
    'llamacpp:qwen2.5',
    'sglang:hermes',
  ]);
  expect(likelyServers([{ formats: [['llama3-json', 7]] }, { formats: [['hermes', 1]] }], projects)).toMatchObject({
    format: 'llama3-json',
    count: 7,
    of: 8,
  });
});

test('a log of many formats, or of none, tells no server; nor does a format that no server reads', () => {
  expect(offered([['hermes', 5]], [['llama3-json', 5]])).toBeNull();
  expect(offered([])).toBeNull();
  expect(offered([['no-such-format', 9]])).toBeNull();
});
