import { expect, it } from 'vitest';
import { extract, openStream } from '../../../../src/core/index.ts';
import { contentOf } from '../../../readings.ts';

/** Sentences that name a tag: nothing is taken from them, so all of each is for the reader. */
const sentences = [
  'Write <function=name> to open it. Then come the parameters.',
  'An <invoke name="..."> element starts each call. It holds parameters.',
  'The <xai:function_call name="f"> tag is how Grok begins. Others differ.',
  'The <tool: python> marker is from Code World Model. No other model has it.',
  '<halt> is a valid tag here. It stops the machine.',
];

it.each(sentences)('shows all of: %s', (text) => {
  const options = { runtime: 'auto', tools: [{ name: 'halt' }] };
  const stream = openStream(options);
  const shown =
    Array.from(text, (character) => contentOf(stream.push(character))).join('') + contentOf(stream.end().deltas);
  expect(shown).toBe(text);
  const { calls, incomplete } = extract({ text }, options);
  expect([calls, incomplete]).toEqual([[], []]);
});
