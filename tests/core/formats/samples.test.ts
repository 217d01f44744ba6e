import { expect, it } from 'vitest';
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
