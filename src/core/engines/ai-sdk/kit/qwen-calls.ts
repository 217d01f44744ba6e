import type { Span } from '../../../text/document/index.ts';
import type { JsonObject } from '../../../text/json/index.ts';
import type { Excerpt } from '../../kit/index.ts';
import { parameterRules, parametersIn, QwenParameters } from './qwen-parameters.ts';
import {
  afterSpace,
  ClosingTags,
  endsName,
  nameAt,
  nameAttribute,
  shorthandName,
  tagEnd,
  valueOf,
} from './qwen-tags.ts';
import type { QwenRules, QwenScope } from './release.ts';

/** A call in a piece of text. */
export interface QwenCall {
  readonly name: string;
  readonly args: JsonObject;
  /** What was read as this call. */
  readonly span: Span;
}

/** Reads a piece of text as one call: its name from the first tag, from a tag `name`, or from the tag around it. */
export function callIn(text: string, span: Span, outerName: string | null, scope: QwenScope): QwenCall | null {
  const { tools, release } = scope;
  const rules = release.qwen;
  const piece = text.slice(span.from, span.to);
  const openTag = piece.slice(0, piece.indexOf('>') + 1);
  const name =
    nameAttribute(openTag, rules) ??
    shorthandName(openTag, rules) ??
    tagText(piece, 'name', rules) ??
    tagText(piece, 'tool_name', rules) ??
    outerName ??
    '';
  if (name.trim() === '') return null;
  const kept = rules.nameOf(name);
  return { name: kept, args: parametersIn(piece, tagOf(openTag), parameterRules(kept, tools, rules)), span };
}

/** The name of the first tag in an opening tag with what is before it. */
function tagOf(openTag: string): string {
  const lower = openTag.toLowerCase();
  const open = lower.indexOf('<');
  return open < 0 ? '' : nameAt(lower, open);
}

/** The text of the first element of that name; null where there is none. */
function tagText(piece: string, name: string, rules: QwenRules): string | null {
  const lower = piece.toLowerCase();
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at + 1)) {
    const from = afterSpace(lower, at + 1);
    if (!lower.startsWith(name, from) || !endsName(lower.charAt(from + name.length))) continue;
    const end = tagEnd(piece, at);
    const closer = end < 0 ? undefined : new ClosingTags(lower).find(end + 1, name);
    return closer === undefined ? null : valueOf(piece.slice(end + 1, closer.from), rules);
  }
  return null;
}

/** `<function …>…</function>` and its like, each to the first closing tag of its name. */
export function closedCalls(text: string, { from, to }: Span): Span[] {
  const piece = text.slice(from, to);
  const opener = /<(call|function|tool|invoke)\b/gi;
  const found: Span[] = [];
  const unclosed = new Set<string>();
  let tagTo = 0;
  for (let match = opener.exec(piece); match !== null; match = opener.exec(piece)) {
    const name = (match[1] ?? '').toLowerCase();
    if (tagTo < opener.lastIndex) tagTo = piece.indexOf('>', opener.lastIndex) + 1;
    if (tagTo === 0) break;
    if (unclosed.has(name)) continue;
    const closer = new RegExp(`</${name}\\s*>`, 'gi');
    closer.lastIndex = tagTo;
    if (closer.test(piece)) {
      found.push({ from: from + match.index, to: from + closer.lastIndex });
      opener.lastIndex = closer.lastIndex;
    } else {
      unclosed.add(name);
    }
  }
  return found;
}

/** From each opening tag of a call to the next. */
export function openCalls(text: string, { from, to }: Span): Span[] {
  const lower = text.slice(from, to).toLowerCase();
  const starts: number[] = [];
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at + 1)) {
    const start = afterSpace(lower, at + 1);
    const isCall = ['call', 'function', 'tool', 'invoke'].some((name) => {
      const next = lower.charAt(start + name.length);
      return lower.startsWith(name, start) && (endsName(next) || next === '=');
    });
    if (isCall) starts.push(from + at);
  }
  return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }));
}

/** Where an open call ends: after its closing tag or its last parameter. */
export function openCallEnd(text: string, { from, to }: Span, { tools, release }: QwenScope): number {
  const piece = text.slice(from, to);
  const openTag = piece.slice(0, piece.indexOf('>') + 1);
  const tag = tagOf(openTag);
  let end = openTag.length;
  if (openTag !== '' && CALL_TAGS.has(tag)) {
    end = Math.max(end, new ClosingTags(piece.toLowerCase()).find(end, tag)?.to ?? 0);
  }
  const rules = release.qwen;
  const name = nameAttribute(openTag, rules) ?? shorthandName(openTag, rules);
  const parameters = new QwenParameters(piece, tag, true, parameterRules(name, tools, rules));
  for (const parameter of parameters.all()) end = Math.max(end, parameter.to);
  return Math.min(from + end, to);
}

const CALL_TAGS: ReadonlySet<string> = new Set(['function', 'call', 'tool', 'invoke', 'tool_call']);

/** The calls between `<tool_call>` and `</tool_call>`; null where one has no name. */
export function callsInside(
  text: string,
  inner: Span,
  block: Span,
  outerName: string | null,
  scope: QwenScope,
): readonly QwenCall[] | null {
  const all = (spans: readonly Span[]): readonly QwenCall[] | null => {
    const calls = spans.map((span) => callIn(text, span, outerName, scope));
    return calls.includes(null) ? null : calls.filter((call) => call !== null);
  };
  const closed = closedCalls(text, inner);
  if (closed.length > 0) {
    const before = { from: inner.from, to: closed[0]?.from ?? inner.from };
    const calls = all([...(scope.release.qwen.takesOpenBeforeClosed ? openCalls(text, before) : []), ...closed]);
    const rest = { from: closed.at(-1)?.to ?? inner.to, to: inner.to };
    return calls === null ? null : [...calls, ...(all(openCalls(text, rest)) ?? [])];
  }
  const open = openCalls(text, inner);
  if (open.length > 0) return all(open);
  const single = callIn(text, inner, outerName, scope) ?? callIn(text, block, outerName, scope);
  return single === null ? null : [single];
}

const CLOSER = /<\/tool_call\s*>/iy;
const LAST_CLOSER = '</tool_call';

/** Where a text begins after closing tags of `<tool_call>`, and white space before those. */
function afterClosers(text: string, from: number, to: number): number {
  let start = from;
  for (;;) {
    CLOSER.lastIndex = afterSpace(text, start);
    if (!CLOSER.test(text) || CLOSER.lastIndex > to) return start;
    start = CLOSER.lastIndex;
  }
}

export function withoutLeadingClosers(excerpt: Excerpt): Excerpt {
  return excerpt.slice(afterClosers(excerpt.text, 0, excerpt.length));
}

/** A piece of text without the closing tags of `<tool_call>` at both ends; white space outside of those goes with them. */
export function withoutClosers(text: string, { from, to }: Span): Span {
  const start = afterClosers(text, from, to);
  let end = to;
  for (;;) {
    const tag = text.slice(start, end).trimEnd();
    const name = tag.slice(0, -1).trimEnd();
    if (!tag.endsWith('>') || name.slice(-LAST_CLOSER.length).toLowerCase() !== LAST_CLOSER)
      return { from: start, to: end };
    end = start + name.length - LAST_CLOSER.length;
  }
}
