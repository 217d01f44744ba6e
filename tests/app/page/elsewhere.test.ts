import { describe, expect, it } from 'vitest';
import { elsewhere, elsewhereFor, elsewhereOfModel } from '../../../src/core/catalogue/elsewhere.ts';
import { projectInfos } from '../../../src/core/index.ts';
import { loadProjects } from '../../../src/core/reader/runtimes.ts';
import { searchRuntimes } from '../../../src/app/page/search-runtimes.ts';

const projects = projectInfos(await loadProjects());
const named = (wanted: string, project?: string): readonly string[] =>
  elsewhereFor(wanted, project).map(({ name }) => name);

describe('a name that is no runtime here', () => {
  it('is found by what people type', () => {
    expect(named('gpt-oss', 'vllm')).toEqual(['vLLM openai']);
    expect(named('lm studio')).toEqual(['LM Studio']);
    expect(named('lmstudio')).toEqual(['LM Studio']);
    expect(named('docker')).toEqual(['Docker Model Runner']);
    expect(named('exo')).toEqual(['exo']);
    expect(named('hermes')).toEqual([]);
    expect(named('')).toEqual([]);
  });

  it('is in the list of its own project alone', () => {
    expect(named('gpt-oss', 'sglang')).toEqual([]);
    expect(named('jan', 'vllm')).toEqual([]);
  });

  it('is known by the model of a paste, in its project alone', () => {
    const ofModel = (model: string, project: string): readonly string[] =>
      elsewhereOfModel(model, project).map(({ name }) => name);
    expect(ofModel('openai/gpt-oss-120b', 'vllm')).toEqual(['vLLM openai']);
    expect(ofModel('MiniMaxAI/MiniMax-M3', 'vllm')).toEqual(['vLLM minimax_m3']);
    expect(ofModel('CohereLabs/c4ai-command-a-03-2025', 'vllm')).toEqual(['vLLM cohere_command3, cohere_command4']);
    expect(ofModel('openai/gpt-oss-120b', 'sglang')).toEqual([]);
    expect(ofModel('Qwen/Qwen3-8B', 'vllm')).toEqual([]);
  });

  it.each(elsewhere.flatMap(({ name, inside }) => inside.map((word) => [name, word] as const)))(
    '%s leads to runtimes that are found by %s',
    (_name, word) => {
      expect(searchRuntimes(projects, word).lines.length).toBeGreaterThan(0);
    },
  );

  it.each(['LM Studio', 'Open WebUI', 'Home Assistant'])('%s comes with what to set in it', (name) => {
    expect(elsewhere.find((one) => one.name === name)?.help).toMatch(/^(?:Set|Update) /);
  });

  it('is not built', () => {
    const flags = new Set(projects.flatMap(({ runtimes }) => runtimes.map(({ label }) => label.toLowerCase())));
    expect(elsewhere.filter(({ name }) => flags.has(name.toLowerCase()))).toEqual([]);
  });
});
