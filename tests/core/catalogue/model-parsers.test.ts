import { expect, it } from 'vitest';
import { modelParsers } from '../../../src/core/catalogue/model-parsers.ts';
import { loadProjects } from '../../../src/core/reader/runtimes.ts';

const projects = await loadProjects();
const parsersOf = (words: string): readonly string[] => modelParsers(words, projects)?.parsers ?? [];

it('names the parser of each project for a model, wherever its name is among the words', () => {
  for (const words of ['qwen2.5-coder:14b', 'ollama qwen2.5-coder', 'Qwen/Qwen2.5-Coder-7B-Instruct'])
    expect(parsersOf(words)).toEqual(expect.arrayContaining(['vllm:hermes', 'ollama:generic:tool_call']));
  expect(parsersOf('qwen3:4b')).toContain('ollama:qwen3');
  expect(parsersOf('qwen3:4b').filter((id) => id.startsWith('llamacpp:'))).toHaveLength(1);
  expect(modelParsers('llama3.1', projects)).toMatchObject({ name: 'llama3.1', family: 'Llama 3.1 and 3.3' });
  expect(parsersOf('llama3.1')).toContain('ollama:generic:brace');
});

it('names none for words that are no model, nor for one that was trained on no format', () => {
  for (const words of ['', 'home assistant', 'vllm hermes parser', 'deepseek-r1:14b'])
    expect(parsersOf(words)).toEqual([]);
});
