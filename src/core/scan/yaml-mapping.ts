import { readJson } from '../json/strict.ts';
import { valueToText } from '../json/writer.ts';
import type { JsonObject } from '../json/node.ts';
import { coerce } from './coerce.ts';

interface Line {
  readonly indent: number;
  readonly text: string;
}

const DEEPEST = 20;
const KEY = /^("[^"]*"|'[^']*'|[^\s:#"'-][^:#]*?)\s*:(?:\s+(.*))?$/;

class Refused extends Error {}

/**
 * A small YAML mapping as JSON: scalars, block texts (`|`, `>`), lists and mappings by indentation, and JSON in flow
 * style. Null when the text is anything else.
 */
export function yamlMapping(text: string, schemaOf: (key: string) => JsonObject | null): string | null {
  const lines = text.split('\n').map((line): Line => {
    const indent = line.length - line.trimStart().length;
    return { indent, text: line.slice(indent).trimEnd() };
  });
  try {
    const reader = new YamlReader(lines, schemaOf);
    return reader.mapping(0, 0);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

class YamlReader {
  readonly #lines: readonly Line[];
  readonly #schemaOf: (key: string) => JsonObject | null;
  #at = 0;

  constructor(lines: readonly Line[], schemaOf: (key: string) => JsonObject | null) {
    this.#lines = lines;
    this.#schemaOf = schemaOf;
  }

  mapping(least: number, depth: number): string {
    if (depth > DEEPEST) throw new Refused();
    const members = new Map<string, string>();
    const own = this.#next()?.indent ?? least;
    for (let line = this.#next(); line !== undefined && line.indent >= least; line = this.#next()) {
      if (line.indent !== own) throw new Refused();
      const found = KEY.exec(line.text);
      if (found === null) throw new Refused();
      this.#at += 1;
      const key = (found[1] ?? '').replaceAll(/^["']|["']$/g, '');
      const json = this.#value(found[2] ?? '', own, depth, depth === 0 ? this.#schemaOf(key) : null);
      if (!members.has(key)) members.set(key, json);
    }
    if (depth === 0 && this.#next() !== undefined) throw new Refused();
    return `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
  }

  #value(rest: string, indent: number, depth: number, schema: JsonObject | null): string {
    const text = rest.trim();
    if (/^[|>][+-]?$/.test(text)) return valueToText(this.#blockText(indent, text));
    if (text !== '') return scalar(text, schema);
    const next = this.#next();
    if (next === undefined || next.indent < indent || (next.indent === indent && !next.text.startsWith('-')))
      return 'null';
    return next.text.startsWith('-') ? this.#list(next.indent) : this.mapping(next.indent, depth + 1);
  }

  #list(indent: number): string {
    const items: string[] = [];
    for (let line = this.#next(); line?.indent === indent && /^-(?:\s|$)/.test(line.text); line = this.#next()) {
      this.#at += 1;
      items.push(scalar(line.text.slice(1).trim(), null));
    }
    return `[${items.join(',')}]`;
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
}

function scalar(text: string, schema: JsonObject | null): string {
  // The double-quoted style of YAML takes the strings of JSON with all of their escapes.
  const reading = text.startsWith('"') ? readJson(text) : null;
  if (reading?.ok === true && reading.node.kind === 'string') return valueToText(reading.node.value);
  const quoted = /^(["'])(.*)\1$/.exec(text);
  if (quoted !== null) {
    const inner = quoted[2] ?? '';
    return valueToText(
      quoted[1] === "'" ? inner.replaceAll("''", "'") : inner.replaceAll('\\n', '\n').replaceAll('\\"', '"'),
    );
  }
  if (schema !== null) return coerce(text, schema).json;
  if (/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text)) return text;
  return coerce(text === '~' ? 'null' : text, null).json;
}
