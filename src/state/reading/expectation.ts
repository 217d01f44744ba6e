import type { ExpectedCall } from '../../permalink/state.ts';
import type { SentCall } from '../../worker/protocol.ts';

/** What today's answer is against what was expected. */
export interface Comparison {
  readonly same: boolean;
  /** One sentence for each difference. */
  readonly differences: readonly string[];
}

/** Names and arguments in order; ids do not count, nor does the white space of the arguments. */
export function compareWithExpected(expected: readonly ExpectedCall[], calls: readonly SentCall[]): Comparison {
  const differences: string[] = [];
  if (expected.length !== calls.length) {
    differences.push(
      `${String(expected.length)} ${expected.length === 1 ? 'call was' : 'calls were'} expected, ${String(calls.length)} came.`,
    );
  }
  for (const [index, want] of expected.entries()) {
    const got = calls[index];
    if (got === undefined) continue;
    const number = String(index + 1);
    if (got.name !== want.name) differences.push(`Call ${number} is ${got.name}, expected was ${want.name}.`);
    else if (compact(got.argumentsText) !== compact(want.argumentsText)) {
      differences.push(`Call ${number}, ${got.name}, has other arguments than expected.`);
    }
  }
  return { same: differences.length === 0, differences };
}

/** JSON without white space between tokens, digits as they are; what is not JSON stays as it is. */
function compact(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[ \t\n\r]+/g, (piece) => (piece.startsWith('"') ? piece : ''));
}
