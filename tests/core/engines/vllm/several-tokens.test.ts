import { describe, expect, it } from 'vitest';
import { extract, joinDeltas, openStream, type Delta, type Extraction } from '../../../../src/core/index.ts';
import { severalTokens } from '../../../conformance/chunkers.ts';
import { engineLines, type GoldenLine } from '../../../conformance/engines/index.ts';
import type { VllmRuntime } from '../../../../src/core/engines/vllm/parser.ts';
import { vllmRuntimes } from '../../../conformance/engines/vllm.ts';
import { someOf } from '../../../thorough.ts';

// A server that decodes several tokens in a step (speculative decoding, a stream interval) sends them in one delta.

interface Streamed {
  readonly deltas: readonly Delta[];
  readonly extraction: Extraction;
  readonly calls: readonly (readonly [string, string])[];
}

function inPieces(runtime: string, pieces: readonly string[], tools: GoldenLine['tools'] = []): Streamed {
  const stream = openStream({ runtime, runtimes: vllmRuntimes, tools });
  const sent = pieces.flatMap((piece) => stream.push(piece));
  const end = stream.end();
  const deltas = [...sent, ...end.deltas];
  const calls = joinDeltas(deltas).calls.map(({ name, argumentsText }) => [name ?? '', argumentsText] as const);
  return { deltas, extraction: end.extraction, calls };
}

describe('granite: a delta ends one call and begins the next', () => {
  const text =
    '<|tool_call|> [{"arguments": {"port": "Ystad"}, "name": "find_ferry"}, {"arguments": {"body": "x"}, "name": "save_note"}]';
  const names = (runtime: string, count: number): string[] =>
    inPieces(runtime, severalTokens(text, count)).calls.map(([name]) => name);

  it.each([1, 2, 3, 4, 5])('no name is lost, by %i tokens', (count) => {
    expect(names('vllm:granite', count)).toEqual(['find_ferry', 'save_note']);
  });

  it('the first call has its arguments', () => {
    for (const count of [2, 3, 4, 5])
      expect(inPieces('vllm:granite', severalTokens(text, count)).calls[0]?.[1]).toBe('{"port": "Ystad"}');
  });

  it('in May a name was lost', () => {
    expect([2, 3, 4, 5].flatMap((count) => names('vllm:granite@2026-05', count))).toContain('');
  });
});

describe.each([
  [
    'internlm',
    ['<|action_start|><|plugin|>', '{"name": "find_ferry"', ', "parameters": {"port":"Ystad"}}', '<|action_end|>'],
  ],
  ['jamba', ['<tool_calls>', '[{"name": "find_ferry"', ', "arguments": {"port":"Ystad"}}]', '</tool_calls>']],
] as const)('%s: the arguments arrive whole in one delta', (flag, pieces) => {
  it('they are sent', () => {
    expect(inPieces(`vllm:${flag}`, pieces).calls).toEqual([['find_ferry', '{"port": "Ystad"}']]);
  });

  it('in pieces they wait until their text is found', () => {
    const [opener = '', name = '', , closer = ''] = pieces;
    const key = flag === 'jamba' ? 'arguments' : 'parameters';
    const rest = flag === 'jamba' ? '}]' : '}';
    const cut = [opener, name, `, "${key}": {"port":"Ys`, 'tad"}', rest, closer];
    expect(inPieces(`vllm:${flag}`, cut).deltas.filter(({ kind }) => kind === 'arguments')[0]).toMatchObject({
      text: expect.stringContaining('Ystad') as string,
    });
  });
});

const isNoGap = ([name, argumentsText]: readonly [string, string]): boolean => name + argumentsText !== '';

const runtimes = vllmRuntimes.filter(({ sameAs, documented }) => sameAs === undefined && documented === undefined);
const textsOf = ({ parser, id: runtime }: VllmRuntime): readonly GoldenLine[] => {
  const short = engineLines(`engines/vllm/${parser.flag}.jsonl`).filter(({ text }) => text.length < 1000);
  return someOf(short, 1 / 8, ({ id }) => `${runtime} ${id}`);
};

describe('the golden texts stream by several tokens', () => {
  it.each(runtimes.map((runtime) => [runtime.id, runtime] as const))('%s', (id, runtime) => {
    for (const { text, tools } of textsOf(runtime)) {
      for (const count of [3, text.length + 1]) {
        const { deltas, extraction, calls } = inPieces(id, severalTokens(text, count), tools);
        expect(extraction.document).toBe(text);
        for (const delta of deltas) {
          if ((delta.kind !== 'content' && delta.kind !== 'reasoning') || delta.from === null) continue;
          const { from, to = from + delta.text.length } = delta;
          expect([text, text.slice(from, to)]).toEqual([text, delta.text]);
        }
        if (extraction.error !== undefined) continue;
        expect(extraction.content).toBe(joinDeltas(deltas).content);
        // An index that a parser passes over is an empty call for the client.
        const read = extraction.calls.map(({ name, returnedText }) => [name, returnedText] as const);
        expect(read.filter(isNoGap)).toEqual(calls.filter(isNoGap));
      }
    }
  });
});

/** They run a table: what one has read so far does not depend on how the text came. */
const tables = runtimes.filter(({ source }) => source.file?.startsWith('vllm/parser/') === true);

describe('a table brings the same calls however many tokens a delta has', () => {
  it('there are tables', () => {
    expect(tables.length).toBeGreaterThanOrEqual(9);
  });

  it.each(tables.map((runtime) => [runtime.id, runtime] as const))('%s', (id, runtime) => {
    for (const { text, tools } of textsOf(runtime)) {
      const [single, ...others] = [1, 3, text.length + 1].map((count) =>
        inPieces(id, severalTokens(text, count), tools),
      );
      for (const other of others) expect([text, other.calls]).toEqual([text, single?.calls]);
    }
  });
});

it('a reply that streams by several tokens is read whole as before', () => {
  const { calls } = extract(
    { text: '<tool_calls>[{"name": "find_ferry", "arguments": {}}]</tool_calls>' },
    { runtime: 'vllm:jamba', runtimes: vllmRuntimes, tools: [] },
  );
  expect(calls.map(({ name }) => name)).toEqual(['find_ferry']);
});
