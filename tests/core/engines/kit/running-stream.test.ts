import { expect, it, vi } from 'vitest';
import { openDocument } from '../../../../src/core/trace/response.ts';
import { contentDelta } from '../../../../src/core/engines/kit/deltas.ts';
import type { Delta } from '../../../../src/core/engines/runtime.ts';
import type { Outcome } from '../../../../src/core/trace/extraction.ts';
import { beacon } from '../made-up/beacon.ts';
import { RunningStream } from '../../../../src/core/engines/kit/running-stream.ts';
import { Recorder } from '../../../../src/core/trace/recorder.ts';

/** Streams a text through a parser that reads all of it with each piece. */
function streamed(text: string, piece: number, effort = 1) {
  const steps = new Recorder<string>(openDocument({ text }));
  const quirk = vi.spyOn(steps, 'quirk');
  let readAgain = 0;
  const stream = new RunningStream(
    {
      effort,
      push(delta, current) {
        readAgain += current.length - delta.length;
        return contentDelta(delta, current.length - delta.length);
      },
    },
    { steps, tier: 'made-up', format: 'made-up', readWhole: () => ({ content: null }) },
  );
  for (let at = 0; at < text.length; at += piece) stream.push(text.slice(at, at + piece));
  const { content } = stream.end();
  return { readAgain, content, quirks: quirk.mock.calls.map(([code]) => code) };
}

it('streams a reply of 4,000 characters as it comes', () => {
  const text = 'word '.repeat(800);
  expect(streamed(text, 1)).toMatchObject({ content: text, quirks: [] });
});

it.each([1, 4, 50])('reads no more than nine million characters again in pieces of %i', (piece) => {
  const text = 'word '.repeat(6000);
  const { readAgain, content, quirks } = streamed(text, piece);
  expect(readAgain).toBeLessThan(9_000_000);
  expect(content).toBe(text);
  expect(quirks).toEqual(['past-allowance']);
});

it('reads less again where that is dear', () => {
  const { readAgain, quirks } = streamed('word '.repeat(800), 1, 8);
  expect(readAgain).toBeLessThan(1_100_000);
  expect(quirks).toEqual(['past-allowance']);
});

it('takes a long text that comes at once as it is', () => {
  const text = 'word '.repeat(600_000);
  expect(streamed(text, text.length)).toMatchObject({ content: text, quirks: [] });
});

/** What a server sends with each piece of a text, as it goes into the ledger. */
function ledgerOf(pieces: readonly string[], answers: readonly (readonly Delta[])[], content: string | null = null) {
  const steps = new Recorder<string>(openDocument({ text: pieces.join('') }));
  let next = 0;
  const push = (): readonly Delta[] => answers[next++] ?? [];
  const readWhole = (): Outcome => ({ content });
  const stream = new RunningStream({ push }, { steps, tier: 'made-up', format: 'made-up', readWhole });
  for (const piece of pieces) stream.push(piece);
  const { content: sent } = stream.end();
  return { sent, ledger: steps.ledger.map(({ kind, from, to }) => [kind, from, to]), steps };
}

const call: readonly Delta[] = [
  { kind: 'call', index: 0, name: 'f' },
  { kind: 'arguments', index: 0, text: '{}' },
];

it('puts text where the server took it from, even where the reply has the same characters before', () => {
  const pieces = ['<think>', '4', '</think>', '4'];
  const answers = [[], [], [], contentDelta('4', 16)];
  expect(ledgerOf(pieces, answers).ledger).toEqual([
    ['markup', 0, 7],
    ['lost', 7, 8],
    ['markup', 8, 16],
    ['content', 16, 17],
  ]);
});

it('says what the server sends that is not in the reply', () => {
  const { sent, ledger, steps } = ledgerOf(['ab', 'c'], [contentDelta('ab', 0), contentDelta('c', null)], 'abc');
  expect(sent).toBe('abc');
  expect(ledger).toEqual([
    ['content', 0, 2],
    ['lost', 2, 3],
  ]);
  const { trace } = steps.finish(beacon, { content: sent });
  expect(trace).toContainEqual({ kind: 'read', what: 'sent-own-text', from: 2, to: 3 });
});

it('takes text that the server writes otherwise from where it is in the reply', () => {
  const { ledger } = ledgerOf([String.raw`"a\nb"`], [[{ kind: 'content', text: 'a\nb', from: 1, to: 5 }]]);
  expect(ledger.filter(([kind]) => kind === 'content')).toEqual([['content', 1, 5]]);
});

it('leaves text at the ends of the chunk of a call to the content', () => {
  const { ledger } = ledgerOf(
    ['Well. <call>f{}</call>!'],
    [[...contentDelta('Well. ', 0), ...call, ...contentDelta('!', 22)]],
  );
  expect(ledger).toEqual([
    ['content', 0, 6],
    ['call', 6, 22],
    ['content', 22, 23],
  ]);
});

it('takes calls with any index, in the order of their indexes', () => {
  const answers = [
    [{ kind: 'arguments', index: -1, text: '}' } as const, { kind: 'call', index: 7, name: 'g' } as const, ...call],
  ];
  expect(ledgerOf(['ab', 'cd'], [answers.flat(), []]).steps.calls.map(({ name }) => name)).toEqual(['', 'f', 'g']);
});
