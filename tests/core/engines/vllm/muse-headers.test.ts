import fc from 'fast-check';
import { expect, test } from 'vitest';
import { channelsIn, nextHeader, safeBody, safeThought } from '../../../../src/core/engines/vllm/kit/muse-headers.ts';

// What the originals look for, word for word: these take as long as the square of a text, so Callscope searches backwards.
const HEADER = String.raw`(?:<\|start\|>\s*assistant)?[^\S\n]*(?:to=([A-Za-z0-9_.-]+))?<\|message\|>`;

function channelsByPattern(text: string): unknown[] {
  const channels: unknown[] = [];
  const [header, next, end] = [new RegExp(HEADER, 'g'), new RegExp(HEADER, 'g'), /<\|eom\|>|<\|eot\|>/g];
  for (let open = header.exec(text); open !== null; open = header.exec(text)) {
    const from = header.lastIndex;
    next.lastIndex = from;
    end.lastIndex = from;
    const [following, stop] = [next.exec(text), end.exec(text)];
    const isCut = following !== null && following.index < (stop?.index ?? text.length);
    let to = isCut ? following.index : (stop?.index ?? text.length);
    const start = text.slice(from, to).indexOf('<|start|>');
    if (start >= 0) to = from + start;
    const isClosed = !isCut && stop !== null && start < 0;
    channels.push({ from: open.index, to, name: open[1] ?? null, body: { from, to }, isClosed });
    header.lastIndex = isCut ? following.index : stop === null ? text.length : end.lastIndex;
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
  'é',
  ' ',
  '\n',
  '<',
  '<|m',
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
    const found = /to=([^\s<]+)<\|message\|>/.exec(text);
    return found === null ? null : { from: found.index, to: found.index + found[0].length, name: found[1] };
  };
  fc.assert(
    fc.property(texts, (text) => {
      expect(nextHeader(text, 0)).toEqual(byPattern(text));
    }),
    { numRuns: 3000 },
  );
});

const markers = ['<|eom|>', '<|eot|>', '<|start|>', '<|message|>'];

function withoutMarker(text: string): string {
  for (let length = Math.min(text.length, 10); length > 0; length -= 1)
    if (markers.some((marker) => marker.length > length && marker.startsWith(text.slice(-length))))
      return text.slice(0, -length);
  return text;
}

const bodies = texts.map((text) => text.replaceAll(/<\|(?:eom|eot|start|message)\|>/g, ''));

test('what a stream of calls holds back is what the original holds back', () => {
  fc.assert(
    fc.property(bodies, (text) => {
      const head = /[^\S\n]+to=[A-Za-z0-9_.-]*\n?$/.exec(text);
      expect(text.slice(0, safeBody(text))).toBe(head === null ? withoutMarker(text) : text.slice(0, head.index));
    }),
    { numRuns: 3000 },
  );
});

test('what a stream of thinking holds back is what the original holds back', () => {
  const byPattern = (body: string): string => {
    const rest = withoutMarker(body);
    const kept = rest.slice(0, /\s(?:t|to|to=[^\s<]*)\n?$/.exec(rest)?.index);
    return kept === body ? body : byPattern(kept);
  };
  fc.assert(
    fc.property(bodies, (text) => {
      expect(text.slice(0, safeThought(text))).toBe(byPattern(text));
    }),
    { numRuns: 3000 },
  );
});
