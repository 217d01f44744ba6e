import type { Span } from '../../text/document/index.ts';
import { compactText, nodeToText, readJson, valueToText, writeTree } from '../../text/json/index.ts';
import type { Ending, Payload, Recorder } from '../../trace/index.ts';

/** A call that an engine's parser found. */
export interface EngineCall {
  /** The call with its markup. It contains the spans of its parts. */
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  /** The arguments exactly as the engine returns them, perhaps no JSON. */
  readonly argumentsText: string;
  /** Null if the engine makes them up. */
  readonly argumentsSpan: Span | null;
  /** Present if the engine takes the id from the text. */
  readonly id?: string;
  readonly idSpan?: Span;
}

/**
 * Arguments as JSON without spaces. Of equal keys the last one counts, as for clients. Text that is no JSON becomes a JSON
 * string, because no client can read arguments from it.
 */
function jsonOf(argumentsText: string): string {
  const reading = readJson(argumentsText);
  if (!reading.ok) return valueToText(argumentsText);
  if (reading.duplicateKeys.length === 0) return compactText(reading.node, argumentsText, false);
  return writeTree(reading.node, {
    members: ({ members }) =>
      [...new Map(members.map(({ key, value }) => [key.value, value]))].map(([key, value]) => [
        valueToText(key),
        value,
      ]),
    scalar: (node) => nodeToText(node, argumentsText),
  });
}

/** A call of an engine in the form that the recorder takes. */
export function payloadOf({ name, nameSpan, argumentsText, argumentsSpan, id, idSpan }: EngineCall): Payload {
  return {
    name,
    nameSpan,
    argumentsText: jsonOf(argumentsText),
    returnedText: argumentsText,
    argumentsSpan,
    ...(id === undefined ? {} : { id, idSpan: idSpan ?? null }),
  };
}

/** What an engine makes of a text: its calls in order, and the parts that it returns as content. */
export interface Division {
  readonly calls: readonly EngineCall[];
  readonly content: readonly Span[];
  /** Markers around the calls: neither content nor lost. */
  readonly markup?: readonly Span[];
  /** Parts that it returns separately from the content. */
  readonly reasoning?: readonly Span[];
}

/** Empty arguments after all the rest of a call have no place in it: the engine makes them up. */
function placed(call: EngineCall): EngineCall {
  const { argumentsSpan, span } = call;
  const isPlaced = argumentsSpan === null || argumentsSpan.from < argumentsSpan.to || argumentsSpan.from < span.to;
  return isPlaced ? call : { ...call, argumentsSpan: null };
}

interface Mark extends Span {
  readonly kind: 'call' | 'suppressed' | 'content' | 'reasoning' | 'markup';
}

/**
 * Records the calls of an engine, and marks where every character of the text went. A character that is in no call, content,
 * marker or reasoning is lost.
 *
 * @param isDiscarded whether an error will discard the calls
 */
export function divide(
  steps: Recorder<string>,
  tier: string,
  format: string,
  { calls, content, markup = [], reasoning = [] }: Division,
  isDiscarded = false,
): void {
  for (const call of calls) steps.call(payloadOf(placed(call)), { format, tier, span: call.span });
  const marks: Mark[] = [];
  let taken = united(calls.map(({ span }) => span));
  for (const span of taken) marks.push({ kind: isDiscarded ? 'suppressed' : 'call', ...span });
  const others = { content, reasoning, markup } as const;
  for (const kind of ['content', 'reasoning', 'markup'] as const) {
    if (others[kind].length === 0) continue;
    for (const piece of outside(others[kind], taken)) marks.push({ kind, ...piece });
    taken = united([...taken, ...others[kind]]);
  }
  marks.sort((one, other) => one.from - other.from);
  const to = steps.opened.text?.to ?? 0;
  let at = 0;
  for (const mark of marks) {
    if (mark.from > at) steps.mark('lost', at, mark.from);
    if (mark.to <= at) continue;
    steps.mark(mark.kind, mark.from, mark.to);
    at = mark.to;
  }
  if (at < to) steps.mark('lost', at, to);
}

/** How an engine's only tier ends. A refused block without any call is not the same as nothing. */
export function endingOf({ error, calls, hasRefusal }: Recorder<string>): Ending {
  if (error !== null) return 'malformed';
  if (calls.length > 0) return 'matched';
  return hasRefusal ? 'malformed' : 'empty';
}

/** Joins overlapping spans; the result is in order. */
export function united(spans: readonly Span[]): Span[] {
  const united: Span[] = [];
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = united.at(-1);
    if (last !== undefined && from < last.to)
      united[united.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else united.push({ from, to });
  }
  return united;
}

/** The parts of `spans` outside of `held`, which is in order and does not overlap. One pass over both. */
export function outside(spans: readonly Span[], held: readonly Span[]): Span[] {
  const pieces: Span[] = [];
  let first = 0;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    while ((held[first]?.to ?? Infinity) <= from) first += 1;
    let at = from;
    for (let index = first; index < held.length; index += 1) {
      const one = held[index] as Span;
      if (one.from >= to) break;
      if (one.from > at) pieces.push({ from: at, to: one.from });
      at = one.to;
    }
    if (at < to) pieces.push({ from: at, to });
  }
  return pieces;
}
