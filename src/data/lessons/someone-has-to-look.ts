import type { Lesson } from './lesson.ts';
import { oilInHermes, tools } from './setting.ts';

const text = `I will read the gauge.\n${oilInHermes}`;
const open = text.replace('\n</tool_call>', '');
const server = { profile: 'vllm:hermes', tools } as const;

export const lesson: Lesson = {
  id: 'someone-has-to-look',
  title: 'Someone has to look: opening and closing tags',
  minutes: 6,
  steps: [
    {
      say: 'The part of a server that looks for calls is its **parser**. vLLM has many; this one is named `hermes`. It searches for one opening tag and reads from there. Select that tag in the text, exactly, and check.',
      case: { ...server, text },
      ask: { kind: 'point', target: { find: 'marker', role: 'open' } },
      hints: ['It is on the second line.', 'Select `<tool_call>` with both angle brackets and nothing else.'],
      after: 'The parser did not read the first sentence at all. It searched for these eleven characters.',
    },
    {
      say: 'The parser also has to know where the call ends. Select the characters that tell it.',
      case: { ...server, text },
      ask: { kind: 'point', target: { find: 'marker', role: 'close' } },
      hints: ['It is the last tag.', 'Select `</tool_call>` with its slash.'],
      after:
        'What is between the two tags has to be JSON. JSON is text that programs agree on: names in double quotes, values after colons, braces around.',
    },
    {
      say: 'From the JSON the parser takes two things. The first is the **name** of the tool. Select the name that it takes.',
      case: { ...server, text },
      ask: { kind: 'point', target: { find: 'read', what: 'name' } },
      hints: ['It comes after `"name":`.', 'Select `read_gauge`.'],
      after:
        'Your program has a function with this name. If the name is wrong by one letter, there is no function to run.',
    },
    {
      say: 'The second thing is the **arguments**: what the function is called with. Select all of them, with the braces around them.',
      case: { ...server, text },
      ask: { kind: 'point', target: { find: 'read', what: 'arguments' } },
      hints: [
        'They come after `"arguments":`.',
        'Begin with `{` before `"dial"`, and end with the brace that closes it. The next brace belongs to something else.',
      ],
      after:
        'Of a call your program gets only the name and the arguments. The tags around it are gone, and the sentence before it is the text.',
    },
    {
      say: 'Models sometimes stop too early. Here the closing tag is missing. How many calls does vLLM give your program?',
      case: { ...server, text: open },
      ask: { kind: 'predict', what: { of: 'count' } },
      hints: ['The JSON is complete.', 'Some parsers take the end of the reply for the closing tag. This one does.'],
      after:
        'vLLM takes the end of the reply for the end of the call. Nobody wrote that rule into the model: it is how this parser was programmed.',
    },
    {
      say: 'The same text goes to another server now: SGLang with the parser `qwen`. How many calls does it give your program?',
      case: { ...server, profile: 'sglang:qwen', text: open },
      ask: { kind: 'predict', what: { of: 'count' } },
      hints: [
        'The two servers were written by different people.',
        'This parser needs both tags, each on a line of its own.',
      ],
      after:
        'The same reply gives one call on vLLM. SGLang calls its parser a **detector**: it gives no call, and drops the text of the call as well. Whether a reply “works” depends on who looks. So the first question is always: which server, which parser?',
    },
  ],
};
