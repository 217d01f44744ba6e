import { differenceOf } from './same-answer.ts';
import type { Answer, Reading } from './protocol.ts';

/** What is asked in a line of golden data. */
export interface GoldenAsked {
  readonly id: string;
  readonly engine: string;
  readonly parser: string;
  readonly text: string;
  readonly tools: readonly unknown[];
}

interface GoldenCall {
  readonly name: string;
  readonly argumentsText: string;
  readonly arguments?: unknown;
}

/** What an original answered: `raises` in place of `expected` where it did, `streaming` only where the calls differ. */
export interface GoldenLine extends GoldenAsked {
  readonly expected: { readonly calls: readonly GoldenCall[]; readonly content: string | null } | null;
  readonly raises?: string;
  readonly streaming?: { readonly calls: readonly GoldenCall[] };
}

/** A line of golden data, from what a parser file answered. `stream` is null where it does not stream. */
export function goldenLine(asked: GoldenAsked, whole: Reading, stream: Reading | null): GoldenLine {
  const { answer, problem } = whole;
  const line: GoldenLine = {
    ...asked,
    expected: answer === null ? null : { calls: callsOf(answer), content: answer.content },
    ...(problem === null ? {} : { raises: problem.sentence }),
  };
  const streamed = stream?.answer ?? null;
  const difference = streamed === null ? null : differenceOf(answer, streamed);
  return streamed !== null && (difference === 'calls' || difference === 'arguments')
    ? { ...line, streaming: { calls: callsOf(streamed) } }
    : line;
}

function callsOf({ calls }: Answer): GoldenCall[] {
  return calls.map(({ name, argumentsText }) => {
    try {
      return { name, argumentsText, arguments: JSON.parse(argumentsText) as unknown };
    } catch {
      return { name, argumentsText };
    }
  });
}
