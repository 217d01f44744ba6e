import { expect, test } from 'vitest';
import { answersApps } from '../../../src/app/page/engine-id.ts';
import { loadProjects } from '../../../src/core/index.ts';

test('an app receives what a server or a library returns, and nothing of an agent that runs the calls itself', async () => {
  const projects = await loadProjects();
  const answering = projects.filter(({ runtimes }) => runtimes.some(({ id }) => answersApps(id)));
  const others = projects.filter((project) => !answering.includes(project)).map(({ id }) => id);
  expect(answering.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['vllm', 'sglang', 'llamacpp', 'ollama', 'mlx', 'lmdeploy', 'ai-sdk']),
  );
  const agents = ['cline', 'roo', 'continue', 'crewai', 'openhands', 'smolagents', 'hermes-agent', 'qwen-agent'];
  expect(others).toEqual(expect.arrayContaining([...agents, 'exathena', 'own']));
});
