import type { ToolDefinition } from '../../../tools/index.ts';
import type { Excerpt } from '../../kit/index.ts';
import { earliestTag } from './earliest-tag.ts';
import { textPart, type Part, type Sent } from './parts.ts';
import { callsAlone, recover } from './recovery.ts';
import { writesSensitiveKey } from './sensitive.ts';

// Blocks of hermes in the texts of yaml-xml.

const OPENER = /<tool_call(?![A-Za-z0-9_:-])/i;
const CLOSER = /<\/tool_call\s*>/i;
const JSON_BLOCK = /^<tool_call(?![A-Za-z0-9_:-])[^>]*>\s*[{[]/i;
const BLOCK = /<tool_call\b/gi;
const MARKER = '<tool_call';

/** A text outside of elements, with the calls in it; null where it has no such block. Text that is only white space goes. */
export function foreignParts(text: string, base: number, tools: readonly ToolDefinition[]): readonly Part[] | null {
  const first = text.search(BLOCK);
  if (first < 0 || text.indexOf('>', first) < 0) return null;
  const found = recover(text, base, tools);
  const isCalled = found?.some(({ kind }) => kind === 'call') === true;
  const parts = isCalled
    ? found
    : textPart(text, 0, text.length).map((part) => ({ ...part, to: base + part.to, from: base }));
  return parts.flatMap((part) => (part.kind === 'call' ? [part] : withoutAttacks(part.text, part.from)));
}

/** Text without blocks that are taken for an attack. */
function withoutAttacks(text: string, base: number): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  const add = (to: number): void => {
    if (text.slice(at, to).trim() !== '')
      parts.push({ kind: 'text', from: base + at, to: base + to, text: text.slice(at, to) });
    at = to;
  };
  for (const { index } of text.matchAll(BLOCK)) {
    if (index < at) continue;
    add(index);
    const closer = CLOSER.exec(text.slice(index));
    const to = closer === null ? text.length : index + closer.index + closer[0].length;
    if (writesSensitiveKey(text.slice(index, to))) at = to;
    else add(to);
  }
  add(text.length);
  return parts;
}

interface Taken {
  readonly sent: readonly Sent[];
  readonly rest: Excerpt;
}

/** What a stream sends up to the end of a whole block; null where there is none, or where a tool's tag comes first or in it. */
export function takeForeignBlock(
  buffer: Excerpt,
  names: readonly string[],
  tools: readonly ToolDefinition[],
): Taken | null {
  const { text } = buffer;
  const start = OPENER.exec(text)?.index ?? -1;
  const closer = start < 0 ? null : CLOSER.exec(text.slice(start));
  if (closer === null) return null;
  const tag = earliestTag(text, names);
  if (tag !== null && tag.from < start) return null;
  const end = start + closer.index + closer[0].length;
  const block = text.slice(start, end);
  const rest = buffer.slice(end);
  const calls = callsAlone(block, 0, tools);
  if (calls !== null) return { sent: [...textBefore(buffer, start), { kind: 'text-end' }, ...calls], rest };
  if (earliestTag(block.slice(1), names) !== null) return null;
  return { sent: textBefore(buffer, writesSensitiveKey(block) ? start : end), rest };
}

/** What a stream sends at its end of a text with a block that has none. */
export function takeForeignRest(buffer: Excerpt, tools: readonly ToolDefinition[]): readonly Sent[] {
  const start = OPENER.exec(buffer.text)?.index ?? -1;
  if (start < 0) return textBefore(buffer, buffer.length);
  const block = buffer.text.slice(start);
  const calls = callsAlone(block, 0, tools);
  if (calls !== null) return [...textBefore(buffer, start), { kind: 'text-end' }, ...calls];
  return textBefore(buffer, writesSensitiveKey(block) ? start : buffer.length);
}

function textBefore(buffer: Excerpt, to: number): readonly Sent[] {
  return to > 0 ? [{ kind: 'text', text: buffer.slice(0, to) }] : [];
}

/** Whether a text begins with a block that holds JSON. */
export function beginsForeignBlock(buffer: string): boolean {
  return JSON_BLOCK.test(buffer);
}

/** Where a block begins that may hold JSON, or the text ends in the beginning of its tag; the length of the text where neither. */
export function foreignHeldFrom(buffer: string): number {
  if (!buffer.includes('<')) return buffer.length;
  for (const { index } of buffer.matchAll(new RegExp(OPENER, 'gi'))) {
    const tagEnd = buffer.indexOf('>', index);
    const body = tagEnd < 0 ? '' : buffer.slice(tagEnd + 1).trimStart();
    if (body === '' || body.startsWith('{') || body.startsWith('[')) return index;
  }
  const lower = buffer.slice(-MARKER.length).toLowerCase();
  for (let length = Math.min(MARKER.length - 1, lower.length); length > 0; length -= 1)
    if (lower.endsWith(MARKER.slice(0, length))) return buffer.length - length;
  return buffer.length;
}
