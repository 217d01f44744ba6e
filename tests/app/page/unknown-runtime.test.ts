import { expect, it } from 'vitest';
import { nearText } from '../../../src/app/page/unknown-runtime.ts';
import { loadProjects, projectInfos } from '../../../src/core/reader/index.ts';

it.each([
  ['llamacpp-qwen', 'Near this id: "llamacpp:qwen3", '],
  ['vllm:hermse', 'Near this id: "vllm:hermes", '],
  ['vllm:Hermes', 'Near this id: "vllm:hermes", '],
  ['hermes', 'Near this id: "'],
  ['klingon', ''],
  ['', ''],
])('names what is near %j', async (asked, begins) => {
  const near = nearText(asked, projectInfos(await loadProjects()));
  expect(near.slice(0, begins.length || undefined)).toBe(begins);
  expect(near.split(', ').length).toBeLessThanOrEqual(3);
});
