import fc from 'fast-check';
import { expect, test } from 'vitest';
import { channelsIn, heldFrom, nextHeader } from '../../../../src/core/engines/vllm/kit/muse-headers.ts';

// What the original looks for, word for word: these take as long as the square of a text, so Callscope searches backwards.
const HEADER = String.raw`(?:<\|start\|>\s*assistant\s*)?(?:to=([^<\s]+)\s*)?<\|message\|>`;

function channelsByPattern(text: string): unknown[] {
  const channels: unknown[] = [];
  const header = new RegExp(HEADER, 'g');
  const end = new RegExp(String.raw`<\|eom\|>|<\|eot\|>|<\|start\|>|${HEADER}`, 'g');
  for (let open = header.exec(text); open !== null; open = header.exec(text)) {
    const from = header.lastIndex;
    end.lastIndex = from;
    const stop = end.exec(text);
    const to = stop?.index ?? text.length;
    const isClosed = stop !== null && /^<\|eo[mt]\|>$/.test(stop[0]);
    channels.push({ from: open.index, to, name: open[1] ?? null, body: { from, to }, isClosed });
    header.lastIndex = isClosed ? to + stop[0].length : to;
  }
  return channels;
}

const parts = [
  '<|start|>',
  '<|message|>',
  '<|eom|>',
  '<|eot|>',
  'assistant',
  'to=',
  'self',
  'user',
  't',
  ' ',
  '\n',
  '<',
  '>',
];
const texts = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((list) => list.join(''));

test('messages are those of the original', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(channelsIn(text)).toEqual(channelsByPattern(text));
    }),
    { numRuns: 3000 },
  );
});

test('the next header is that of the original', () => {
  const byPattern = (text: string): unknown => {
    const found = /to=([^<]*)<\|message\|>/.exec(text);
    return found === null ? null : { from: found.index, to: found.index + found[0].length, name: found[1] };
  };
  fc.assert(
    fc.property(texts, (text) => {
      expect(nextHeader(text, 0)).toEqual(byPattern(text));
    }),
    { numRuns: 3000 },
  );
});

test('what a stream holds back is what the original holds back', () => {
  const patterns = [/(?:t|to|to=[^<]*|to=[^<]*<[^>]*)$/, /<[^>]*$/];
  const byPattern = (text: string): number =>
    Math.min(...patterns.map((pattern) => pattern.exec(text)?.index ?? text.length));
  fc.assert(
    fc.property(texts, (text) => {
      expect(heldFrom(text)).toBe(byPattern(text));
    }),
    { numRuns: 3000 },
  );
});
