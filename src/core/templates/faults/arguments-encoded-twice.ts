import { readJson } from '../../text/json/index.ts';
import { argumentsAsJson } from './argument-edits.ts';
import { conversationName } from './fault-words.ts';
import type { FaultRule, Found } from './rule.ts';
import { piecesOf, rangeOf, type Rendered, type Subject } from './subject.ts';

/** Arguments are printed as a JSON string that holds JSON: `"{\"port\": …}"`. A model that reads that writes it, too. */
export const argumentsEncodedTwice: FaultRule = {
  code: 'arguments-encoded-twice',
  find(subject) {
    const found = subject.whole.flatMap((rendered) => twiceIn(subject, rendered, 'fault')).slice(0, 1);
    if (found.length > 0) return found;
    const asText = subject.rendered('call', { textArguments: true });
    return asText.rendering.failure === null ? twiceIn(subject, asText, 'caution').slice(0, 1) : [];
  },
};

function twiceIn(subject: Subject, rendered: Rendered, level: Found['level']): Found[] {
  const { conversation, messages, rendering } = rendered;
  return messages.flatMap(({ tool_calls: calls }, index) => {
    if (!Array.isArray(calls)) return [];
    return calls.flatMap((_, at): Found[] => {
      const path = ['messages', index, 'tool_calls', at, 'function', 'arguments'];
      const all = piecesOf(rendered, path);
      // Where the whole call is printed, the key comes first.
      const key = all.findIndex(({ origin }) => origin.part === 'key' && origin.path.length === path.length);
      const pieces = all.slice(key + 1);
      const range = rangeOf(pieces);
      const [piece] = pieces;
      if (range === null || piece === undefined || !isEncodedTwice(rendering.prompt, range.from, range.to)) return [];
      const span = rendering.steps[piece.step]?.span ?? { from: 0, to: 0 };
      const message =
        level === 'fault'
          ? `The template encodes arguments twice in ${conversationName(conversation)}.`
          : 'The template encodes arguments twice where a client passes them as JSON text.';
      return [
        {
          level,
          message,
          at: subject.writtenPlace(span),
          shows: level === 'fault' ? { conversation, range } : null,
          remedy: 'Print arguments that are text as they are, and others with `tojson`.',
          edits: argumentsAsJson(subject),
        },
      ];
    });
  });
}

/** A JSON string whose text is an object in JSON: the quotes may be the template's or the filter's. */
function isEncodedTwice(prompt: string, from: number, to: number): boolean {
  for (const [start, end] of [
    [from, to],
    [from - 1, to + 1],
  ] as const) {
    if (prompt[start] !== '"' || prompt[end - 1] !== '"') continue;
    const read = readJson(prompt.slice(start, end));
    if (!read.ok || read.node.kind !== 'string') continue;
    const inner = readJson(read.node.value);
    if (inner.ok && inner.node.kind !== 'string') return true;
  }
  return false;
}
