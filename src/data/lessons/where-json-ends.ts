import type { Lesson } from './lesson.ts';
import { hermes, tools } from './setting.ts';

const note = (value: string): string => hermes('write_note', `{"text": "${value}"}`);
const server = { profile: 'vllm:hermes', tools } as const;
const quoted = 'The sign says "stop" twice.';

export const lesson: Lesson = {
  id: 'where-json-ends',
  title: 'JSON ends where its strings say',
  minutes: 8,
  steps: [
    {
      say: 'In JSON a `{` opens an object and a `}` closes it. But a brace between double quotes is only a character of a text. Select the one brace that ends the **arguments** here.',
      case: { ...server, text: note('Close the gate } before noon.') },
      ask: { kind: 'point', target: { find: 'read', what: 'arguments', part: 'last-character' } },
      hints: [
        'The brace in the sentence is between quotes, so it does not count.',
        'Two braces are at the end of the line. The last one ends the whole object.',
      ],
      after:
        'A parser that only counts braces would end at the wrong one. Servers differ in this, and some really count.',
    },
    {
      say: 'Quotes have the same problem: a quote inside of a text must be marked, or it ends the text. Here the model wrote `"stop"` with plain quotes. Put the cursor before the character where vLLM gives up, or select it.',
      case: { ...server, text: note(quoted) },
      ask: { kind: 'point', target: { find: 'refused' } },
      hints: [
        'The second quote after `text` ends the text. What comes next?',
        'After a text JSON wants `,` or `}`. Select the first letter of `stop`.',
      ],
      after:
        'JSON ended the text at the quote before `stop`. The letter `s` is not allowed after a text, so all of the JSON is invalid, and the call is lost.',
    },
    {
      say: 'A backslash before a quote makes it a character of the text: `\\"`. Repair the reply. Your program should get the sentence with its quotes. Two changes are enough.',
      case: { ...server, text: note(quoted) },
      ask: {
        kind: 'fix',
        edit: ['text'],
        conditions: [
          {
            must: 'call',
            calls: [{ name: 'write_note', argumentsText: '{"text": "The sign says \\"stop\\" twice."}' }],
          },
        ],
        most: 2,
      },
      hints: ['Write a backslash before each of the two quotes around `stop`.'],
      after:
        'This is called **escaping**. The backslash is not part of the value: your program gets the sentence with plain quotes.',
    },
    {
      say: 'Line breaks are not allowed inside of a JSON text either. How many calls does your program get from this reply?',
      case: { ...server, text: note('First line.\nSecond line.') },
      ask: { kind: 'predict', what: { of: 'count' } },
      hints: ['vLLM reads JSON strictly.', 'A line break in a text is as wrong as a plain quote.'],
      after:
        'Long texts, such as files or code, break calls most often. They have many quotes and line breaks, and each must be escaped.',
    },
    {
      say: 'In JSON a line break is written `\\n`: a backslash and the letter n. Repair the reply. Your program should get both lines.',
      case: { ...server, text: note('First line.\nSecond line.') },
      ask: {
        kind: 'fix',
        edit: ['text'],
        conditions: [
          { must: 'call', calls: [{ name: 'write_note', argumentsText: '{"text": "First line.\\nSecond line."}' }] },
        ],
        most: 3,
      },
      hints: ['Join the two lines, and write `\\n` between them.'],
      after: 'Now the value has a line break again, because JSON reads `\\n` as one.',
    },
    {
      say: 'One last habit of models: a comma after the last value. Python allows that, JSON does not. Make this reply a call again with one change.',
      case: { ...server, text: hermes('read_gauge', '{"dial": "oil", "samples": 3,}') },
      ask: {
        kind: 'fix',
        edit: ['text'],
        conditions: [
          {
            must: 'call',
            calls: [{ name: 'read_gauge', argumentsText: '{"dial": "oil", "samples": 3}' }],
            streamed: true,
          },
        ],
        most: 1,
      },
      hints: ['The sentence above the text names the place.', 'Remove the comma after `3`.'],
      after: 'A comma too many, and the call was gone. When a call with JSON arrives as text, look at the JSON first.',
    },
  ],
};
