import { expect, it, vi } from 'vitest';
import { openDocument } from '../../../../src/core/trace/response.ts';
import { contentDelta } from '../../../../src/core/engines/kit/deltas.ts';
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
        return contentDelta(delta);
      },
    },
    { steps, tier: 'made-up', format: 'made-up', readWhole: () => undefined },
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

it('finds text that comes after a call after it, even where the call has the same characters', () => {
  const pieces = ['<call>', '{"name": "f"}', '</call>', '</call>', ' Done.'];
  const steps = new Recorder<string>(openDocument({ text: pieces.join('') }));
  let closers = 0;
  const stream = new RunningStream(
    {
      push(delta) {
        if (delta === '</call>') closers += 1;
        else if (closers === 0) return [];
        if (delta === '</call>' && closers === 1)
          return [
            { kind: 'call', index: 0, name: 'f' },
            { kind: 'arguments', index: 0, text: '{}' },
          ];
        return contentDelta(delta);
      },
    },
    { steps, tier: 'made-up', format: 'made-up', readWhole: () => undefined },
  );
  for (const piece of pieces) stream.push(piece);
  expect(stream.end().content).toBe('</call> Done.');
  expect(steps.ledger.filter(({ kind }) => kind === 'content')).toEqual([{ kind: 'content', from: 26, to: 39 }]);
});
