import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract, joinDeltas, openReplay, openStream, type Delta } from '../../../../src/core/index.ts';
import { momentText } from '../../../../src/app/views/stream/moment.ts';
import { formatInput } from '../../../arbitrary-responses.ts';
import { often } from '../../../thorough.ts';

const call = (name: string): string => `<tool_call>\n{"name": "${name}", "arguments": {}}\n</tool_call>\n`;

/** What the client gets with each of the chunks, the end with the last. */
function deltasOf(chunks: readonly string[], runtime: string): readonly (readonly Delta[])[] {
  const stream = openStream({ runtime });
  const deltas = chunks.map((chunk) => stream.push(chunk));
  return [...deltas, stream.end().deltas];
}

describe('text and calls before the closer of reasoning that began in the prompt', () => {
  const before = `I will look.\n${call('first')}`;

  it('are withdrawn with the chunk that brings it, and nothing is sent again', () => {
    const [, closing, after] = deltasOf([before, '</think>', `Done.\n${call('second')}`], 'auto');
    expect(closing).toEqual([{ kind: 'withdrawn', characters: 'I will look.\n'.length, calls: 1 }]);
    expect(after?.filter(({ kind }) => kind === 'call')).toEqual([{ kind: 'call', index: 0, name: 'second' }]);
  });

  it('are withdrawn where the same chunk brings as many calls', () => {
    const [, closing] = deltasOf([before, `</think>${call('a')}${call('b')}`], 'auto');
    expect(closing?.map(({ kind }) => kind)).toContain('withdrawn');
    expect(joinDeltas(deltasOf([before, `</think>${call('a')}${call('b')}`], 'auto').flat()).calls).toHaveLength(2);
  });

  it('are not mentioned where nothing of them was sent', () => {
    expect(deltasOf([`${before}</think>Done.`], 'auto').flat()).toMatchObject([{ kind: 'content', text: 'Done.' }]);
  });

  it('are said to be withdrawn at that moment', () => {
    const text = `${before}</think>Done.`;
    const recording = { cuts: [before.length, before.length + 8], times: [] };
    const replay = openReplay(text, recording, { runtime: 'auto' });
    const said = [1, 2, 3].map((come) => {
      const position = replay.positionAt(come);
      return momentText(text, recording, position, position.calls);
    });
    const sentence = 'It withdraws 13 characters of text and 1 call: a closing tag shows that they were reasoning.';
    expect(said.map((moment) => moment.includes(sentence))).toEqual([false, true, false]);
    expect(replay.positionAt(2).visible).toBe('');
    expect(replay.positionAt(2).calls).toEqual([]);
  });
});

const pieces = fc.constantFrom(
  '</think>',
  '<think>',
  'text ',
  '\n',
  call('f'),
  call('g'),
  '[/THINK]',
  '`',
  '> ',
  '```\n',
);

it('what was sent and not withdrawn is what the whole reply gives, under auto, for any text and cut', () => {
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join('')),
    formatInput.map(({ response }) => (typeof response.text === 'string' ? response.text : '')),
  );
  fc.assert(
    fc.property(texts, fc.array(fc.nat(), { maxLength: 6 }), (given, places) => {
      const reply = given.replaceAll('\r\n', '\n');
      const cuts = places.map((place) => place % (reply.length + 1)).sort((a, b) => a - b);
      const borders = [0, ...cuts, reply.length];
      const chunks = borders.slice(0, -1).map((from, index) => reply.slice(from, borders[index + 1]));
      const sent: Delta[] = [];
      for (const deltas of deltasOf(chunks, 'auto')) {
        const had = joinDeltas(sent);
        for (const delta of deltas)
          if (delta.kind === 'withdrawn')
            expect([delta.characters, delta.calls]).toEqual([had.content.length, had.calls.length]);
        sent.push(...deltas);
      }
      const whole = extract({ text: reply }, { runtime: 'auto' });
      const expected = whole.calls.map(({ name, returnedText }) => ({ name, argumentsText: returnedText }));
      expect(joinDeltas(sent)).toEqual({ content: whole.content ?? '', reasoning: '', calls: expected });
    }),
    { numRuns: often(600, 150) },
  );
});
