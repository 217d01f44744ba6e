import { endOfLine, type Span } from '../../text/document/index.ts';
import {
  chunksOfLines,
  CLASS_KEY,
  embeddedValues,
  type Frame,
  itemsOf,
  printedLines,
  quotedErrors,
  readPrinted,
  readMessageFields,
  readValue,
  slice,
  type Source,
  stringAt,
  unpacked,
  type Value,
} from '../index.ts';

/** A value that a reader of values found in one that has a place. */
export function part({ frame, span }: Value, source: Source): Value {
  return { ...source, frame, span };
}

/** The classes of clients whose objects people print into logs; of a message of LangChain, `str` leaves the class out. */
const PRINTED =
  /\b(?:ModelResponse(?:Stream)?|ChatCompletion(?:Chunk|Message|MessageToolCall|Output)?|AIMessage(?:Chunk)?|Choice(?:Delta(?:ToolCall)?)?|ChatResponse|GenerateContentResponse|Message)\(|(?<=[:\s])content=(?=['"])/g;

/** A conversation as LangChain prints it, and an answer as Ollama's client does: a message in them is no answer of its own. */
const WHOLE = /^(?:\[\s{0,40}(?:Human|System)Message\(|model=')/;

/** Every value in a text: the one that it is, one on each line, or those among other things, in order. */
export function valuesOf(frame: Frame): Value[] {
  const all = { from: 0, to: frame.text.length };
  const whole = readValue(frame.text);
  if (whole !== null) {
    const value = { ...whole, frame, span: all };
    // `HttpError(Status(500, "{\"error\": …}"))`: what matters is in a string.
    const errors = /(?:Error|Exception)$/.test(stringAt(value, CLASS_KEY) ?? '') ? errorsIn(frame) : [];
    return errors.length > 0 ? errors : [value];
  }
  const lines = printedLines(frame.text);
  const printed = lines === null ? null : readValue(`[${lines.split('\n').join(',')}]`);
  if (printed !== null) return itemsOf({ ...printed, offset: null, frame, span: all }).slice();
  const embedded = embeddedValues(frame.text).filter(({ span }) => !isSubscript(frame.text, span));
  const wholes = embedded.filter(({ span: { from } }) => WHOLE.test(frame.text.slice(from, from + 80)));
  const objects = [...printedObjects(frame), ...errorsIn(frame)].filter(
    ({ span }) => !wholes.some((whole) => whole.span.from <= span.from && span.to <= whole.span.to),
  );
  const among = embedded
    .filter(({ span: { from } }) => !objects.some(({ span }) => span.from <= from && from < span.to))
    .map(({ source, span }) => ({ ...source, frame, span }));
  return objects.length === 0
    ? among
    : withPieces([...objects, ...among].toSorted((a, b) => a.span.from - b.span.from));
}

/** Chunks of LangChain among words are the pieces of one answer, and not an answer each. */
function withPieces(values: Value[]): Value[] {
  const chunks = values.filter((value) => stringAt(value, CLASS_KEY) === 'AIMessageChunk');
  const pieces = chunksOfLines(chunks.map((chunk) => slice(chunk)))?.split('\n') ?? [];
  return values.map((value) => {
    const source = readValue(pieces[chunks.indexOf(value)] ?? '');
    return source === null ? value : { ...value, ...source, offset: null };
  });
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
    return source === null || source.node.kind !== 'object' ? [] : [{ ...source, frame, span }];
  });
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
    const reading = isField ? readMessageFields(frame.text, index, line) : readPrinted(frame.text, index);
    // What begins inside of a print that is none is not read again.
    read = reading.ok ? reading.end : reading.at;
    const source = reading.ok ? readValue(reading.json) : null;
    if (!reading.ok || source === null) continue;
    found.push({ ...source, offset: null, frame, span: { from: index, to: reading.end } });
  }
  return found;
}
