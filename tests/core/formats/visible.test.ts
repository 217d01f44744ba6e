import { describe, expect, it } from 'vitest';
import { formatList } from '../../../src/core/formats/list.ts';
import { openStream } from '../../../src/core/index.ts';
import { ToolIndex } from '../../../src/core/formats/kit/read/tool-index.ts';
import { contentOf } from '../../readings.ts';

const call = '<tool_call>\n{"name": "ring_bell", "arguments": {"n": 2}}\n</tool_call>';
const tools = [{ name: 'ring_bell', schema: { type: 'object', properties: { n: { type: 'integer' } } } }] as const;

/** What a text is about, the text, what a person sees of it, and how many calls are in it. */
const cases: readonly (readonly [what: string, text: string, visible: string, calls: number])[] = [
  [
    'a closing fence that is indented',
    `1. Do:\n   \`\`\`bash\n   ls\n   \`\`\`\n${call}`,
    '1. Do:\n   ```bash\n   ls\n   ```\n',
    1,
  ],
  ['one after a tab', `\`\`\`js\nf()\n\t\`\`\`\n${call}`, '```js\nf()\n\t```\n', 1],
  [
    'a fence inside a line of code',
    `\`\`\`js\nf(\`\n\`\`, "\`\`\`")\n\`\`\`\n${call}`,
    '```js\nf(`\n``, "```")\n```\n',
    1,
  ],
  [
    'a closer of reasoning in code after a call',
    `${call}\nSo:\n\`\`\`python\nx.split("</think>")\n\`\`\`\nDone.`,
    '\nSo:\n```python\nx.split("</think>")\n```\nDone.',
    1,
  ],
  [
    'closers and end tokens in code',
    '```python\nP = r"<tool_call>(.*?)</tool_call>"\nSTOP = ["<|im_end|>", "</s>"]\nre.sub(r"<think>.*?</think>", "", x)\n```',
    '```python\nP = r"<tool_call>(.*?)</tool_call>"\nSTOP = ["<|im_end|>", "</s>"]\nre.sub(r"<think>.*?</think>", "", x)\n```',
    0,
  ],
  [
    'a sentence about two tags',
    'The <tool_call> tag opens, and </tool_call> closes it.',
    'The <tool_call> tag opens, and </tool_call> closes it.',
    0,
  ],
  ['a tag in quotes', 'Behind “</tool_call>” stop.', 'Behind “</tool_call>” stop.', 0],
  ['markup of a page', 'This is <s>old</s> new.', 'This is <s>old</s> new.', 0],
  ['a closer that is alone', 'All done.\n</tool_call>\n', 'All done.\n\n', 0],
  ['a closer at the end of a line', 'All done.</tool_call>', 'All done.', 0],
  ['an end token', 'All done.<|im_end|>\n', 'All done.\n', 0],
  [
    'frames of Inkling',
    '<|message_model|><|content_thinking|>{"name": "ring_bell", "arguments": {}}<|end_message|><|message_model|><|content_text|>Hello<|end_message|>',
    'Hello',
    0,
  ],
  [
    'an answer that the model made up',
    `${call}\n<tool_response>\n{"name": "ring_bell", "arguments": {}}\n</tool_response>\nIt rang.`,
    '\n\nIt rang.',
    1,
  ],
  [
    'answers of DeepSeek that it made up',
    'Hi\n<｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>{"name": "ring_bell", "arguments": {}}<｜tool▁output▁end｜><｜tool▁outputs▁end｜>there',
    'Hi\nthere',
    0,
  ],
  [
    'talk about such an answer',
    'It goes into <tool_response> and </tool_response> tags.',
    'It goes into <tool_response> and </tool_response> tags.',
    0,
  ],
  ...['tool_call', 'function_call', 'function_calls'].map(
    (language) =>
      [
        `a code block that is called ${language}`,
        `Ring it.\n\`\`\`${language}\n{"id": 1, "function": "ring_bell", "parameters": {"n": 2}}\n\`\`\``,
        `Ring it.\n\`\`\`${language}\n\n\`\`\``,
        1,
      ] as const,
  ),
  ['a token that may open a call and opens none', 'Просто текст.<|message_sep|>', 'Просто текст.', 0],
];

function read(text: string, size: number): { readonly shown: string; readonly calls: number } {
  const stream = openStream({ runtime: 'auto', tools });
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += contentOf(stream.push(text.slice(at, at + size)));
  const end = stream.end();
  return { shown: shown + contentOf(end.deltas), calls: end.extraction.calls.length };
}

describe.each(cases)('%s', (_, text, visible, calls) => {
  it.each([text.length, 7])('in pieces of %i characters', (size) => {
    expect(read(text, size)).toEqual({ shown: visible, calls });
  });
});

it('a sentence that names an opener keeps what is after it', () => {
  const index = new ToolIndex(tools);
  const swallowed = formatList
    .flatMap(({ openers }) => (typeof openers === 'function' ? openers(index) : openers))
    .map(({ text }) => `We write ${text} before each call.\n\nSecond paragraph.`)
    .filter((text) => !read(text, text.length).shown.endsWith('Second paragraph.'));
  expect(swallowed).toEqual([]);
});

// What was shown cannot be taken back when it turns out to be reasoning: this holds for a text that comes at once.
it.each(['Hm.</think>Hello.', 'Hm.<|think:end|>Hello.', 'Hm.</ifm|think>Hello.'])('reasoning before %s', (text) => {
  expect(read(text, text.length)).toEqual({ shown: 'Hello.', calls: 0 });
});
