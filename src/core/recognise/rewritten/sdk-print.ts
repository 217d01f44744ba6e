import type { Span } from '../../text/document/index.ts';
import { at, isObject, itemsOf, slice, type Source, stringAt } from '../sources.ts';
import { embeddedValues } from '../values.ts';

/** What a script printed of a reply. */
export interface Printed extends Span {
  /** What others would show in its place. */
  readonly text: string;
}

/** Without this there are no such parts. */
const SIGN = /["']?type["']?: ["']tool-call["']/;
/** How the AI SDK says that it ended with a call, where a script prints the reason alone: `tool-calls "" 1`. */
const ENDED = /^(?:[^\n]{0,40}[\s:=>,])?["'`]?tool-calls["'`]?(?:[\s,][^\n]{0,40})?$/m;

/** So much before a list is looked at for the reason. In UTF-16 units. */
const BEFORE = 400;

/**
 * The calls and the results of the AI SDK that a script prints as lists of their own, as the result that they are of. Empty where
 * there are none, and where a list is a part of more.
 */
// Source: vercel/ai packages/ai/src/generate-text, `TypedToolCall` and `TypedToolResult`
export function sdkIn(text: string): readonly Printed[] {
  if (!SIGN.test(text)) return [];
  const lists = embeddedValues(text).filter(
    ({ source, span }) => kindOf(source) !== null && !isMember(text, span.from),
  );
  const calls = lists.findLast(({ source }) => kindOf(source) === 'tool-call');
  if (calls === undefined) return [];
  const { from, to } = calls.span;
  const next = lists.find(({ source, span }) => kindOf(source) === 'tool-result' && span.from >= to);
  const isEnded = ENDED.test(text.slice(Math.max(0, from - BEFORE), from));
  const results = next === undefined ? '' : `,"toolResults":${slice(next.source)}`;
  // Of a step in the middle nobody knows what came after it.
  const told = isEnded ? `"text":""${results},` : '';
  return [
    { from, to: next?.span.to ?? to, text: `{"finishReason":"tool-calls",${told}"toolCalls":${slice(calls.source)}}` },
  ];
}

/** Whether a list is a member of an object, without the braces around it. */
function isMember(text: string, from: number): boolean {
  return /"\s{0,4}:\s{0,8}$/.test(text.slice(Math.max(0, from - 20), from));
}

function kindOf(list: Source): string | null {
  const [first = null] = list.node.kind === 'array' ? itemsOf(list) : [];
  return isObject(first) && at(first, 'toolCallId') !== null ? stringAt(first, 'type') : null;
}
