import type { Lesson } from './lesson.ts';
import { coder, hermes, readOil, tools } from './setting.ts';

const coderServer = { profile: 'vllm:qwen3_coder', tools } as const;
const hermesServer = { profile: 'vllm:hermes', tools } as const;

export const lesson: Lesson = {
  id: 'types-are-agreed',
  title: 'Types are agreed, not written',
  minutes: 7,
  steps: [
    {
      say: 'A value has a **type**: in JSON the number is written `2` and the text `"2"`, with quotes. Tags have no types, everything between them is text. Your tool declares `samples` as an integer. Which value does your program get for `samples`? Write it as JSON.',
      case: { ...coderServer, text: coder('read_gauge', ['dial', 'oil'], ['samples', '2']) },
      ask: { kind: 'predict', what: { of: 'value', key: 'samples' } },
      hints: ['The parser looks at the declaration of the tool.', 'It makes a number of the text.'],
      after:
        'The type came from your declaration, not from the model. Without tools in the request the same text can become something else.',
    },
    {
      say: 'The tool `open_valve` declares `valve` as a text. Which value does your program get for `valve`? Write it as JSON.',
      case: { ...coderServer, text: coder('open_valve', ['valve', '07'], ['percent', '40']) },
      ask: { kind: 'predict', what: { of: 'value', key: 'valve' } },
      hints: ['A text keeps all of its characters.', 'Do not forget the quotes.'],
      after:
        'As a number, `07` would have lost its zero. Names, postcodes and phone numbers are texts for this reason.',
    },
    {
      say: 'What if the model writes a word where a number is declared? `samples` is an integer, and the reply says `two`. Which value does your program get? Write it as JSON.',
      case: { ...coderServer, text: coder('read_gauge', ['dial', 'oil'], ['samples', 'two']) },
      ask: { kind: 'predict', what: { of: 'value', key: 'samples' } },
      hints: [
        'The parser cannot make a number of it, and it does not stop.',
        'It gives your program what is there, as a text.',
      ],
      after:
        'No error: your program gets a text where it declared a number. vLLM does not check your declaration. Your program should.',
    },
    {
      say: 'A model that writes JSON chooses the types itself. Here it put quotes around the number. Make the type right. Two changes are enough.',
      case: { ...hermesServer, text: hermes('read_gauge', '{"dial": "oil", "samples": "2"}') },
      ask: {
        kind: 'fix',
        edit: ['text'],
        conditions: [
          { must: 'call', calls: [{ name: 'read_gauge', argumentsText: '{"dial": "oil", "samples": 2}' }] },
          { must: 'be-sound' },
        ],
        most: 2,
      },
      hints: ['Which value should be a number?', 'Remove the two quotes around `2`.'],
      after:
        'This parser passes JSON on as it is. Another one might have converted it. So the same mistake is invisible on one server and an error on the next.',
    },
    {
      say: 'One more: here the whole object of arguments is inside of quotes. It is a text that looks like an object. Make it an object again.',
      case: { ...hermesServer, text: hermes('read_gauge', '"{\\"dial\\": \\"oil\\"}"') },
      ask: {
        kind: 'fix',
        edit: ['text'],
        conditions: [{ must: 'call', calls: [readOil], streamed: true }, { must: 'be-sound' }],
      },
      hints: ['Remove the quotes around the braces.', 'Inside, every `\\"` becomes a plain `"`.'],
      after:
        'This is called **double encoding**: JSON inside of a JSON text. It happens when two programs both turn the arguments into text.',
    },
  ],
};
