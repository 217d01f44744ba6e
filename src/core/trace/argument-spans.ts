import { decodedOffsets, type JsonNode, type JsonPath, readJson } from '../text/json/index.ts';
import { partitionPoint, type Repair, type Span } from '../text/document/index.ts';
import type { ToolCall } from './call.ts';

/** What a call says about its arguments. */
export type CallArguments = Pick<ToolCall, 'name' | 'argumentsText' | 'argumentsSpan' | 'repairs'>;

/**
 * Where the parts of a call's arguments are in the document: the answer to a path is the span of the value there, of
 * the nearest value around it when there is none, and of the whole arguments when they are there in a form that is
 * not JSON. Null when the arguments are nowhere.
 */
export function argumentSpans(call: CallArguments, document: string): (path: JsonPath) => Span | null {
  const whole = call.argumentsSpan;
  if (whole === null) return () => null;
  const source = read(document, whole, call.repairs);
  if (source === null) return () => whole;
  const indexes: MemberIndex = new Map();
  return (path) => {
    const node = nearest(source.node, path, indexes);
    // The arguments as a whole include the quotes of a string that holds them.
    return node === source.node ? whole : source.place(node);
  };
}

interface Source {
  readonly node: JsonNode;
  /** From a span of the text that was read to the document. */
  readonly place: (span: Span) => Span;
}

function read(document: string, whole: Span, repairs: readonly Repair[]): Source | null {
  const { text, place } = repaired(document, whole, repairs);
  const outer = readJson(text);
  if (!outer.ok) return null;
  const { node } = outer;
  if (node.kind !== 'string') return { node, place };
  // Providers write arguments as JSON inside a JSON string.
  const inner = readJson(node.value);
  if (!inner.ok) return null;
  const encoded = decodedOffsets(text, node);
  return { node: inner.node, place: ({ from, to }) => place({ from: encoded(from), to: encoded(to) }) };
}

/** A repair as it is found in the text that was repaired: what was inserted is from `from` to `to`. */
interface Insertion extends Span {
  readonly replaced: Span;
}

/** The range of the document with the repairs made that lie in it. */
function repaired(
  document: string,
  { from, to }: Span,
  repairs: readonly Repair[],
): { readonly text: string; readonly place: (span: Span) => Span } {
  const pieces: string[] = [];
  const insertions: Insertion[] = [];
  let length = 0;
  let next = from;
  for (const { span, inserted } of repairs) {
    if (span.from < next || span.to > to) continue;
    const kept = document.slice(next, span.from);
    pieces.push(kept, inserted);
    length += kept.length + inserted.length;
    insertions.push({ from: length - inserted.length, to: length, replaced: span });
    next = span.to;
  }
  pieces.push(document.slice(next, to));
  return {
    text: pieces.join(''),
    // By its first and last character, so that what was removed beside a value is not a part of it.
    place: (span) => ({
      from: placeOf(span.from, from, insertions).from,
      to: placeOf(span.to - 1, from, insertions).to,
    }),
  };
}

/** The characters of the document that the one at `at` of the repaired text stands for. */
function placeOf(at: number, from: number, insertions: readonly Insertion[]): Span {
  const before = insertions[partitionPoint(insertions, (insertion) => insertion.from <= at) - 1];
  if (before !== undefined && at < before.to) return before.replaced;
  const place = before === undefined ? from + at : before.replaced.to + at - before.to;
  return { from: place, to: place + 1 };
}

/** The members of each object that a path has led into, so that many paths do not search it again and again. */
type MemberIndex = Map<JsonNode, ReadonlyMap<string, JsonNode>>;

function nearest(root: JsonNode, path: JsonPath, indexes: MemberIndex): JsonNode {
  let node = root;
  for (const step of path) {
    const child =
      typeof step === 'string' ? memberOf(node, step, indexes) : node.kind === 'array' ? node.items[step] : undefined;
    if (child === undefined) break;
    node = child;
  }
  return node;
}

function memberOf(node: JsonNode, key: string, indexes: MemberIndex): JsonNode | undefined {
  if (node.kind !== 'object') return undefined;
  let index = indexes.get(node);
  if (index === undefined) {
    // Of duplicate keys the first counts, so it is written last.
    index = new Map(node.members.toReversed().map((entry) => [entry.key.value, entry.value]));
    indexes.set(node, index);
  }
  return index.get(key);
}
