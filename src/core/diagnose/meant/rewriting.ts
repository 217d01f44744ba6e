import type { Edit, Span } from '../../text/document/index.ts';
import type { ToolCall } from '../../trace/index.ts';
import type { WrittenCall } from '../../formats/index.ts';
import { formatOf } from '../literals.ts';
import { inOrder, replace } from '../changes.ts';
import { edit } from '../rule.ts';
import { blockOf, blocksOf, type Subject } from '../subject.ts';
import { areAlike } from './departures.ts';

/**
 * The blocks of some calls as somebody would write them who follows a format to the letter, where that makes the runtime return
 * all calls that were meant: in their own format, where none is given.
 */
export function rewritten(subject: Subject, calls: readonly ToolCall[], label: string, format?: string): Edit | null {
  const { everyFormat } = subject;
  if (everyFormat === null) return null;
  const blocks = blocksOf(everyFormat);
  const byBlock = new Map<Span, ToolCall[]>();
  for (const call of calls) {
    const span = blockOf(call, blocks) ?? call.span;
    byBlock.set(span, [...(byBlock.get(span) ?? []), call]);
  }
  for (const laidOut of [(text: string) => text, withShortValues]) {
    const changes = [...byBlock].map(([span, inside]) => {
      const text = writtenIn(format ?? inside[0]?.format, inside);
      return text === null ? null : replace(span, laidOut(text));
    });
    const written = changes.filter((change) => change !== null);
    if (written.length === 0 || written.length < changes.length) return null;
    const change = edit(label, ...inOrder(written));
    if (areAlike(everyFormat.calls, subject.after(change)?.calls ?? [])) return change;
  }
  return null;
}

/** Values of one line on the line of their tags: some parsers take the line breaks for a part of the value. */
function withShortValues(text: string): string {
  return text.replace(/>\n([^\n<]*)\n(?=<\/)/g, '>$1');
}

/** Calls in a format; null where nobody asks a model for it, and where it cannot hold them. */
function writtenIn(format: string | undefined, calls: readonly ToolCall[]): string | null {
  const render = formatOf(format)?.prompt?.render;
  if (render === undefined) return null;
  const written = calls.flatMap(({ name, arguments: args }): WrittenCall[] =>
    typeof args === 'object' && args !== null && !Array.isArray(args) ? [{ name, arguments: args }] : [],
  );
  return written.length === calls.length ? render(written) : null;
}
