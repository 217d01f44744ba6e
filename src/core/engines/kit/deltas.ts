import type { ToolCall } from '../../trace/index.ts';
import type { Delta } from '../runtime.ts';
import type { Excerpt } from './excerpt.ts';

/** Most chunks bring nothing. */
export const nothing: readonly Delta[] = [];

/** @param from where the text was copied from; null where it was made up */
export function contentDelta(text: string, from: number | null): readonly Delta[] {
  return text === '' ? nothing : [{ kind: 'content', text, from }];
}

/** A delta for each piece. */
export function textDeltas(kind: 'content' | 'reasoning', { pieces }: Excerpt): readonly Delta[] {
  if (pieces.length === 0) return nothing;
  return pieces.map(({ text, from, to }) => (to === undefined ? { kind, text, from } : { kind, text, from, to }));
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
  /** By index, and those below 0 before. A call whose name never came has the name null, also one that was left out. */
  readonly calls: readonly { readonly name: string | null; readonly argumentsText: string }[];
}

interface ReceivedCall {
  name: string | null;
  readonly texts: string[];
}

/** An index beyond this does not make entries for all below it. */
const MOST_LEFT_OUT = 1000;

/**
 * Joins deltas as the OpenAI client does: everything is appended, of a call by its index, its name as well. What is withdrawn
 * goes.
 */
export function joinDeltas(deltas: readonly Delta[]): Received {
  const content: string[] = [];
  const reasoning: string[] = [];
  const calls = new Map<number, ReceivedCall>();
  const callAt = (index: number): ReceivedCall => {
    const known = calls.get(index);
    if (known !== undefined) return known;
    const call: ReceivedCall = { name: null, texts: [] };
    calls.set(index, call);
    return call;
  };
  for (const delta of deltas) {
    if (delta.kind === 'content') content.push(delta.text);
    else if (delta.kind === 'reasoning') reasoning.push(delta.text);
    else if (delta.kind === 'withdrawn') {
      content.length = 0;
      calls.clear();
    } else if (delta.kind === 'call') callAt(delta.index).name = (callAt(delta.index).name ?? '') + delta.name;
    else callAt(delta.index).texts.push(delta.text);
  }
  const last = Math.max(...calls.keys());
  if (last < MOST_LEFT_OUT) for (let index = 0; index < last; index += 1) callAt(index);
  return {
    content: content.join(''),
    reasoning: reasoning.join(''),
    calls: inOrder(calls).map(({ name, texts }) => ({ name, argumentsText: texts.join('') })),
  };
}

/** Calls by their indexes, of which some may be left out. */
export function inOrder<Call>(calls: ReadonlyMap<number, Call>): Call[] {
  return [...calls].sort(([one], [other]) => one - other).map(([, call]) => call);
}
