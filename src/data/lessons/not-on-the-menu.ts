import type { Lesson } from './lesson.ts';
import { coder, hermes, readOil, tools } from './setting.ts';

const server = { profile: 'vllm:hermes', tools } as const;
const wrongName = hermes('readGauge', '{"dial": "oil"}');

export const lesson: Lesson = {
  id: 'not-on-the-menu',
  title: 'The call that is not on the menu',
  minutes: 6,
  steps: [
    {
      say: 'Your request declares which tools there are: `read_gauge`, `open_valve` and `write_note`. This model calls `readGauge`. How many calls does vLLM give your program?',
      case: { ...server, text: wrongName },
      ask: { kind: 'predict', what: { of: 'count' } },
      hints: ['Does this parser compare names?', 'It does not: it gives your program what the model wrote.'],
      after:
        'vLLM does not know which functions you have. Your program gets a call of a function that does not exist, and has to say so to the model.',
    },
    {
      say: 'The same reply on SGLang with `qwen`, which compares names. What does your program get?',
      case: { ...server, profile: 'sglang:qwen', text: wrongName },
      ask: { kind: 'predict', what: { of: 'outcome' } },
      hints: ['A call of an unknown name is dropped.', 'And the tags are taken out, so that they are no text either.'],
      after:
        'SGLang drops the call, and writes that only into its own log. Your program gets neither a call nor text: the reply seems to be empty.',
    },
    {
      say: 'Repair the name, so that the call fits a declared tool. Two changes are enough.',
      case: { ...server, profile: 'sglang:qwen', text: wrongName },
      ask: {
        kind: 'fix',
        edit: ['text'],
        conditions: [{ must: 'call', calls: [readOil], streamed: true }, { must: 'be-sound' }],
        most: 2,
      },
      hints: ['Declared is `read_gauge`.', 'Insert an underscore, and write a small `g`.'],
      after:
        'A clear name in the prompt, repeated at its end, is the best cure. Models change names to the style that they know.',
    },
    {
      say: 'A call can also lack something. `open_valve` needs `valve` and `percent`; both are **required**. Complete the call, so that the valve B2 opens to 40.',
      case: { ...server, text: hermes('open_valve', '{"valve": "B2"}') },
      ask: {
        kind: 'fix',
        edit: ['text'],
        conditions: [
          {
            must: 'call',
            calls: [{ name: 'open_valve', argumentsText: '{"valve": "B2", "percent": 40}' }],
            streamed: true,
          },
          { must: 'be-sound' },
        ],
      },
      hints: [
        'After `"B2"` write a comma and the second argument.',
        'The arguments become `{"valve": "B2", "percent": 40}`.',
      ],
      after:
        'No server added the missing argument, and none complained. Check arguments before you run a function, and send the error back to the model.',
    },
    {
      say: 'Here the name of an argument is almost right. Your function would never see it. Repair it with one change.',
      case: { ...server, profile: 'vllm:qwen3_coder', text: coder('read_gauge', ['dial', 'oil'], ['sample', '3']) },
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
        most: 1,
      },
      hints: ['Declared are `dial` and `samples`.', 'Write `<parameter=samples>`.'],
      after:
        'With the right name the type is right, too: `3` became a number, because the declaration of `samples` says so.',
    },
  ],
};
