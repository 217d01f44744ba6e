import type { Lesson } from './lesson.ts';
import { hermes, readOil, tools } from './setting.ts';

const server = { profile: 'vllm:hermes', tools } as const;
const free = hermes('read_gauge', '{"dial": "oil", "samples": three}');
const forced = hermes('read_gauge', '{"dial": "oil", "samples": "three"}');
const cut = hermes('write_note', '{"text": "All is wel').replace(/\}\n<\/tool_call>$/, '');

export const lesson: Lesson = {
  id: 'forced-output',
  title: 'Forced output, and what it hides',
  minutes: 6,
  steps: [
    {
      say: 'A server can force a model to write valid JSON: it forbids every character that would break it. This reply was written **without** force. What does your program get?',
      case: { ...server, text: free },
      ask: { kind: 'predict', what: { of: 'outcome' } },
      hints: ['Look at the value of `samples`.', 'A word without quotes is no JSON.'],
      after: 'The word `three` without quotes broke the JSON, and you saw at once that something was wrong.',
    },
    {
      say: 'This is its twin, written **with** force. The only difference: the server did not allow a word without quotes. How many calls does your program get?',
      case: { ...server, text: forced },
      ask: { kind: 'predict', what: { of: 'count' } },
      hints: ['The JSON is valid now.'],
      after: 'A call comes. But the mistake of the model is still there.',
    },
    {
      say: 'What does your function receive for `samples`, which you declared as an integer? Write it as JSON.',
      case: { ...server, text: forced },
      ask: { kind: 'predict', what: { of: 'value', key: 'samples' } },
      hints: ['The server passes JSON on as it is.', 'It is a text, with quotes.'],
      after:
        'Force made the form right and left the meaning wrong. The failure moved from the server into your function.',
    },
    {
      say: 'Force can know your declaration as well, and then only a number is allowed. Write the call as the model should have written it: `samples` is the number 3.',
      case: { ...server, text: forced },
      ask: {
        kind: 'fix',
        edit: ['text'],
        conditions: [
          {
            must: 'call',
            calls: [{ name: 'read_gauge', argumentsText: '{"dial": "oil", "samples": 3}' }],
            streamed: true,
          },
          { must: 'be-sound' },
        ],
      },
      hints: ['Replace `"three"` with `3`, without quotes.'],
      after:
        'Give a server that forces output a precise declaration: types, lists of allowed values, what is required.',
    },
    {
      say: 'Force does not help against a limit. This reply was forced, and cut off when its limit was reached. Complete it, so that the note says “All is well.”',
      case: { ...server, text: cut },
      ask: {
        kind: 'fix',
        edit: ['text'],
        conditions: [
          { must: 'call', calls: [{ name: 'write_note', argumentsText: '{"text": "All is well."}' }], streamed: true },
        ],
      },
      hints: [
        'Complete the sentence, then close what is open: the quote, two braces.',
        'Add `l."}}` at the end. The closing tag may be missing here, as you know.',
      ],
      after: 'Valid so far is not complete. Whatever forces the form, your program has to look at the finish reason.',
    },
    {
      say: 'Three replies: one is plain, one has words before the call, one ends without its closing tag. Which of these servers gives the call for all three, whole and in pieces (streamed)?',
      case: { ...server, text: hermes('read_gauge', '{"dial": "oil"}') },
      ask: {
        kind: 'choose',
        among: [
          { id: 'vllm-hermes', label: 'vLLM with hermes', change: { profile: 'vllm:hermes' } },
          { id: 'sglang-qwen', label: 'SGLang with qwen', change: { profile: 'sglang:qwen' } },
          { id: 'vllm-llama3', label: 'vLLM with llama3_json', change: { profile: 'vllm:llama3_json' } },
          { id: 'vllm-pythonic', label: 'vLLM with pythonic', change: { profile: 'vllm:pythonic' } },
          { id: 'vllm-coder', label: 'vLLM with qwen3_coder', change: { profile: 'vllm:qwen3_coder' } },
          { id: 'vllm-kimi', label: 'vLLM with kimi_k2', change: { profile: 'vllm:kimi_k2' } },
        ],
        replies: [
          { text: hermes('read_gauge', '{"dial": "oil"}'), calls: [readOil] },
          { text: `I look.\n${hermes('read_gauge', '{"dial": "oil"}')}`, calls: [readOil] },
          { text: hermes('read_gauge', '{"dial": "oil"}').replace('\n</tool_call>', ''), calls: [readOil] },
        ],
      },
      hints: ['You met all of these servers. Which one takes the end of the reply for the end of a call?'],
      after:
        'You know now what to look at: the prompt, the text, the parser, the stream, the types, the declared tools. The exam is next.',
    },
  ],
};
