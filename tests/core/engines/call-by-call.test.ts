import { expect, it } from 'vitest';
import { openStream, type ExtractOptions } from '../../../src/core/index.ts';
import { joinDeltas } from '../../../src/core/engines/kit/deltas.ts';
import { runtimesFor } from '../../../src/core/reader/runtimes.ts';

const options: ExtractOptions = {
  runtime: 'sglang:minimax-m2',
  runtimes: await runtimesFor('sglang:'),
  tools: [{ name: 'f' }],
};

function streamed(chunks: readonly string[]) {
  const stream = openStream(options);
  const deltas = chunks.flatMap((chunk) => stream.push(chunk));
  const { trace } = stream.end().extraction;
  return {
    calls: joinDeltas(deltas).calls.map(({ argumentsText }) => argumentsText),
    says: trace.some((event) => event.kind === 'quirk' && event.code === 'call-by-call'),
  };
}

const callOf = (index: number): string =>
  `<invoke name="f">\n<parameter name="p${index}">${index}</parameter>\n</invoke>\n`;
const reply = (count: number): string[] => [
  '<minimax:tool_call>\n',
  ...Array.from({ length: count }, (_, index) => callOf(index)),
  '</minimax:tool_call>',
];

it('gives a call the parameters of all that follow in its chunk, as the original does', () => {
  const { calls, says } = streamed([reply(3).join('')]);
  expect(calls).toEqual(['{"p0": "0", "p1": "1", "p2": "2"}', '{"p1": "1", "p2": "2"}', '{"p2": "2"}']);
  expect(says).toBe(false);
});

it('passes the rest of a long chunk one call at a time, and says so', () => {
  const { calls, says } = streamed([reply(2000).join('')]);
  expect(says).toBe(true);
  expect(calls).toHaveLength(2000);
  expect(calls[0]?.endsWith('"p1999": "1999"}')).toBe(true);
  expect(calls.at(-2)).toBe('{"p1998": "1998"}');
});
