import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonValue } from '../src/core/index.ts';

/**
 * A case in one file: facts above the first line `---`, and below it a text byte for byte.
 *
 *     tools: set_lamp, save_note
 *     call: set_lamp {"room":"hall","level":3}
 *     ---
 *     <tool_call>
 *     {"name": "set_lamp", "arguments": {"room": "hall", "level": 3}}
 *     </tool_call>
 *
 * A fact is a key and a value on a line. Lines that begin with two blanks continue the value above them. The text has no
 * escapes, and the newline that ends the file is no part of it. tests/fixtures/README.md says which keys there are.
 */
export interface CaseFile<Key extends string> {
  /** The values of each key, in their order; none where the file does not have it. */
  readonly facts: Facts<Key>;
  /** Null in a file without the line `---`. */
  readonly text: string | null;
}

export type Facts<Key extends string> = Readonly<Record<Key, readonly string[]>>;

export const fixtureRoot = new URL('fixtures/', import.meta.url);

/** The folders in a folder. */
export function foldersIn(root: URL): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** The cases of a folder, by name. */
export function casesIn(folder: URL): readonly { readonly name: string; readonly file: URL }[] {
  return readdirSync(folder)
    .filter((file) => !file.endsWith('.trace.txt'))
    .map((file) => {
      if (!file.endsWith('.txt')) throw new Error(`${folder.pathname}${file}: a case is one file that ends in .txt.`);
      return { name: file.slice(0, -'.txt'.length), file: new URL(file, folder) };
    });
}

/** Reads a file. Throws where it is no case, or has a key that is not among the known ones; the message has file and line. */
export function readCase<Key extends string>(file: URL, keys: readonly Key[]): CaseFile<Key> {
  return parseCase(readFileSync(file, 'utf8'), keys, fileURLToPath(file));
}

export function parseCase<Key extends string>(content: string, keys: readonly Key[], file: string): CaseFile<Key> {
  const { facts, text } = takeApart(content, file);
  return { facts: factsIn(facts, keys, file), text };
}

/** The lines above the border as they are, and the text below it. */
function takeApart(content: string, file: string): { readonly facts: string; readonly text: string | null } {
  if (!content.endsWith('\n')) throw new Error(`${file}: end the file with a newline; it is no part of the text.`);
  const border = `\n${content}`.indexOf('\n---\n');
  if (border < 0) return { facts: content, text: null };
  return { facts: content.slice(0, border), text: content.slice(border + '---\n'.length, -1) };
}

/** A file that must have a text, with the lines above it as they are. */
export function readFactsAndText(file: URL): { readonly facts: string; readonly text: string } {
  const path = fileURLToPath(file);
  const { facts, text } = takeApart(readFileSync(file, 'utf8'), path);
  return { facts, text: withText(text, path) };
}

/** As `readCase`, of a file that must have a text. */
export function readTextCase<Key extends string>(
  file: URL,
  keys: readonly Key[],
): { readonly facts: Facts<Key>; readonly text: string } {
  const { facts, text } = readCase(file, keys);
  return { facts, text: withText(text, fileURLToPath(file)) };
}

function withText(text: string | null, file: string): string {
  if (text === null) throw new Error(`${file}: write "---" on a line of its own, and the text below it.`);
  return text;
}

/** The facts of some lines: of a file, or of a value that goes on over lines. */
export function factsIn<Key extends string>(lines: string, keys: readonly Key[], where: string): Facts<Key> {
  const facts = Object.fromEntries(keys.map((key) => [key, [] as string[]])) as Record<Key, string[]>;
  let values: string[] | undefined;
  for (const [index, line] of lines.split('\n').entries()) {
    const fault = (message: string): Error => new Error(`${where}, line ${index + 1}: ${message}`);
    const [, key = '', value = ''] = /^(\w+):([^]*)$/.exec(line) ?? [];
    if (line.startsWith('  ')) {
      if (values === undefined) throw fault('two blanks continue a value, and there is none above.');
      values.push(`${values.pop() ?? ''}\n${line.slice(2)}`);
    } else if (key !== '') {
      values = keys.includes(key as Key) ? facts[key as Key] : undefined;
      if (values === undefined) throw fault(`unknown key "${key}". Write one of ${keys.join(', ')}.`);
      values.push(value.trim());
    } else if (line !== '') {
      throw fault('write "key: value", or "---" on a line of its own before the text. Lines end with LF.');
    }
  }
  return facts;
}

/** The value of a key that may be there once. */
export function only(values: readonly string[]): string | null {
  if (values.length > 1) throw new Error(`One value is all that fits here: ${values.join(' | ')}`);
  return values[0] ?? null;
}

/** Lists of names between commas as one; `none` is an empty list that says so. */
export function namesIn(values: readonly string[]): string[] {
  return values.flatMap((value) => (value === 'none' ? [] : value.split(/, */)));
}

/** `name {"its": "arguments"}`; a name with blanks is a JSON string. */
export function callIn(value: string): { name: string; argumentsText: string } {
  const [, name = '', argumentsText = ''] = /^("(?:[^"\\]|\\.)*"|\S+) ?([^]*)$/.exec(value) ?? [];
  return { name: name.startsWith('"') ? (JSON.parse(name) as string) : name, argumentsText };
}

/** A value that is JSON, null where there is none. */
export function jsonIn(values: readonly string[]): JsonValue {
  return JSON.parse(only(values) ?? 'null') as JsonValue;
}
