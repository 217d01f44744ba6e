import { describe, expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { formatList } from '../../../src/core/formats/list.ts';
import { notAsked } from '../../../src/core/formats/kit/read/write-calls.ts';
import { fixtures } from '../../fixtures.ts';

/** Markup that models write because they were trained to: in a code block, a text shows it. */
const trained = new Set(
  formatList
    .filter(({ notAsked: reason }) => reason === notAsked.tokens || reason === notAsked.trained)
    .map(({ id }) => id),
);

/** Fixtures whose calls are in no code block already. */
const plain = fixtures.filter(({ text, expected }) => expected.calls.length > 0 && !/```|~~~/.test(text));

const readable = ['', 'json', 'xml', 'python', 'tool_call'];
const others = ['text', 'bash', 'markdown'];

function inFence(text: string, language: string): string {
  return `A raw reply looks like this:\n\n\`\`\`${language}\n${text}\n\`\`\`\n\nThat is how the model writes it.`;
}

// Without its tokens MiniMax M3 writes what other models are asked for.
it.each(plain.filter(({ format, name }) => trained.has(format) && name !== 'dialect-all-tokens-lost'))(
  'takes $format/$name for a sample where it is in a code block of a text',
  ({ format, text, expected: { tools, format: only } }) => {
    for (const language of readable) {
      const { calls } = extract({ text: inFence(text, language) }, { runtime: 'auto', tools });
      // What is left of markup that lost its tokens may be JSON, and JSON in a code block is a call.
      expect(
        calls.filter((call) => call.format === (only ?? format)),
        language,
      ).toEqual([]);
    }
  },
);

it.each(plain)(
  'finds no call of $format/$name in a code block of another language',
  ({ text, expected: { tools } }) => {
    for (const language of others)
      expect(extract({ text: inFence(text, language) }, { runtime: 'auto', tools }).calls, language).toEqual([]);
  },
);

it.each(plain.filter(({ format, name }) => trained.has(format) && name === 'one-call' && format !== 'glm-4-legacy'))(
  'reads $format/$name where the code block is the whole reply',
  ({ text, expected }) => {
    const { calls } = extract({ text: `\`\`\`\n${text}\n\`\`\`` }, { runtime: 'auto', tools: expected.tools });
    expect(calls.map(({ name, argumentsText }) => ({ name, argumentsText }))).toEqual(expected.calls);
  },
);

const EXPLAINED = {
  hermes: ['xml', '<tool_call>\n{"name": "fill_kettle", "arguments": {"cups": 2}}\n</tool_call>'],
  'qwen3-coder-xml': [
    'xml',
    '<tool_call>\n<function=fill_kettle>\n<parameter=cups>\n2\n</parameter>\n</function>\n</tool_call>',
  ],
  'raw-json': ['json', '{"name": "fill_kettle", "arguments": {"cups": 2}}'],
} as const;

const between = (before: string, [language, call]: readonly [string, string], after: string): string =>
  `${before}\n\n\`\`\`${language}\n${call}\n\`\`\`\n\n${after}`;

const namesIn = (text: string): readonly string[] =>
  extract({ text }, { runtime: 'auto' }).calls.map(({ name }) => name);

describe.each(Object.entries(EXPLAINED))('a call of %s between words', (_, call) => {
  it.each([
    [
      'In this syntax a call looks like this:',
      'The outer tag opens the call. You asked for the form, so I did not run it.',
    ],
    ['A tool call is written so, in the format of Qwen:', 'Each element names one parameter, in any order.'],
    ['The syntax:', 'The opening tag `<tool_call>` is optional for some servers.'],
    ['Such a call would look like this:', 'This is only an illustration: nothing happens in your kitchen.'],
  ])('that explain it is shown: %s', (before, after) => {
    expect(namesIn(between(before, call, after))).toEqual([]);
  });

  it.each([
    ['I fill the kettle in the format that I know:', 'I will tell you when it boils.'],
    ['I use the tool. The call looks like this:', ''],
    ['I fill the kettle:', 'The tag opens the lid of the kettle.'],
    ['The kettle looks like an old one:', 'I have not filled it before.'],
    ['The call in the format of Qwen:', 'Its tags are not parsed, and nothing came of it.'],
  ])('that lead to it is meant: %s', (before, after) => {
    expect(namesIn(between(before, call, after))).toEqual(['fill_kettle']);
  });
});
