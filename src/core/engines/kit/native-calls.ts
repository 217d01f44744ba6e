import { elixirTrimmed, interpolate, isElixirFalsy } from '../../text/languages/index.ts';
import type { ExtractionError, Recorder, RejectCode, ToolCall } from '../../trace/index.ts';
import {
  compactText,
  decodedOffsets,
  type JsonError,
  type JsonNode,
  JsonReader,
  type JsonStringNode,
  type JsonSuccess,
  member,
} from '../../text/json/index.ts';
import { isAsciiSpace, noRepairs, type Repair, type Span } from '../../text/document/index.ts';
import { canonicalText } from './canonical.ts';
import type { NativeErrorCode } from './native-words.ts';
import { DistinctCalls } from './distinct-calls.ts';
import { readId, spanOf, type PayloadResult } from './call-payload.ts';

/** One entry of `tool_calls`, or the body of one tag. `span` includes the markup. */
export interface NativeItem {
  readonly node: JsonNode;
  readonly duplicateKeys: readonly JsonStringNode[];
  readonly span: Span;
}

export interface NativeRules {
  readonly tier: string;
  readonly format: string;
  /**
   * True for ExAthena 0.19: an entry needs no id, trailing commas are repaired, an unreadable entry becomes a call with
   * `__invalid_json__`, exact duplicates are dropped, and colliding ids get new ones. False for 0.4.6: the first bad entry turns
   * everything into an error.
   */
  readonly lenient: boolean;
  /** Ours: an entry with a `function` needs neither an id nor a type. */
  readonly takesAnyShape?: true;
}

/** The entries of `tool_calls`. Each is read when its turn comes, so that only one is in memory. */
export function* nativeEntries(document: string, list: readonly Span[]): Generator<NativeItem> {
  const reader = new JsonReader();
  for (const { from, to } of list) {
    // This succeeds, because the whole list was read before.
    const { node, duplicateKeys } = reader.outline(document, from, to, 2) as JsonSuccess;
    yield { node, duplicateKeys, span: { from, to } };
  }
}

/** Reads the entries one after another and records their calls. */
export function readNativeCalls(rec: Recorder, items: Iterable<NativeItem>, rules: NativeRules): void {
  let error: ExtractionError | null = null;
  const unread: Span[] = [];
  const reader = new JsonReader();
  for (const item of items) {
    const { span } = item;
    if (error !== null) {
      unread.push(span);
      continue;
    }
    rec.enter('block', rules.tier, span);
    let result = readItem(rec, reader, item, rules);
    if (!result.ok && rules.lenient && result.error.code !== 'runtime_raise') result = sentinel(rec, item, rules);
    if (result.ok) {
      rec.call(result.payload, { format: rules.format, tier: rules.tier, span });
      rec.leave(span, 'matched');
    } else {
      rec.leave(span, 'malformed');
      rec.remark('malformed', span);
      error = result.error;
    }
  }
  if (error !== null) rec.fail(error, unread);
  else if (rules.lenient && rec.calls.length > 1) rec.keepCalls(withUniqueIds(rec, withoutDuplicates(rec, rec.calls)));
}

function readItem(
  rec: Recorder,
  reader: JsonReader,
  { node, duplicateKeys }: NativeItem,
  rules: NativeRules,
): PayloadResult {
  for (const key of duplicateKeys) rec.quirk('duplicate-key', key);
  const reading = { reader, lenient: rules.lenient, hasDuplicateKeys: duplicateKeys.length > 0 };
  const type = member(node, 'type');
  const id = member(node, 'id');
  const name = member(node, 'name');
  const typeName = type?.kind === 'string' ? type.value : null;

  const fun = member(node, 'function');
  const isMarked = typeName === 'function' && id !== undefined;
  const isTakenAnyway = rules.takesAnyShape === true && fun?.kind === 'object';
  if (fun !== undefined && (isMarked || isTakenAnyway)) {
    if (id === undefined) rec.quirk('without-id', node);
    rec.read('shape-openai', node);
    return build(rec, node, id, member(fun, 'name'), member(fun, 'arguments'), reading);
  }
  const input = member(node, 'input');
  if (typeName === 'tool_use' && id !== undefined && name !== undefined && input !== undefined) {
    rec.read('shape-anthropic', node);
    return build(rec, node, id, name, input, reading);
  }
  if (name !== undefined && (id !== undefined || rules.lenient)) {
    rec.read(id === undefined ? 'shape-flat-without-id' : 'shape-flat', node);
    return build(rec, node, id, name, firstPresent(member(node, 'arguments'), input), reading);
  }
  return refuse(rec, 'unrecognised-shape', 'unrecognised_tool_call', node);
}

/** Elixir's `a || b`. */
function firstPresent(...nodes: (JsonNode | undefined)[]): JsonNode | undefined {
  return nodes.find((node) => node !== undefined && !isElixirFalsy(node));
}

interface ReadingRules {
  readonly reader: JsonReader;
  readonly lenient: boolean;
  readonly hasDuplicateKeys: boolean;
}

function build(
  rec: Recorder,
  owner: JsonNode,
  id: JsonNode | undefined,
  name: JsonNode | undefined,
  args: JsonNode | undefined,
  rules: ReadingRules,
): PayloadResult {
  if (name === undefined || name.kind === 'null')
    return refuse(rec, 'missing-name', 'missing_tool_name', name ?? owner);
  const given = readArguments(rec, args, rules);
  if (!given.ok) return given;
  const nameText = interpolate(name);
  if (!nameText.ok) return refuse(rec, 'name-has-no-text', 'runtime_raise', name);
  rec.read('name', name);
  const ownId = readId(rec, id);
  return {
    ok: true,
    payload: {
      id: ownId.id,
      idSpan: ownId.idSpan,
      name: nameText.text,
      nameSpan: spanOf(name),
      argumentsText: given.text,
      argumentsSpan: args === undefined ? null : spanOf(args),
      repairs: given.repairs,
    },
  };
}

type ArgumentsResult =
  | { readonly ok: true; readonly text: string; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly error: ExtractionError };

function readArguments(rec: Recorder, node: JsonNode | undefined, rules: ReadingRules): ArgumentsResult {
  if (node === undefined || node.kind === 'null') {
    if (node !== undefined) rec.read('no-arguments', node);
    return { ok: true, text: '{}', repairs: noRepairs };
  }
  if (node.kind === 'object') {
    rec.read('arguments', node);
    return { ok: true, text: compactText(node, rec.document, rules.hasDuplicateKeys), repairs: noRepairs };
  }
  if (node.kind !== 'string') return refuse(rec, 'arguments-not-an-object', 'invalid_arguments', node);

  const decoded = node.value;
  const inner = elixirTrimmed(decoded);
  if (inner.from === inner.to) {
    rec.quirk('empty-arguments-text', node);
    return { ok: true, text: '{}', repairs: noRepairs };
  }
  const place = decodedOffsets(rec.document, node);
  let source = decoded;
  let reading = rules.reader.outline(source, inner.from, inner.to, 0);
  let repairs = noRepairs;
  if (!reading.ok && rules.lenient) {
    const commas = trailingCommas(decoded, inner);
    if (commas.length > 0) {
      repairs = commas.map(({ from, to }) => ({
        code: 'trailing-comma',
        span: { from: place(from), to: place(to) },
        inserted: '',
      }));
      for (const { code, span, inserted } of repairs) rec.repair(code, span, inserted);
      source = without(decoded.slice(inner.from, inner.to), commas, inner.from);
      reading = rules.reader.outline(source, 0, source.length, 0);
    }
  }
  if (!reading.ok) {
    const at = source === decoded ? place(reading.error.at) : node.from;
    return refuse(rec, 'json-syntax', 'json_decode_error', node, at, reading.error);
  }
  if (reading.node.kind !== 'object') rec.quirk('non-object-arguments', node);
  rec.read('decoded-arguments', node);
  const text = compactText(reading.node, source, reading.duplicateKeys.length > 0);
  return { ok: true, text, repairs };
}

/**
 * The places of `,\s*` before `}` or `]`, which ExAthena 0.19 removes. It does not know strings, so it also removes such a
 * comma inside a value:
 *
 *     {"a": "1,}", "b": 2,}
 *             ^ removed  ^ removed
 */
function trailingCommas(text: string, { from, to }: Span): Span[] {
  const commas: Span[] = [];
  for (let comma = text.indexOf(',', from); comma >= 0 && comma < to;) {
    let at = comma + 1;
    while (at < to && isAsciiSpace(text.charCodeAt(at))) at += 1;
    const next = at < to ? text.charAt(at) : '';
    if (next === '}' || next === ']') commas.push({ from: comma, to: at });
    comma = text.indexOf(',', at);
  }
  return commas;
}

function without(text: string, spans: readonly Span[], shift: number): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    pieces.push(text.slice(at, from - shift));
    at = to - shift;
  }
  return pieces.join('') + text.slice(at);
}

/**
 * What ExAthena 0.19 makes of an unreadable entry: a call with any name that it finds, and the raw payload under
 * `__invalid_json__`, so that the loop can tell the model. The original prints the payload as an Elixir term, cut at 400
 * characters; here it stays JSON. Ours keeps the id, and a string
 * as its text: whoever reads it sees what the model wrote.
 */
function sentinel(rec: Recorder, { node, duplicateKeys }: NativeItem, { takesAnyShape }: NativeRules): PayloadResult {
  const fun = member(node, 'function');
  const name = firstPresent(member(node, 'name'), fun && member(fun, 'name'));
  const nameText = name === undefined ? { ok: true as const, text: 'unknown' } : interpolate(name);
  if (!nameText.ok) return refuse(rec, 'name-has-no-text', 'runtime_raise', name ?? node);
  const payload = firstPresent(fun && member(fun, 'arguments'), member(node, 'arguments')) ?? node;
  rec.quirk('kept-as-sentinel', payload);
  // Half of a surrogate pair is text, but Jason reads no JSON of it.
  const isText = takesAnyShape === true && payload.kind === 'string';
  const shown = (isText ? payload.value : compactText(payload, rec.document, duplicateKeys.length > 0))
    .slice(0, 400)
    .replace(/\p{Surrogate}/gu, '\ufffd');
  return {
    ok: true,
    payload: {
      ...(takesAnyShape === true ? readId(rec, member(node, 'id')) : { id: null, idSpan: null }),
      name: nameText.text,
      nameSpan: spanOf(name ?? node),
      argumentsText: JSON.stringify({ __invalid_json__: shown }),
      argumentsSpan: spanOf(payload),
      repairs: noRepairs,
    },
  };
}

/** Keeps the first of the calls with the same name and arguments. */
function withoutDuplicates(rec: Recorder, calls: readonly ToolCall[]): ToolCall[] {
  const seen = new DistinctCalls();
  return calls.filter((call) => {
    if (seen.add(call)) return true;
    rec.reject('duplicate', call.span);
    rec.suppress(call.span, 'duplicate', call.name);
    return false;
  });
}

/** Gives a new id to every call that has the id of an earlier one. */
function withUniqueIds(rec: Recorder, calls: readonly ToolCall[]): ToolCall[] {
  const seen = new Set<string>();
  // Ids that are no strings are kept apart: the number 1 and the string "1" do not collide.
  const seenJson = new Set<string>();
  return calls.map((call) => {
    const { id, idSpan } = call;
    const isString = idSpan === null || rec.document.charAt(idSpan.from) === '"';
    const isNew = isString
      ? addNew(seen, id)
      : addNew(seenJson, canonicalText(rec.document.slice(idSpan.from, idSpan.to)));
    if (isNew) return call;
    rec.quirk('id-renamed', idSpan ?? call.span);
    return rec.withGeneratedId(call);
  });
}

/** Adds a value. False if it was there before. */
function addNew(values: Set<string>, value: string): boolean {
  const { size } = values;
  return values.add(value).size > size;
}

function refuse(
  rec: Recorder,
  code: RejectCode,
  error: NativeErrorCode,
  node: Span,
  at = node.from,
  json: JsonError | null = null,
): { ok: false; error: ExtractionError } {
  rec.reject(code, node, at, json);
  return {
    ok: false,
    error: { code: error, served: error === 'runtime_raise' ? 'crash' : 'error', span: spanOf(node), at },
  };
}
