import { endOfLine, type Span } from '../text/document/index.ts';
import { applyRepairs, type JsonNode, JsonReader, readTolerant, type RepairCode } from '../text/json/index.ts';
import { isLogLine } from './logs/log-text.ts';
import {
  fieldsJson,
  javaJson,
  messageOfBlocks,
  phpJson,
  readJava,
  readMessageFields,
  readPrinted,
  readPrintedFields,
  unquotedJson,
} from './printed/index.ts';
import { jsonSource, type Source } from './sources.ts';

/** Repairs of what programs print; the others guess what a text means. */
const printed: ReadonlySet<RepairCode> = new Set([
  'trailing-comma',
  'extra-comma',
  'single-quotes',
  'unquoted-key',
  'python-literal',
  'foreign-literal',
  'comment',
  'raw-control-character',
  'bad-escape',
  'unescaped-quote',
  'lone-surrogate',
  'foreign-white-space',
  'number-syntax',
  'number-out-of-range',
  'missing-closer',
  'truncated',
]);

/**
 * The one value that a text holds: JSON, what a language prints of one, JSON with trailing commas, or JSON that is cut off at
 * its end.
 */
export function readValue(text: string): Source | null {
  const from = text.startsWith('\ufeff') ? 1 : 0;
  const strict = new JsonReader().read(text, from, text.length);
  if (strict.ok) return { text, node: strict.node, offset: 0 };
  if (beginsWithMember(text.slice(from, from + 120))) return withoutBrace(text.slice(from));
  const unquoted = phpJson(text) ?? unquotedJson(text) ?? fieldsJson(text);
  if (unquoted !== null) return jsonSource(unquoted);
  const head = text.slice(from, from + 300);
  if (!/^\s*(?:[{[%(<#&@]|[A-Za-z_$][\w.$:]{0,120}(?:\(\d{1,9}\))? ?[({[=])/.test(head)) return null;
  const printed = readWhole(text, from) ?? javaJson(text);
  if (printed !== null) return jsonSource(messageOfBlocks(printed) ?? printed);
  if (!/^\s*[{[]/.test(head)) return null;
  // What cuts a string off is no line end of its own.
  const lenient = readLeniently(text, from, text.trimEnd().length);
  return lenient !== null && text.slice(lenient.end).trim() === '' ? lenient.source : null;
}

/** Whether a text begins inside of an object: `"id": "a",`. */
export function beginsWithMember(text: string): boolean {
  return /^\s{0,40}"[\w.-]{1,60}"\s{0,8}:/.test(text);
}

/** An object that was copied without its first bracket, and perhaps without its last ones. */
function withoutBrace(text: string): Source | null {
  const braced = `{${text.trimEnd().replace(/,$/, '')}`;
  const lenient = readLeniently(braced, 0, braced.length);
  const source = lenient?.end === braced.length ? lenient.source : null;
  if (source?.node.kind !== 'object') return null;
  // One member is a sentence as often as not, but a list is data.
  const [first, second] = source.node.members;
  return second !== undefined || first?.value.kind === 'array' ? source : null;
}

/** JSON of the value that a language printed and that is all of a text; null for what is none, and for a bare name. */
function readWhole(text: string, from: number): string | null {
  if (isLogLine(text.slice(0, 400))) return null;
  const reading = readPrinted(text, from, text.trimEnd().length);
  if (reading.ok && /^[{[]/.test(reading.json) && AFTER.test(text.slice(reading.end))) return reading.json;
  // Chunks have these fields on each line.
  const isAlone = /^\s*[a-z_]{2,40}=['"[{A-Z0-9-]/.test(text.slice(0, 60)) && !/\ncontent=['"]/.test(text);
  return isAlone ? readPrintedFields(text) : null;
}

/** What may be after a value: a browser shows its members once more when it is opened. */
const AFTER = /^(?:\s*;?\s*|\n[\s\S]*\[\[Prototype\]\]: \w+\s*)$/;

/** A value that begins at `from`, where JSON does not do, and the offset after it. */
function readLeniently(
  text: string,
  from: number,
  to: number,
): { readonly source: Source; readonly end: number } | null {
  const { node, repairs, end } = readTolerant(text, from, to);
  if (node === null || !repairs.every(({ code }) => printed.has(code))) return null;
  const source = jsonSource(applyRepairs(text, from, end, repairs));
  return source === null ? null : { source, end };
}

export interface EmbeddedValue {
  readonly source: Source;
  readonly span: Span;
}

/** What a lenient reading may cost in all, in lengths of the text. */
const LENIENT_SHARE = 4;

/**
 * The objects and lists in a text that holds other things as well, such as a log: JSON, and what languages print.
 */
export function embeddedValues(text: string): EmbeddedValue[] {
  const values: EmbeddedValue[] = [];
  const reader = new JsonReader();
  const end = text.trimEnd().length;
  let failed = 0;
  let budget = LENIENT_SHARE * text.length;
  let lineTo = 0;
  let fieldTo = 0;
  const add = (node: JsonNode): void => {
    if (node.kind !== 'object' && node.kind !== 'array') return;
    values.push({ source: { text, node, offset: 0 }, span: { from: node.from, to: node.to } });
  };
  for (let at = nextOpener(text, 0); at < text.length; at = nextOpener(text, at)) {
    const strict = reader.readPartially(text, at, text.length);
    if (strict.ok) {
      add(strict.node);
      break;
    }
    const { error } = strict;
    if (error.expected === 'end') {
      const first = reader.read(text, at, error.at);
      if (first.ok) add(first.node);
      at = error.at;
      continue;
    }
    // What Java prints in a log: it costs as much as it reads.
    const java = budget > 0 && JAVA.test(text.slice(at, at + 80)) ? readJava(text, at) : null;
    budget -= java === null ? 0 : java.end - at;
    const told = java === null || java.json === null ? null : jsonSource(java.json);
    if (java !== null && told !== null) {
      values.push({ source: told, span: { from: at, to: java.end } });
      at = java.end;
      continue;
    }
    if (at >= lineTo) lineTo = endOfLine(text, at);
    const field = FIELD.exec(text.slice(at, at + 8))?.[0];
    if (field !== undefined) {
      const isNew = at >= fieldTo;
      if (isNew) fieldTo = endOfLine(text, at);
      const fields = isNew ? readMessageFields(text, at, fieldTo) : null;
      const message = fields?.ok === true ? jsonSource(fields.json) : null;
      if (message !== null) values.push({ source: message, span: { from: at, to: fieldTo } });
      at = message === null ? at + field.length : fieldTo;
      continue;
    }
    // What begins inside of a class that is none is not read again.
    const isRead = /^\[?[A-Z]/.test(text.slice(at, at + 2)) && at < failed;
    const reading = budget > 0 && !isRead && looksPrinted(text, at) ? readPrinted(text, at, end) : null;
    if (reading?.ok === false) failed = reading.at;
    budget -= reading === null ? lineTo - at : (reading.ok ? reading.end : reading.at) - at;
    const source = reading?.ok === true ? jsonSource(messageOfBlocks(reading.json) ?? reading.json) : null;
    if (reading?.ok === true && source !== null) {
      values.push({ source, span: { from: at, to: reading.end } });
      at = reading.end;
      continue;
    }
    for (const node of strict.complete) add(node);
    at = Math.max(error.at, at + 1);
  }
  return values;
}

/** Whether a dict of Python, an object of JavaScript or one with its class may begin here. */
function looksPrinted(text: string, at: number): boolean {
  return /^(?:\{\s{0,40}['"A-Za-z_]|\[\s{0,40}(?:[{']|[A-Z]\w{2,60}\()|[A-Z])/.test(text.slice(at, at + 80));
}

const JAVA = /^(?:(?:Ai|Assistant)Message|Chat(?:Response|Completion)) ?[[{] ?[a-z]\w{1,40} ?=/;

/** How a message of LangChain and an answer of Ollama begin that are printed without their class. */
const FIELD = /^(?:content|model)=/;

/** A bracket, such a message, or the class of a message or a call with its first field: `FunctionCall { name: `, `Message(role=`. */
const OPENER =
  /[{[]|(?<![\w.(-])(?:content=(?=['"[])|model=')|(?<![\w.])(?:Choice|[A-Z]\w{0,40}(?:Call|Message|Completion|Response|Block|Event))(?:\([a-z_]{1,30}=| ?\{\s{0,12}[a-z_]{1,30}:\s| ?[[{] ?[a-z]\w{1,40} ?=)/g;

function nextOpener(text: string, from: number): number {
  OPENER.lastIndex = from;
  return OPENER.exec(text)?.index ?? text.length;
}
