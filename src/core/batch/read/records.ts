import { parsedJson } from '../../text/json/index.ts';
import { type Fields, fieldsOf, has } from '../values.ts';

/** What `docker compose logs` and `kubectl logs --prefix` print before each line: the container that wrote it. */
// Source: docs.docker.com/reference/cli/docker/compose/logs (`--no-log-prefix`), kubernetes.io kubectl_logs (`--prefix`).
const CONTAINER = /^(?:[\w.-]{1,80}[-_]\d{1,4} {1,80}\| ?|\[pod\/[\w./-]{1,200}\] )/;

/** Whether lines are printed with the container that wrote each. */
export function areOfContainers(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.every((line) => line.trim() === '' || CONTAINER.test(line));
}

/** Lines as the programs in containers wrote them; any others as they are. */
export function withoutContainers(lines: readonly string[]): readonly string[] {
  return areOfContainers(lines) ? lines.map((line) => line.replace(CONTAINER, '')) : lines;
}

/** Record separator of JSON text sequences (RFC 7464). */
export const SEQUENCE = '\u001e';

/** What people write between the lines of a log. */
export function isComment(line: string): boolean {
  return /^\s{0,80}(?:#|\/\/)/.test(line);
}

/** What Python writes for numbers that JSON does not have; strings are matched so that they stay as they are. */
const PYTHON_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * The value of one record as programs write it: JSON, after the sign of a JSON text sequence, with a comma after it, or with Python's
 * numbers that are none. Undefined for what is no record.
 */
export function recordIn(text: string): unknown {
  const value = parsedJson(text);
  if (value !== undefined) return value;
  const bare = (text.startsWith(SEQUENCE) ? text.slice(1) : text).replace(/,\s{0,20}$/, '');
  const plain = bare === text ? undefined : parsedJson(bare);
  if (plain !== undefined || !/NaN|Infinity/.test(bare)) return plain;
  return parsedJson(bare.replace(PYTHON_NUMBERS, (found) => (found.startsWith('"') ? found : 'null')));
}

/** What a program writes before the JSON in a line of its log: a time, a level, who wrote it. */
const PREFIX = /^[^{"]{1,200}?(?=\{\s{0,9}")/;

/** What it writes before a request: nobody has answered that. */
const REQUEST = /\brequest(?: body| sent)?\W{0,20}$/i;

const MOST_BEFORE = 200;

/** The object at the end of a line of a log; null for a line that has none. */
export function recordBehind(line: string): Fields | null {
  const prefix = PREFIX.exec(line)?.[0];
  return prefix === undefined || REQUEST.test(prefix) ? null : fieldsOf(parsedJson(line.slice(prefix.length)));
}

/** An object in quotes, as a log of keys and values has it. */
const QUOTED = /="\{\s{0,9}\\"(?:[^"\\]|\\.)*"/;

/** Where an object begins, whatever is before it. */
const OPENS = /\{\s{0,9}"/g;
/** So many places are tried. */
const MOST_TRIES = 4;

/** The object within a line or a message of a log, whatever is before it; null for none. */
export function recordWithin(text: string): Fields | null {
  const own = text.startsWith('{') ? fieldsOf(parsedJson(text)) : recordBehind(text);
  if (own !== null) return own;
  const quoted = parsedJson(QUOTED.exec(text)?.[0].slice(1) ?? '');
  if (typeof quoted === 'string') return fieldsOf(parsedJson(quoted));
  for (const { index } of [...text.matchAll(OPENS)].slice(0, MOST_TRIES)) {
    const value = fieldsOf(parsedJson(text.slice(index)));
    if (value !== null) return REQUEST.test(text.slice(Math.max(0, index - MOST_BEFORE), index)) ? null : value;
  }
  return null;
}

/** What .NET and Go call members, where nobody has said otherwise. */
const CAPITALS = /^(?:Role|Items|Contents?|Messages|History|Choices|Response|Output|Completion|Text|Prompt)$/;
/** What a tool takes, and what it is called with, has names of its own. */
const OWN_NAMES = /^(?:arguments|args|input|parameters|properties|\w*schema)$/i;
const MOST_LEVELS = 12;

/** A record whose members have names with a capital, `Role` and `Items`, under the names that others write: `role`. */
export function plainKeys(record: Fields | null): Fields | null {
  if (record === null) return null;
  const keys = Object.keys(record);
  const areCapitals = keys.some((key) => CAPITALS.test(key)) && !keys.some((key) => has(record, swapped(key)));
  return areCapitals ? renamedKeys(record, (key) => key.slice(0, 1).toLowerCase() + key.slice(1)) : record;
}

/** The same name with its first letter in the other case. */
function swapped(key: string): string {
  const [first = ''] = key;
  return (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + key.slice(1);
}

/** A record with other names for its members, and for theirs. */
export function renamedKeys(record: Fields, rename: (key: string) => string): Fields {
  return fieldsOf(renamed(record, rename, MOST_LEVELS)) ?? record;
}

function renamed(value: unknown, rename: (key: string) => string, levels: number): unknown {
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename, levels - 1));
  const fields = fieldsOf(value);
  if (fields === null) return value;
  return Object.fromEntries(
    Object.entries(fields).map(([key, inner]) => [
      rename(key),
      OWN_NAMES.test(key) ? inner : renamed(inner, rename, levels - 1),
    ]),
  );
}

/** So many ways in which records begin are known. */
const MOST_HEADS = 8;

/**
 * How the sound records of a log begin: with which two keys. Where one is damaged, brackets and quotes say nothing of where it ends, and
 * the next one is where another begins like this.
 */
export class Heads {
  readonly #known = new Set<string>();
  #next: RegExp | null = null;

  learn(value: unknown): void {
    if (this.#known.size >= MOST_HEADS) return;
    const [first, second] = Object.keys(fieldsOf(value) ?? {});
    if (first === undefined || second === undefined) return;
    const [one, two] = [first, second].map((key) =>
      JSON.stringify(key).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    );
    const head = `\\{\\s{0,80}${one ?? ''}\\s{0,9}:\\s{0,9}(?:"(?:[^"\\\\]|\\\\.){0,2000}"|[-\\w.]{1,40})\\s{0,9},\\s{0,80}${two ?? ''}\\s{0,9}:`;
    if (this.#known.has(head)) return;
    this.#known.add(head);
    this.#next = new RegExp([...this.#known].join('|'), 'g');
  }

  /** Where in the text of a damaged record the next one begins; -1 for nowhere. */
  next(text: string): number {
    if (this.#next === null) return -1;
    this.#next.lastIndex = 1;
    return this.#next.exec(text)?.index ?? -1;
  }
}
