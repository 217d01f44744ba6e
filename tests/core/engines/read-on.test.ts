import { describe, expect, it } from 'vitest';
import { joinDeltas, openStream } from '../../../src/core/index.ts';
import { runtimesFor } from '../../../src/core/reader/runtimes.ts';
import { tokenPieces } from '../../../src/core/engines/kit/token-pieces.ts';
import type { Delta } from '../../../src/core/engines/runtime.ts';
import { engineFiles, engineLines, runtimeOfLine, type GoldenLine } from '../../conformance/engines/index.ts';
import { often } from '../../thorough.ts';

// llama.cpp reads all that came with every piece and sends what is new, so what a client has after a piece follows from the
// text alone. Our streams read on where they left off: a stream that gets the same text at once must come to the same.

const runtimes = (await runtimesFor('llamacpp:')).filter(({ project }) => project === 'llamacpp');
const lines = engineFiles.filter((file) => file.startsWith('engines/llamacpp')).flatMap(engineLines);

/** Texts of a few kinds for each runtime, its own among them. */
function linesOf(id: string): readonly GoldenLine[] {
  const own = lines.filter((line) => runtimeOfLine(line)?.id === id).slice(0, often(12, 2));
  return [...own, ...lines.filter((_, index) => index % 997 === id.length)];
}

function pieces(text: string): readonly (readonly string[])[] {
  const four = Array.from({ length: Math.ceil(text.length / 4) }, (_, index) => text.slice(4 * index, 4 * index + 4));
  return [four, tokenPieces(text)];
}

function callsOf({ calls }: ReturnType<typeof joinDeltas>): string {
  return JSON.stringify(calls.map(({ name, argumentsText }) => [name, argumentsText]));
}

describe.each(runtimes.map((runtime) => [runtime.id, runtime] as const))('%s', (id, runtime) => {
  it('sends with every piece what it would send of the text so far', () => {
    const wrong = linesOf(id).flatMap(({ text, tools }) => {
      const options = { runtime: id, runtimes: [runtime], tools };
      return pieces(text).flatMap((parts) => {
        const stream = openStream(options);
        const sent: Delta[] = [];
        const faults: string[] = [];
        let soFar = '';
        for (const part of parts) {
          soFar += part;
          sent.push(...stream.push(part));
          const fresh = openStream(options).push(soFar);
          // A reading without anything in it is passed over.
          if (fresh.length === 0) continue;
          const [one, other] = [joinDeltas(sent), joinDeltas(fresh)];
          // What is only shorter than before takes nothing back.
          const isSame = one.content.startsWith(other.content) && callsOf(one) === callsOf(other);
          if (!isSame) faults.push(`${JSON.stringify(soFar)}: ${callsOf(one)}, not ${callsOf(other)}`);
        }
        // One that takes back what was sent ends the stream.
        return stream.end().extraction.error === undefined ? faults : [];
      });
    });
    expect(wrong).toEqual([]);
  });
});
