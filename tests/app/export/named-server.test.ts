import { describe, expect, it } from 'vitest';
import { serverNamedIn } from '../../../src/app/export/named-server.ts';

const versionIn = (pasted: string, reply = ''): string | null => serverNamedIn(pasted, reply).version;
const commandIn = (pasted: string, reply = ''): string | null => serverNamedIn(pasted, reply).command;

describe('the version of the server', () => {
  it.each([
    ['INFO vLLM API server version 0.11.0', 'vLLM 0.11.0'],
    ['- **Ollama version**: 0.12.3', 'Ollama 0.12.3'],
    ['pip install vllm==0.10.1.1', 'vllm 0.10.1.1'],
    ['I use SGLang v0.5.3rc1 here.', 'SGLang 0.5.3rc1'],
    ['### Name and Version\n\nversion: 9378 (09e7b76c9)\nbuilt with GNU 11.4.0', 'llama.cpp build 9378 (09e7b76c9)'],
    ['- LM Studio version: [0.4.2 (Build 2)]', 'LM Studio 0.4.2 (Build 2)'],
    ["And I'm using version v0.11.0", '0.11.0'],
    ['ollama version is 0.12.3\n(and Ollama 0.12.3 on the other machine)', 'ollama 0.12.3'],
  ])('%s', (pasted, version) => {
    expect(versionIn(pasted)).toBe(version);
  });

  it.each([
    ['two versions, of which one may work', 'vLLM 0.10.0 works, vLLM 0.11.0 does not.'],
    ['another program', 'transformers 4.57.1 and torch 2.8.0'],
    ['an address', 'http://ollama:11.0/v1'],
    ['a number that is no version', 'vLLM 2 times in a row'],
    ['nothing', ''],
  ])('is not guessed: %s', (_, pasted) => {
    expect(versionIn(pasted)).toBeNull();
  });

  it('is not taken from what the model wrote', () => {
    expect(versionIn('{"content": "Install vLLM 0.9.2 first."}', 'Install vLLM 0.9.2 first.')).toBeNull();
  });
});

describe('the command that started it', () => {
  it.each([
    ['$ vllm serve Qwen/Qwen3-8B --port 8000\nINFO started', 'vllm serve Qwen/Qwen3-8B --port 8000'],
    [
      'python -m sglang.launch_server --model-path Qwen/Qwen3-8B --tool-call-parser qwen25',
      'python -m sglang.launch_server --model-path Qwen/Qwen3-8B --tool-call-parser qwen25',
    ],
    ['Run `llama-server -m qwen3.gguf --jinja` and ask.', 'llama-server -m qwen3.gguf --jinja'],
    [
      '```\n./llama-server --version\n```\n```\n./llama/llama-server -m ./q.gguf \\\n\t--jinja \\\n\t--chat-template chatml;\n```',
      './llama/llama-server -m ./q.gguf \\\n\t--jinja \\\n\t--chat-template chatml',
    ],
    [
      '  /app/llama-server -m /models/q.gguf \n  --temp 0.5\n  --port ${PORT}\n  ```',
      '/app/llama-server -m /models/q.gguf \n  --temp 0.5\n  --port ${PORT}',
    ],
    [
      'python3 -m sglang.launch_server \\\n  --model-path a/b',
      'python3 -m sglang.launch_server \\\n  --model-path a/b',
    ],
    ['{"cmd": "vllm serve a/b --max-model-len 4096", "env": 1}', 'vllm serve a/b --max-model-len 4096'],
    [
      `vllm serve a/b --chat-template-kwargs '{"thinking": true}'`,
      `vllm serve a/b --chat-template-kwargs '{"thinking": true}'`,
    ],
  ])('%s', (pasted, command) => {
    expect(commandIn(pasted)).toBe(command);
  });

  it.each([
    ['a sentence', 'Does vllm serve models with tools?'],
    ['two commands', 'vllm serve a/b --port 1\nvllm serve a/b --port 2'],
    ['an image', 'docker run vllm/vllm-openai:v0.11.0'],
  ])('is not guessed: %s', (_, pasted) => {
    expect(commandIn(pasted)).toBeNull();
  });
});

describe('the model and how it is quantised', () => {
  it.each([
    ['https://huggingface.co/LiquidAI/LFM2.5-8B-A1B-GGUF', 'LiquidAI/LFM2.5-8B-A1B-GGUF', null],
    [
      'llama-server -m /models/GLM-4.5-Air-Q4_0-00001-of-00002.gguf --cache-type-k q8_0',
      'GLM-4.5-Air-Q4_0-00001-of-00002',
      'Q4_0',
    ],
    ['I run the Q4_K_M file of qwen3.gguf', 'qwen3', 'Q4_K_M'],
    ['See https://huggingface.co/docs/hub and https://huggingface.co/a/b, https://huggingface.co/a/c', null, null],
    ['Q4_K_M fails, Q8_0 works', null, null],
    ['', null, null],
  ])('%s', (pasted, model, quantisation) => {
    const named = serverNamedIn(pasted, '');
    expect([named.model, named.quantisation]).toEqual([model, quantisation]);
  });
});
