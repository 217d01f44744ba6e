import { it } from 'vitest';
import { openStream } from '../../src/core/index.ts';
import { runtimesFor } from '../../src/core/reader/runtimes.ts';
import { expectLinear } from './expect-linear.ts';

/** Three times as much is within the allowance of streams that read their text again. */
const SIZE = 800;
const CHUNK = 4;

const tools = [{ name: 'write', schema: { type: 'object', properties: { text: { type: 'string' } } } }];

const json = (text: string): string => `<tool_call>\n{"name": "write", "arguments": {"text": ${JSON.stringify(text)}`;
const list = (text: string): string => `[{"name": "write", "arguments": {"text": ${JSON.stringify(text)}`;
const yaml = (text: string): string => `<write>\ntext: |\n  ${text}`;
const xml = (text: string): string => `<tool_call>\n<function=write>\n<parameter=text>\n${text}`;

it.each([
  ['llamacpp:hermes-2-pro', json],
  ['llamacpp:hermes-2-pro@b8121', json],
  ['llamacpp:qwen3-coder@b8121', xml],
  ['llamacpp:qwen3.5', json],
  ['sglang:hermes', json],
  ['sglang:json_array', json],
  ['llamacpp:mistral-nemo@b8121', json],
  ['vllm:xlam', json],
  ['vllm:xlam', list],
  ['vllm:xlam@2026-05', list],
  ['vllm:hunyuan_a13b', list],
  ['ai-sdk:qwen3coder@5.1.6', xml],
  ['ai-sdk:qwen3coder', xml],
  ['ai-sdk:yaml-xml@5.1.6', json],
  ['ai-sdk:yaml-xml@5.1.6', yaml],
])('a stream of %s works no more for each further piece of a string', async (runtime, write) => {
  const runtimes = await runtimesFor(runtime);
  expectLinear(
    SIZE,
    (size) => write('Some "text" to write. '.repeat(size / 22)),
    (text) => {
      const stream = openStream({ runtime, runtimes, tools });
      for (let at = 0; at < text.length; at += CHUNK) stream.push(text.slice(at, at + CHUNK));
    },
  );
});
