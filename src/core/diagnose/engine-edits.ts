import type { Edit, Span } from '../text/document/index.ts';
import { nodeToText, readJson } from '../text/json/index.ts';
import type { ToolCall } from '../trace/index.ts';
import type { WrittenCall } from '../formats/index.ts';
import { formatOf } from './literals.ts';
import { blockOf } from './meant/causes.ts';
import { inOrder } from './meant/mending.ts';
import { replace, type Change } from './rule.ts';
import { blocksOf, type Subject } from './subject.ts';

/** Whether an edit brings more calls, and none that was not meant. */
export function bringsMeant(subject: Subject, change: Edit): boolean {
  const after = subject.after(change);
  if (after === null || after.calls.length <= subject.extraction.calls.length) return false;
  const meant = new Set((subject.everyFormat?.calls ?? []).map(meaning));
  return after.calls.every((call) => meant.has(meaning(call)));
}

/** The blocks as somebody would write them who follows a format to the letter: their own, where none is given. */
export function writtenAnew({ everyFormat }: Subject, calls: readonly ToolCall[], format?: string): readonly Change[] {
  const blocks = everyFormat === null ? [] : blocksOf(everyFormat);
  const byBlock = new Map<Span, ToolCall[]>();
  for (const call of calls) {
    const span = blockOf(call, blocks) ?? call.span;
    byBlock.set(span, [...(byBlock.get(span) ?? []), call]);
  }
  const changes = [...byBlock].map(([span, inside]) => {
    const text = writtenIn(format ?? inside[0]?.format, inside);
    return text === null ? null : replace(span, text);
  });
  return changes.includes(null) ? [] : inOrder(changes.filter((change) => change !== null));
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

/** Equal for calls with the same texts under the same keys: an engine may make a number of what another leaves a text. */
function meaning({ name, argumentsText }: ToolCall): string {
  const reading = readJson(argumentsText);
  if (!reading.ok || reading.node.kind !== 'object') return `${name} ${argumentsText}`;
  const entries = reading.node.members.map(({ key, value }) => {
    return [key.value, value.kind === 'string' ? value.value : nodeToText(value, argumentsText)] as const;
  });
  return JSON.stringify([name, entries.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}
