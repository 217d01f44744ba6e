import type { WrittenCase } from '../written-case.ts';
import { example, type WrittenExample } from './example.ts';
import { oilCall, valveCall } from './pump-house.ts';

/** A state in which two engines are compared; `view` shows what the example is about. */
function between(profile: string, other: string, text: string, view: 'compare' | 'stream' = 'compare'): WrittenCase {
  const compare = { text: null, profile: other, nativeToolCalls: 'absent', selfContained: false } as const;
  return { text, profile, view, compare };
}

const hermes = (body: string): string => `<tool_call>\n${body}\n</tool_call>`;
const plugin = (body: string): string => `<|action_start|><|plugin|>\n${body}<|action_end|>`;

export const enginesDiffer: readonly WrittenExample[] = [
  example(
    'engines-lost',
    'Engines differ',
    'The call is gone without a trace',
    'Nobody declared close_valve. vLLM returns the call all the same. SGLang drops it, and its text with it: the client gets an empty message.',
    between('sglang:qwen25', 'vllm:hermes', hermes('{"name": "close_valve", "arguments": {"valve": "B2"}}')),
    { tone: 'bad', calls: [], codes: ['undeclared-dropped'], compared: ['close_valve {"valve":"B2"}'] },
  ),
  example(
    'engines-words-lost',
    'Engines differ',
    'A call without its words, or words without the call',
    'The model explains itself before bare JSON. vLLM returns the call and drops the sentence. SGLang returns the whole reply as text.',
    between(
      'vllm:llama3_json',
      'sglang:llama3',
      `The oil first, then the valve.\n${oilCall.replace('arguments', 'parameters')}`,
    ),
    { tone: 'flawed', calls: ['read_gauge'], codes: ['text-dropped'], compared: [] },
  ),
  example(
    'engines-text',
    'Engines differ',
    'The call arrives as text',
    'A Qwen3-Coder model under the parser for Hermes. The tags are the same, but what is between them is not JSON. The parser of this format returns the call.',
    between(
      'vllm:hermes',
      'vllm:qwen3_coder',
      '<tool_call>\n<function=read_gauge>\n<parameter=dial>\noil\n</parameter>\n</function>\n</tool_call>',
    ),
    { tone: 'bad', calls: [], codes: ['json-syntax', 'all-content'], compared: ['read_gauge {"dial":"oil"}'] },
  ),
  example(
    'engines-one-bad-block',
    'Engines differ',
    'One bad block: all text, or half of the calls',
    'The second block has a trailing comma. vLLM returns both blocks as text. SGLang returns the first call and loses the second block.',
    between(
      'vllm:hermes',
      'sglang:qwen25',
      `${hermes(oilCall)}\n${hermes('{"name": "open_valve", "arguments": {"valve": "B2", "percent": 40,}}')}`,
    ),
    { tone: 'bad', calls: [], codes: ['json-syntax', 'all-content'], compared: ['read_gauge {"dial":"oil"}'] },
  ),
  example(
    'engines-error',
    'Engines differ',
    'Two calls are an HTTP error',
    'The parser of vLLM for InternLM splits the reply at the opener and wants exactly two parts. A second call raises an exception, and the request fails.',
    between(
      'vllm:internlm',
      'sglang:interns1',
      `${plugin(oilCall.replace('arguments', 'parameters'))}\n${plugin(valveCall.replace('arguments', 'parameters'))}`,
    ),
    { tone: 'bad', calls: 'error', codes: ['two-openers'], compared: [] },
  ),
  example(
    'engines-wrong-arguments',
    'Engines differ',
    'The same tags, another type',
    'The schema wants a number and the model wrote it in quotes. vLLM returns the text "40". SGLang returns the number 40.',
    between(
      'vllm:glm45',
      'sglang:glm45',
      '<tool_call>open_valve\n<arg_key>valve</arg_key>\n<arg_value>B2</arg_value>\n<arg_key>percent</arg_key>\n<arg_value>"40"</arg_value>\n</tool_call>',
    ),
    { tone: 'flawed', calls: ['open_valve'], codes: [], compared: ['open_valve {"valve":"B2","percent":40}'] },
  ),
  example(
    'engines-stream-differs',
    'Engines differ',
    'Text as a whole, a call as a stream',
    'A trailing comma after the arguments. Whole, vLLM returns the reply as text. Streamed, it sends a call, and the comma becomes part of its arguments.',
    between('vllm:hermes', 'sglang:qwen25', hermes('{"name": "read_gauge", "arguments": {"dial": "oil"},}'), 'stream'),
    {
      tone: 'bad',
      calls: [],
      codes: ['json-syntax', 'all-content'],
      compared: [],
      streamed: ['read_gauge {"dial": "oil"},}'],
    },
  ),
  example(
    'engines-ollama-error',
    'Engines differ',
    'One comma: an error, or repaired',
    'A trailing comma after the arguments. The parser of Ollama returns an error in place of a reply. The middleware of the AI SDK repairs the JSON and returns the call.',
    between('ollama:qwen3', 'ai-sdk:hermes', hermes('{"name": "read_gauge", "arguments": {"dial": "oil"},}')),
    { tone: 'bad', calls: 'error', codes: ['json-error'], compared: ['read_gauge {"dial":"oil"}'] },
  ),
  example(
    'engines-llamacpp-undeclared',
    'Engines differ',
    'A tool that nobody declared: an error or a call',
    'llama.cpp builds its parser from the declared tools, so another name does not match and the request fails. Ollama returns the call.',
    between('llamacpp:qwen2.5', 'ollama:qwen3', hermes('{"name": "close_valve", "arguments": {"valve": "B2"}}')),
    { tone: 'bad', calls: 'error', codes: ['wanted-name'], compared: ['close_valve {"valve":"B2"}'] },
  ),
  example(
    'engines-cut-off',
    'Engines differ',
    'Cut off: no call, or a call without arguments',
    'The token limit ends the reply inside a value. Ollama drops what it has. vLLM returns the call with no arguments, as if that were all of it.',
    between('ollama:qwen3-coder', 'vllm:qwen3_coder', '<tool_call>\n<function=read_gauge>\n<parameter=dial>\noil'),
    { tone: 'bad', calls: [], codes: ['unread-at-end'], compared: ['read_gauge {}'] },
  ),
];
