import { type JsonObject, readJson, readTolerant, type RepairCode, valueToText } from '../../../text/json/index.ts';
import type { Span } from '../../../text/document/index.ts';
import { coerce, coerceJson } from './coerce.ts';
import { itemSchema, memberSchema, typesOf } from './schema.ts';

interface Line {
  readonly indent: number;
  readonly text: string;
  /** The place of `text`. */
  readonly from: number;
}

const DEEPEST = 20;
const ITEM = /^-(?:\s|$)/;
/** No key begins with these: they begin a list, a comment, a quoted string or a value in flow style. */
const NO_KEY = new Set(['', '-', '#', '{', '[', '}', ']']);
/** The repairs for what JSON requires and the flow style of YAML does not. */
const FLOW_STYLE: ReadonlySet<RepairCode> = new Set([
  'unquoted-key',
  'unquoted-string',
  'single-quotes',
  'trailing-comma',
  'missing-value',
  'python-literal',
]);

class Refused extends Error {}

interface YamlReading {
  readonly json: string;
  /** Values with a quote at one end only, or with text after their quotes. They stay as they are. */
  readonly unquoted: readonly Span[];
}

/**
 * Reads a small YAML mapping as JSON: scalars, block texts (`|`, `>`), lists and mappings by indentation or in flow style, and
 * comments. Null if the text is anything else or has no key.
 */
export function yamlMapping(text: string, schema: JsonObject | null): YamlReading | null {
  const reader = new YamlReader(text, schema);
  try {
    return { json: reader.mapping(0, 0, schema), unquoted: reader.unquoted };
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

class YamlReader {
  readonly #text: string;
  readonly #lines: Line[] = [];
  /** The schema into which references point. */
  readonly #root: JsonObject | null;
  readonly unquoted: Span[] = [];
  #at = 0;

  constructor(text: string, root: JsonObject | null) {
    this.#text = text;
    this.#root = root;
    let start = 0;
    for (const line of text.split('\n')) {
      const indent = line.length - line.trimStart().length;
      this.#lines.push({ indent, text: line.slice(indent).trimEnd(), from: start + indent });
      start += line.length + 1;
    }
  }

  mapping(least: number, depth: number, schema: JsonObject | null): string {
    if (depth > DEEPEST) throw new Refused();
    const members = new Map<string, string>();
    const own = this.#next()?.indent ?? least;
    for (let line = this.#next(); line !== undefined && line.indent >= least; line = this.#next()) {
      if (line.indent !== own) throw new Refused();
      const entry = entryOf(line.text);
      if (entry === null) throw new Refused();
      this.#at += 1;
      const inner = memberSchema(schema, entry.key, this.#root);
      const json =
        withoutComment(entry.rest) === ''
          ? this.#below(own, depth, inner, true)
          : this.#value(entry.rest, endOf(line), own, inner);
      if (!members.has(entry.key)) members.set(entry.key, json);
    }
    if (members.size === 0 || (depth === 0 && this.#next() !== undefined)) throw new Refused();
    return `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  }

  /** @param text the text after the key or the dash, up to `to` */
  #value(text: string, to: number, indent: number, schema: JsonObject | null): string {
    const bare = withoutComment(text);
    if (/^[|>][+-]?$/.test(bare)) return valueToText(this.#blockText(indent, bare));
    const types = this.#typesOf(schema);
    const isText = types.size === 1 && types.has('string');
    if (!isText && /^[[{]/.test(bare)) return this.#flow(to - text.length);
    if (!isQuoted(text) && hasLoneQuote(bare)) this.unquoted.push({ from: to - text.length, to });
    return scalar(text, types.size === 0 ? null : schema, this.#root);
  }

  /** Reads a list or a mapping on the lines below with more indentation. The dashes of a list may be directly below its key. */
  #below(indent: number, depth: number, schema: JsonObject | null, isOfKey: boolean): string {
    const next = this.#next();
    const isList = next !== undefined && ITEM.test(next.text);
    if (next === undefined || next.indent < indent || (next.indent === indent && !(isList && isOfKey))) return 'null';
    return isList
      ? this.#list(next.indent, depth + 1, itemSchema(schema, this.#root))
      : this.mapping(next.indent, depth + 1, schema);
  }

  #list(indent: number, depth: number, schema: JsonObject | null): string {
    if (depth > DEEPEST) throw new Refused();
    const items: string[] = [];
    for (let line = this.#next(); line?.indent === indent && ITEM.test(line.text); line = this.#next()) {
      const rest = line.text.slice(1).trimStart();
      const offset = line.text.length - rest.length;
      if (ITEM.test(rest) || entryOf(rest) !== null) {
        // The value after the dash continues on the lines below, at its own indentation.
        this.#lines[this.#at] = { indent: indent + offset, text: rest, from: line.from + offset };
        items.push(
          ITEM.test(rest)
            ? this.#list(indent + offset, depth + 1, itemSchema(schema, this.#root))
            : this.mapping(indent + offset, depth + 1, schema),
        );
      } else {
        this.#at += 1;
        items.push(
          withoutComment(rest) === ''
            ? this.#below(indent, depth, schema, false)
            : this.#value(rest, endOf(line), indent, schema),
        );
      }
    }
    return `[${items.join(',')}]`;
  }

  /** Reads a list or a mapping in brackets, perhaps over several lines. */
  #flow(from: number): string {
    const { node, complete, end, repairs } = readTolerant(this.#text, from);
    if (node === null || !complete || repairs.some(({ code }) => !FLOW_STYLE.has(code))) throw new Refused();
    const lineEnd = this.#text.indexOf('\n', end);
    if (withoutComment(this.#text.slice(end, lineEnd < 0 ? undefined : lineEnd)) !== '') throw new Refused();
    while ((this.#lines[this.#at]?.from ?? end) < end) this.#at += 1;
    return coerceJson(this.#text.slice(from, end)).json;
  }

  #blockText(indent: number, header: string): string {
    const folded = header.startsWith('>');
    const keeps = header.endsWith('+');
    const taken: Line[] = [];
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at] as Line;
      if (line.text !== '' && line.indent <= indent) break;
      taken.push(line);
    }
    const least = taken.reduce((low, line) => (line.text === '' ? low : Math.min(low, line.indent)), Infinity);
    const rows = taken.map((line) => (line.text === '' ? '' : ' '.repeat(line.indent - least) + line.text));
    while (!keeps && rows.at(-1) === '') rows.pop();
    return rows.join(folded ? ' ' : '\n') + (header.endsWith('-') || rows.length === 0 ? '' : '\n');
  }

  /** The next line that is neither empty nor a comment. */
  #next(): Line | undefined {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] as Line;
      if (line.text !== '' && !line.text.startsWith('#')) return line;
      this.#at += 1;
    }
    return undefined;
  }

  #typesOf(schema: JsonObject | null): ReadonlySet<string> {
    return schema === null ? new Set() : typesOf(schema, this.#root ?? schema);
  }
}

function endOf({ from, text }: Line): number {
  return from + text.length;
}

/** Reads `KEY: REST`; null for any other text. */
function entryOf(text: string): { key: string; rest: string } | null {
  const first = text.charAt(0);
  const isQuoted = first === '"' || first === "'";
  if (!isQuoted && NO_KEY.has(first)) return null;
  const to = isQuoted ? text.indexOf(first, 1) + 1 : text.search(/:(?:\s|$)/);
  if (to <= 0) return null;
  const key = isQuoted ? text.slice(1, to - 1) : text.slice(0, to).trimEnd();
  const after = text.slice(to).trimStart();
  if (!/^:(?:\s|$)/.test(after) || (!isQuoted && key.includes('#'))) return null;
  return { key, rest: after.slice(1).trimStart() };
}

/** A line without the comment at its end and the white space before it. */
function withoutComment(text: string): string {
  const at = text.startsWith('#') ? 0 : text.search(/\s#/);
  return (at < 0 ? text : text.slice(0, at)).trim();
}

function scalar(text: string, schema: JsonObject | null, root: JsonObject | null): string {
  const quoted = quotedText(text);
  if (quoted !== null) return valueToText(quoted);
  const bare = withoutComment(text);
  if (bare === '~') return schema === null || coerce('null', schema, root).json === 'null' ? 'null' : '"~"';
  if (schema !== null) return coerce(bare, schema, root).json;
  if (/^(?:true|false|null)$/i.test(bare)) return bare.toLowerCase();
  return coerce(bare, { type: ['integer', 'number', 'string'] }).json;
}

function isQuoted(text: string): boolean {
  return quotedText(text) !== null;
}

/** Whether a quote begins a value and does not end it, or ends a value with no other quote and no letter before it. */
function hasLoneQuote(text: string): boolean {
  if (/^["']/.test(text)) return true;
  const last = /[^\p{L}\p{N}]["']$/u.test(text) ? text.slice(-1) : null;
  return last !== null && text.split(last).length % 2 === 0;
}

/** Reads a quoted string; a comment may follow it. Null for any other text. */
function quotedText(text: string): string | null {
  const quote = text.charAt(0);
  if (quote !== '"' && quote !== "'") return null;
  let end = 1;
  while (end < text.length && text[end] !== quote) end += quote === '"' && text[end] === '\\' ? 2 : 1;
  while (quote === "'" && text[end + 1] === quote) end = nextQuote(text, end + 2);
  if (end >= text.length || withoutComment(text.slice(end + 1)) !== '') return null;
  const inner = text.slice(1, end);
  if (quote === "'") return inner.replaceAll("''", "'");
  // The double-quoted style of YAML accepts the strings of JSON with all their escapes.
  const reading = readJson(text.slice(0, end + 1));
  if (reading.ok && reading.node.kind === 'string') return reading.node.value;
  return inner.replaceAll('\\n', '\n').replaceAll('\\"', '"');
}

function nextQuote(text: string, from: number): number {
  const at = text.indexOf("'", from);
  return at < 0 ? text.length : at;
}
