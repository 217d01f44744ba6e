import { endOfLine, type Span } from '../../text/document/index.ts';
import { type JsonNode, member } from '../../text/json/index.ts';
import {
  CLASS_KEY,
  embeddedValues,
  type Frame,
  nested,
  printedLines,
  quotedErrors,
  readPrinted,
  readPrintedFields,
  readValue,
  type Source,
  unpacked,
} from '../index.ts';

/** A value in a text, and where it is. Parts of it are made with `part`, so that they keep their place. */
export interface Value {
  readonly source: Source;
  readonly frame: Frame;
  /** The whole value in the text of the frame: what is pointed to where its parts have no place of their own. */
  readonly span: Span;
}

export function part(value: Value, source: Source): Value {
  return { ...value, source };
}

/** The value under a key; null where it is absent or null. */
export function get(value: Value | null, key: string): Value | null {
  const found = value === null ? null : keyed(value, key);
  return found === null || found.source.node.kind === 'null' ? null : found;
}

/** The value under a key, `null` included: some servers are known by keys that they leave empty. */
export function keyed(value: Value, key: string): Value | null {
  const node = member(value.source.node, key);
  return node === undefined ? null : within(value, node);
}

/** The first of the keys that has a value. */
export function first(value: Value | null, keys: readonly string[]): Value | null {
  for (const key of keys) {
    const found = get(value, key);
    if (found !== null) return found;
  }
  return null;
}

export function items(value: Value | null): readonly Value[] {
  return value?.source.node.kind === 'array' ? value.source.node.items.map((node) => within(value, node)) : [];
}

export function text(value: Value | null): string | null {
  return value?.source.node.kind === 'string' ? value.source.node.value : null;
}

export function textAt(value: Value | null, key: string): string | null {
  return text(get(value, key));
}

export function isObject(value: Value | null): value is Value {
  return value?.source.node.kind === 'object';
}

/** The keys of an object in their order. */
export function keysOf(value: Value | null): readonly string[] {
  return value?.source.node.kind === 'object' ? value.source.node.members.map(({ key }) => key.value) : [];
}

export function written({ source: { text: whole, node } }: Value): string {
  return whole.slice(node.from, node.to);
}

/** JSON in a string as the value that it holds. */
export function opened(value: Value | null): Value | null {
  if (value === null) return null;
  const inner = unpacked(value.source);
  return inner === null || inner === value.source
    ? value
    : { source: inner, frame: nested(inner.text, placeOf(value)), span: { from: 0, to: inner.text.length } };
}

function within(value: Value, node: JsonNode): Value {
  return part(value, { ...value.source, node });
}

/** Where a value is in what was pasted: what is inside of quotes for a string. */
export function placeOf({ source: { node, offset }, frame, span }: Value): Span {
  if (offset === null) return frame.place(span);
  const quotes = node.kind === 'string' && node.to - node.from >= 2 ? 1 : 0;
  return frame.place({ from: node.from + offset + quotes, to: node.to + offset - quotes });
}

/** The classes of clients whose objects people print into logs; of a message of LangChain, `str` leaves the class out. */
const PRINTED =
  /\b(?:ModelResponse(?:Stream)?|ChatCompletion(?:Chunk|Message|MessageToolCall|Output)?|AIMessage(?:Chunk)?|ChoiceDelta(?:ToolCall)?|ChatResponse|GenerateContentResponse|Message)\(|(?<=[:\s])content=(?=['"])/g;

/** Every value in a text: the one that it is, one on each line, or those among other things, in order. */
export function valuesOf(frame: Frame): Value[] {
  const all = { from: 0, to: frame.text.length };
  const whole = readValue(frame.text);
  if (whole !== null) {
    const value = { source: whole, frame, span: all };
    // `HttpError(Status(500, "{\"error\": …}"))`: what matters is in a string.
    const errors = /(?:Error|Exception)$/.test(textAt(value, CLASS_KEY) ?? '') ? errorsIn(frame) : [];
    return errors.length > 0 ? errors : [value];
  }
  const lines = printedLines(frame.text);
  const printed = lines === null ? null : readValue(`[${lines.split('\n').join(',')}]`);
  if (printed !== null) return items({ source: { ...printed, offset: null }, frame, span: all }).slice();
  const objects = [...printedObjects(frame), ...errorsIn(frame)];
  const among = embeddedValues(frame.text)
    .filter(({ span }) => !isSubscript(frame.text, span))
    .filter(({ span: { from } }) => !objects.some(({ span }) => span.from <= from && from < span.to))
    .map(({ source, span }) => ({ source, frame, span }));
  return objects.length === 0 ? among : [...objects, ...among].toSorted((a, b) => a.span.from - b.span.from);
}

/** Whether brackets name a member of what is before them, as code does: `reply.tool_calls[0]`, `call["name"]`. */
function isSubscript(text: string, { from, to }: Span): boolean {
  return (
    /\w/.test(text.charAt(from - 1)) && /^\[(?:-?\d{1,9}|"[^"\n]{1,60}"|'[^'\n]{1,60}')\]$/.test(text.slice(from, to))
  );
}

/** Bodies of errors in strings with escapes. */
function errorsIn(frame: Frame): Value[] {
  return quotedErrors(frame.text).flatMap(({ source: said, span }) => {
    const source = unpacked(said);
    return source === null || source.node.kind !== 'object' ? [] : [{ source, frame, span }];
  });
}

/** A message as its fields, which are the rest of their line. */
function fieldsIn(text: string, from: number, end: number): ReturnType<typeof readPrinted> {
  const line = text.slice(from, end);
  const json = line.includes(' additional_kwargs=') ? readPrintedFields(line) : null;
  return json === null ? { ok: false, at: from } : { ok: true, json, end };
}

/** Objects that Python prints by their class, among other text. */
function printedObjects(frame: Frame): Value[] {
  const found: Value[] = [];
  let read = 0;
  /** A line is looked at once for fields. */
  let line = 0;
  for (const { 0: name, index } of frame.text.matchAll(PRINTED)) {
    const isField = name.endsWith('=');
    if (index < read || (isField && index < line)) continue;
    if (isField) line = endOfLine(frame.text, index);
    const reading = isField ? fieldsIn(frame.text, index, line) : readPrinted(frame.text, index);
    // What begins inside of a print that is none is not read again.
    read = reading.ok ? reading.end : reading.at;
    const source = reading.ok ? readValue(reading.json) : null;
    if (!reading.ok || source === null) continue;
    found.push({ source: { ...source, offset: null }, frame, span: { from: index, to: reading.end } });
  }
  return found;
}
