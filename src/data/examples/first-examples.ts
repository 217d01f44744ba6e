// What a visitor can open before there is anything of their own.

import { example, type WrittenExample } from './example.ts';

/** One reply for each of three families of models, read by the engine that often runs them. */
export const firstExamples: readonly WrittenExample[] = [
  example(
    'first-qwen',
    'Start here',
    'Qwen: one comma too many',
    'The Hermes format of Qwen. The JSON has a comma before its last brace, so vLLM returns the whole reply as text.',
    {
      text: 'I will read the gauge first.\n<tool_call>\n{"name": "read_gauge", "arguments": {"dial": "oil", "samples": 3,}}\n</tool_call>',
      profile: 'vllm:hermes',
    },
    { tone: 'bad', calls: [], codes: ['json-syntax'] },
  ),
  example(
    'first-gpt-oss',
    'Start here',
    'gpt-oss: a call in a channel',
    'The harmony format of gpt-oss: first its reasoning, then a call in the channel for tools. SGLang returns the call.',
    {
      text: '<|channel|>analysis<|message|>The user asks for the oil pressure. I should read the gauge.<|end|><|start|>assistant<|channel|>commentary to=functions.read_gauge <|constrain|>json<|message|>{"dial": "oil", "samples": 3}<|call|>',
      profile: 'sglang:gpt-oss',
    },
    { tone: 'good', calls: ['read_gauge'], codes: [] },
  ),
  example(
    'first-deepseek',
    'Start here',
    'DeepSeek V3.1 under the parser of V3',
    'V3.1 writes a call without the code fence that V3 used. With the older parser vLLM drops the call, and most of its text.',
    {
      text: 'I will read the gauge.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_gauge<｜tool▁sep｜>{"dial": "oil"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      profile: 'vllm:deepseek_v3',
    },
    { tone: 'bad', calls: [], codes: [] },
  ),
];

/** The log of a stream as curl shows it, with one call in pieces. */
export const firstLog = `${[
  { role: 'assistant', content: '' },
  { content: 'Let me read ' },
  { content: 'the gauge.' },
  { tool_calls: [{ index: 0, id: 'call_7', type: 'function', function: { name: 'read_gauge', arguments: '' } }] },
  { tool_calls: [{ index: 0, function: { arguments: '{"dial": "o' } }] },
  { tool_calls: [{ index: 0, function: { arguments: 'il"}' } }] },
]
  .map((delta) => ({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta }] }))
  .map((chunk) => `data: ${JSON.stringify(chunk)}`)
  .join('\n\n')}\n\ndata: [DONE]\n`;
