import type { ToolCall } from '../../trace/index.ts';
import type { Delta } from '../runtime.ts';

/** Most chunks bring nothing. */
export const nothing: readonly Delta[] = [];

export function contentDelta(text: string): readonly Delta[] {
  return text === '' ? nothing : [{ kind: 'content', text }];
}

/** Whole calls, as a client receives them; `from` counts those that it has already. */
export function callDeltas(calls: readonly Pick<ToolCall, 'name' | 'returnedText'>[], from = 0): Delta[] {
  return calls.flatMap(({ name, returnedText }, at): Delta[] => [
    { kind: 'call', index: from + at, name },
    { kind: 'arguments', index: from + at, text: returnedText },
  ]);
}

/** What a client has after some deltas. */
export interface Received {
  readonly content: string;
  readonly reasoning: string;
  /** By index. A call whose name never came has the name null. */
  readonly calls: readonly { readonly name: string | null; readonly argumentsText: string }[];
}

/**
 * Joins deltas as the OpenAI client does: everything is appended, of a call by its index, its name as well. What is withdrawn
 * goes.
 */
export function joinDeltas(deltas: readonly Delta[]): Received {
  const content: string[] = [];
  const reasoning: string[] = [];
  const calls: { name: string | null; texts: string[] }[] = [];
  const callAt = (index: number): { name: string | null; texts: string[] } => {
    while (calls.length <= index) calls.push({ name: null, texts: [] });
    return calls[index] as { name: string | null; texts: string[] };
  };
  for (const delta of deltas) {
    if (delta.kind === 'content') content.push(delta.text);
    else if (delta.kind === 'reasoning') reasoning.push(delta.text);
    else if (delta.kind === 'withdrawn') content.length = calls.length = 0;
    else if (delta.kind === 'call') callAt(delta.index).name = (callAt(delta.index).name ?? '') + delta.name;
    else callAt(delta.index).texts.push(delta.text);
  }
  return {
    content: content.join(''),
    reasoning: reasoning.join(''),
    calls: calls.map(({ name, texts }) => ({ name, argumentsText: texts.join('') })),
  };
}
