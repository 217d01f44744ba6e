import type { ToolCall } from '../../trace/index.ts';
import type { Delta } from '../runtime.ts';
import type { Excerpt } from './excerpt.ts';

/** The deltas of a chunk that brings nothing, as most do. */
export const nothing: readonly Delta[] = [];

/** @param from the place of the text in the reply; null if the server made it up */
export function contentDelta(text: string, from: number | null): readonly Delta[] {
  return text === '' ? nothing : [{ kind: 'content', text, from }];
}

/** A delta for each piece. */
export function textDeltas(kind: 'content' | 'reasoning', excerpt: Excerpt): readonly Delta[] {
  const { text, copiedFrom } = excerpt;
  if (text === '') return nothing;
  // Nearly every chunk: a list of pieces would be made for nothing.
  if (copiedFrom !== null) return [{ kind, text, from: copiedFrom }];
  return excerpt.pieces.map(({ text: piece, from, to }) =>
    to === undefined ? { kind, text: piece, from } : { kind, text: piece, from, to },
  );
}

/** Complete calls as deltas; `from` is the number of calls that the client has already. */
export function callDeltas(calls: readonly Pick<ToolCall, 'name' | 'returnedText'>[], from = 0): Delta[] {
  return calls.flatMap(({ name, returnedText }, at): Delta[] => [
    { kind: 'call', index: from + at, name },
    { kind: 'arguments', index: from + at, text: returnedText },
  ]);
}

/** What a client has received after some deltas. */
export interface Received {
  readonly content: string;
  readonly reasoning: string;
  /** By index; negative indexes come first. The name is null if it never arrived, or if the index was left out. */
  readonly calls: readonly { readonly name: string | null; readonly argumentsText: string }[];
}

interface ReceivedCall {
  name: string | null;
  readonly texts: string[];
}

/** A larger index makes no entries for the indexes before it. */
const MOST_LEFT_OUT = 1000;

/**
 * Joins deltas as the OpenAI client does: it appends everything, for calls by their index, names included. Withdrawn text is
 * removed.
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

/** The calls in the order of their indexes, some of which may be left out. */
export function inOrder<Call>(calls: ReadonlyMap<number, Call>): Call[] {
  return [...calls].sort(([one], [other]) => one - other).map(([, call]) => call);
}
