import { counted } from '../text/document/index.ts';
import type { Extraction, ToolCall } from '../trace/index.ts';
import { remove } from './changes.ts';
import { diagnosis, edit, type WholeRule } from './rule.ts';

/** The lines end with `\r\n`, and the engine returns something else for the same lines with `\n`. */
export const lineEnds: WholeRule = {
  look(subject) {
    const { extraction, runtime, document } = subject;
    const { text } = subject.parts;
    if (text === null || runtime.lenient || !document.includes('\r\n')) return [];
    const returns = [...document.slice(text.from, text.to).matchAll(/\r+(?=\n)/g)].map(({ 0: found, index }) =>
      remove(text.from + index, text.from + index + found.length),
    );
    const change = edit('Replace the line ends', ...returns);
    const after = subject.after(change);
    if (after === null || returnsSame(extraction, after)) return [];
    const [own, other] = [answerOf(extraction), answerOf(after)];
    const message = {
      fact: `The line ends \`\\r\\n\` change what ${runtime.label} returns.`,
      reader: `It returns ${own}. With \`\\n\` it returns ${own === other ? 'other arguments' : other}.`,
    };
    // Of the line ends, the first in a call: those before it are in prose.
    const call = after.calls[0]?.span.from ?? text.from;
    const first = returns.find(({ span: { from } }, index) => from - index >= call) ?? returns[0];
    return first === undefined ? [] : [diagnosis('D40', message, { ...first.span, to: first.span.to + 1 }, change)];
  },
};

/** Values may have line ends of their own: those are what the model wrote, and no fault. */
function returnsSame(one: Extraction, other: Extraction): boolean {
  const calls = ({ calls: all }: Extraction): string => all.map(callText).join('\n');
  return one.outcome === other.outcome && calls(one) === calls(other);
}

function callText({ name, argumentsText }: ToolCall): string {
  return `${name} ${argumentsText.replaceAll('\\r\\n', '\\n')}`;
}

function answerOf({ outcome, calls }: Extraction): string {
  if (outcome === 'error') return 'an error';
  return calls.length === 0 ? 'no call' : counted(calls.length, 'call');
}
