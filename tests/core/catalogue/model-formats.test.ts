import { describe, expect, it } from 'vitest';
import { familyOf, formatsOfParser, modelFamilies, parserFor } from '../../../src/core/catalogue/model-formats.ts';
import { loadProject } from '../../../src/core/index.ts';
import { type EngineId, formatList } from '../../../src/core/formats/list.ts';

const ollama = await loadProject('ollama');
const readBy = (id: string): readonly string[] => ollama.find((one) => one.id === id)?.formats ?? [];

describe('families of models', () => {
  it('name formats and flags that there are', () => {
    const formats = new Map(formatList.map((format) => [format.id, format]));
    for (const { name, formats: own, flags = {} } of modelFamilies) {
      expect(
        own.filter((id) => !formats.has(id)),
        name,
      ).toEqual([]);
      for (const [engine, flag] of Object.entries(flags))
        expect(
          // Ollama's reader for templates is no parser of a format: a runtime tells what it reads.
          own.some((id) => [...formatsOfParser(engine as EngineId, flag), ...readBy(`${engine}:${flag}`)].includes(id)),
          `${name} ${flag}`,
        ).toBe(true);
    }
  });

  it.each([
    ['Qwen/Qwen3-Coder-30B-A3B-Instruct-FP8', 'qwen3-coder-xml'],
    ['qwen2.5-coder:7b', 'hermes'],
    ['qwen3-32b-awq', 'hermes'],
    ['Qwen3.5-27B-UD-Q4_K_XL.gguf', 'qwen3-coder-xml'],
    ['NousResearch/Hermes-3-Llama-3.1-8B', 'hermes'],
    ['meta-llama/Llama-3.1-8B-Instruct', 'llama3-json'],
    ['mlx-community/Meta-Llama-3.1-8B-Instruct-4bit', 'llama3-json'],
    ['llama3.2:3b', 'llama3-json'],
    ['nvidia/Llama-3_3-Nemotron-Super-49B-v1_5', 'nemotron-toolcall'],
    ['deepseek-ai/DeepSeek-V3.2', 'deepseek-dsml'],
    ['deepseek-ai/DeepSeek-V3.2-Exp', 'deepseek-v3.1'],
    ['deepseek-ai/DeepSeek-V3-0324', 'deepseek-v3'],
    ['accounts/fireworks/models/kimi-k2-instruct', 'kimi-k2'],
    ['z-ai/glm-4.7', 'glm-4.5'],
    ['THUDM/glm-4-9b-chat', 'glm-4-legacy'],
    ['openai/gpt-oss-120b', 'harmony'],
    ['gemma-4-12b-it-Q5_K_M.gguf', 'gemma4'],
    ['mistralai/Devstral-Small-2507', 'mistral-v11'],
    ['granite4:3b', 'hermes'],
    ['/models/LiquidAI/LFM2-8B-A1B/model.gguf', 'lfm2'],
  ])('%s was trained on %s', (model, format) => {
    expect(familyOf(model)?.formats[0]).toBe(format);
  });

  it.each([
    'gpt-5.2',
    'claude-sonnet-5',
    'gemini-3-flash',
    'local-model',
    'deepseek-r1:14b',
    'phi-4',
    'llama-3-8b',
    '',
  ])('of %j no format is known', (model) => {
    expect(familyOf(model)?.formats ?? []).toEqual([]);
  });
});

describe('parsers', () => {
  it('are those of the engine for the format, as the model needs them', () => {
    expect(parserFor('vllm', 'hermes', familyOf('qwen3:8b'))).toBe('hermes');
    expect(parserFor('vllm', 'hermes', familyOf('ibm-granite/granite-4.0-h-small'))).toBe('granite4');
    expect(parserFor('sglang', 'glm-4.5', familyOf('zai-org/GLM-4.7'))).toBe('glm47');
    expect(parserFor('ollama', 'kimi-k2', null)).toBeNull();
  });

  it('read what their formats say', () => {
    expect(formatsOfParser('vllm', 'hermes')).toEqual(['hermes']);
    expect(formatsOfParser('sglang', 'qwen25')).toEqual(['hermes']);
    expect(formatsOfParser('vllm', 'nothing')).toEqual([]);
  });
});
