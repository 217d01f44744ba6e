import type { Span } from '../text/document/index.ts';
import { applyRepairs, type JsonNode, JsonReader, readTolerant, type RepairCode } from '../text/json/index.ts';
import { elixirTerms } from './elixir-terms.ts';
import { printedFields } from './printed-fields.ts';
import { pythonToJson } from './python-json.ts';
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

/** A value read leniently. */
export interface LenientValue {
  readonly source: Source;
  /** Offset after the value. */
  readonly end: number;
  readonly isCut: boolean;
}

/**
 * The one value that a text holds: JSON, what Python or JavaScript print of one, JSON with trailing commas, or JSON that is
 * cut off at its end.
 */
export function readValue(text: string): Source | null {
  const from = text.startsWith('\ufeff') ? 1 : 0;
  const strict = new JsonReader().read(text, from, text.length);
  if (strict.ok) return { text, node: strict.node, offset: 0 };
  const head = text.slice(from, from + 200);
  if (!/^\s*(?:[{[%]|[A-Za-z_][\w.]{0,60}[(=])/.test(head)) return null;
  const python = pythonToJson(text.slice(from).trim()) ?? printedFields(text);
  if (python !== null) return jsonSource(python, null);
  const terms = elixirTerms(text);
  const source = terms ?? inspectedText(text);
  if (!/^\s*[{[]/.test(source.slice(0, 200).replace('\ufeff', ''))) return null;
  const lenient = readLeniently(source, source === text ? from : 0, source.length);
  return lenient !== null && source.slice(lenient.end).trim() === '' ? lenient.source : null;
}

/** What `console.log` of Node prints: long strings in pieces, and deep values by their kind alone. */
function inspectedText(text: string): string {
  if (!text.includes(' +\n') && !text.includes('[Object]') && !text.includes('[Array]')) return text;
  return text.replaceAll(/(['"`]) \+\n {1,80}\1/g, '').replaceAll(/\[(?:Object|Array)\]/g, 'null');
}

/** A value that begins at `from`, where JSON does not do. */
function readLeniently(text: string, from: number, to: number): LenientValue | null {
  const { node, repairs, end, complete } = readTolerant(text, from, to);
  if (node === null || !repairs.every(({ code }) => printed.has(code))) return null;
  const source = jsonSource(applyRepairs(text, from, end, repairs), null);
  return source === null ? null : { source, end, isCut: !complete };
}

export interface EmbeddedValue {
  readonly source: Source;
  readonly span: Span;
}

/** What a lenient reading may cost in all, in lengths of the text. */
const LENIENT_SHARE = 4;

/**
 * The objects and lists in a text that holds other things as well, such as a log. What is no JSON is read leniently, and
 * then only to the end of its line.
 */
export function embeddedValues(text: string): EmbeddedValue[] {
  const values: EmbeddedValue[] = [];
  const reader = new JsonReader();
  let budget = LENIENT_SHARE * text.length;
  let lineTo = 0;
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
    if (at >= lineTo) lineTo = lineEnd(text, at);
    const printed = budget > 0 && looksPrinted(text, at) ? printedValue(text, at, lineTo) : null;
    budget -= printed === null ? lineTo - at : printed.span.to - at;
    if (printed !== null) {
      values.push(printed);
      at = printed.span.to;
      continue;
    }
    for (const node of strict.complete) add(node);
    at = Math.max(error.at, at + 1);
  }
  return values;
}

/** What Python or JavaScript printed, up to the bracket that closes it. */
function printedValue(text: string, from: number, to: number): EmbeddedValue | null {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") {
      at += 1;
      while (at < to && text.charAt(at) !== character) at += text.charAt(at) === '\\' ? 2 : 1;
    } else if (character === '{' || character === '[' || character === '(') depth += 1;
    else if (character === '}' || character === ']' || character === ')') depth -= 1;
    if (depth > 0) continue;
    const python = pythonToJson(text, from, at + 1);
    const source = python === null ? readLeniently(text, from, at + 1)?.source : jsonSource(python, null);
    return source === null || source === undefined ? null : { source, span: { from, to: at + 1 } };
  }
  return null;
}

/** Whether a dict of Python or an object of JavaScript may begin here. */
function looksPrinted(text: string, at: number): boolean {
  return /^(?:\{\s{0,8}['"A-Za-z_]|\[\s{0,8}[{'])/.test(text.slice(at, at + 12));
}

function nextOpener(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at) !== '{' && text.charAt(at) !== '[') at += 1;
  return at;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
