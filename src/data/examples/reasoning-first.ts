import { example, type WrittenExample } from './example.ts';
import { oilCall } from './pump-house.ts';

const call = `<tool_call>\n${oilCall}\n</tool_call>`;

/** A server with a reasoning parser before its tool parser. */
export const reasoningFirst: readonly WrittenExample[] = [
  example(
    'reasoning-takes-all',
    'The reasoning parser',
    'A good call, and all of it counts as thinking',
    'The reasoning parser deepseek_r1 takes everything for thinking until `</think>` comes. This model did not think, so nothing is left for the tool parser.',
    { text: call, profile: 'vllm:hermes', reasoningParser: 'deepseek_r1' },
    { tone: 'bad', calls: [], codes: ['reasoning', 'nothing-passed'] },
  ),
  example(
    'reasoning-streams-a-call',
    'The reasoning parser',
    'A call that the model took back, made all the same',
    'The model considers a call, closes its thinking and decides against it. The whole reply gives no call. In a stream the opener of the call ends the thinking, and SGLang makes the call.',
    {
      text: `<think>Maybe ${call}</think>\n\nNo gauge is needed.`,
      profile: 'sglang:qwen25',
      reasoningParser: 'qwen3',
      view: 'stream',
    },
    { tone: 'bad', calls: [], codes: ['reasoning', 'passed-on'], streamed: ['read_gauge {"dial": "oil"}'] },
  ),
  example(
    'reasoning-ended-by-a-word',
    'The reasoning parser',
    'A word in the thinking costs the call',
    'The thinking mentions `<tool_call>` as a word. For the reasoning parser qwen3 a call begins there. The tool parser gets the rest, finds no JSON after the word, and returns all of it as text.',
    {
      text: `<think>I would write <tool_call> here.</think>\n${call}`,
      profile: 'vllm:hermes',
      reasoningParser: 'qwen3',
    },
    { tone: 'bad', calls: [], codes: ['json-syntax', 'all-content'] },
  ),
  example(
    'reasoning-never-ends',
    'The reasoning parser',
    'Whole it is a call, streamed it is text',
    'The reasoning parser granite never reports that the thinking has ended. In a stream the tool parser of vLLM waits for that, so it never starts.',
    {
      text: `Here is my thought process: I need the oil. Here is my response: <|tool_call|>[${oilCall}]`,
      profile: 'vllm:granite',
      reasoningParser: 'granite',
      view: 'stream',
    },
    { tone: 'flawed', calls: ['read_gauge'], codes: ['reasoning', 'passed-on'], streamed: [] },
  ),
];
