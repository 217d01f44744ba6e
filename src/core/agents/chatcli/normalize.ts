import {
  compareBytes,
  isGoJson,
  isGoSpace,
  lowerGo,
  marshal,
  marshalText,
  readGoJson,
  trimGo,
} from '../../text/languages/index.ts';

/** The attempts of ChatCLI's `NormalizeToolArgs`, in its order; the first that gives JSON counts. */
export type AttemptCode =
  | 'single-quotes'
  | 'bare-keys'
  | 'quotes-and-keys'
  | 'trailing-commas'
  | 'plain-text'
  | 'key-by-key';

interface Attempt {
  readonly code: AttemptCode;
  readonly before: string;
  /** What the attempt makes of it, or null where it does not apply. */
  readonly after: string | null;
  /** It is JSON, and taken. */
  readonly taken: boolean;
}

export interface Normalized {
  readonly text: string;
  /** False when nothing helped: `text` is what was given, without white space around it. */
  readonly ok: boolean;
  /** Empty when the text was JSON already, or nothing. */
  readonly attempts: readonly Attempt[];
}

/** `NormalizeToolArgs(tool, raw)` of ChatCLI 1.188. */
export function normalizeToolArgs(tool: string, raw: string): Normalized {
  const before = trimGo(raw);
  if (before === '') return { text: '{}', ok: true, attempts: [] };
  if (isGoJson(before)) return { text: before, ok: true, attempts: [] };
  const attempts: Attempt[] = [];
  const quoted = withDoubleQuotes(before);
  const changes: [AttemptCode, () => string | null, alwaysJson?: true][] = [
    ['single-quotes', () => quoted],
    ['bare-keys', () => withQuotedKeys(before)],
    ['quotes-and-keys', () => (quoted === null ? null : withQuotedKeys(quoted))],
    ['trailing-commas', () => withoutTrailingCommas(before)],
    ['plain-text', () => wrapPlainText(tool, before), true],
    ['key-by-key', () => (looksLikeObject(before) ? keyByKey(before) : null)],
  ];
  for (const [code, change, alwaysJson] of changes) {
    const after = change();
    const taken = after !== null && (alwaysJson === true || isGoJson(after));
    attempts.push({ code, before, after, taken });
    if (taken) return { text: after, ok: true, attempts };
  }
  return { text: before, ok: false, attempts };
}

/** What ChatCLI does with the arguments of every call it found: JSON stays as it is, the rest is normalised if it can be. */
export function recoverArguments(name: string, args: string): Normalized {
  const trimmed = trimGo(args);
  if (trimmed === '') return { text: args, ok: true, attempts: [] };
  const normalized = normalizeToolArgs(name, trimmed);
  return normalized.ok && normalized.attempts.length > 0 ? normalized : { ...normalized, text: args };
}

/** Single-quoted strings become double-quoted ones. Null where there are none, or the text is not an object and no list. */
function withDoubleQuotes(text: string): string | null {
  if (!text.includes("'") || text.length < 2 || (!text.startsWith('{') && !text.startsWith('['))) return null;
  const out: string[] = [];
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '' && character === '\\' && at + 1 < text.length) {
      at += 1;
      const next = text.charAt(at);
      out.push(quote === "'" && next === "'" ? next : character + next);
    } else if (quote === '') {
      if (character === "'" || character === '"') quote = character;
      out.push(character === "'" ? '"' : character);
    } else if (character === quote) {
      quote = '';
      out.push('"');
    } else {
      out.push(character === '"' ? '\\"' : character);
    }
  }
  return out.join('');
}

/** Quotes every word between `{` or `,` and a colon, in strings as well. */
function withQuotedKeys(text: string): string | null {
  if (text.length < 2 || !text.startsWith('{')) return null;
  const out: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x7b && code !== 0x2c) continue;
    const wordFrom = spacesTo(text, at + 1);
    const wordTo = wordEnd(text, wordFrom);
    const colon = spacesTo(text, wordTo);
    if (wordTo === wordFrom || text.charAt(colon) !== ':') continue;
    out.push(text.slice(copied, wordFrom), '"', text.slice(wordFrom, wordTo), '":');
    copied = colon + 1;
    at = colon;
  }
  return copied === 0 ? null : out.join('') + text.slice(copied);
}

/** Takes out every comma before a closing bracket, in strings as well. */
function withoutTrailingCommas(text: string): string | null {
  const out: string[] = [];
  let copied = 0;
  for (let comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', comma + 1)) {
    const next = spacesTo(text, comma + 1);
    if (text.charAt(next) !== '}' && text.charAt(next) !== ']') continue;
    out.push(text.slice(copied, comma));
    copied = next;
  }
  return copied === 0 ? null : out.join('') + text.slice(copied);
}

/** After the white space of Go's `\s`, which has no vertical tab. */
function spacesTo(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0c && code !== 0x0d) return at;
    at += 1;
  }
}

function wordEnd(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f;
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isLetter && !(isDigit && at > from)) return at;
    at += 1;
  }
}

/** The field that a bare value is meant for, by the name of the tool or of its subcommand. */
const fieldOfTool = new Map([
  ...['read_file', 'write_file', 'patch_file', 'rollback_file', 'read', 'write', 'patch', 'rollback'].map(
    (name) => [name, 'file'] as const,
  ),
  ...['list_directory', 'git_status', 'git_diff', 'git_log', 'git_changed', 'git_branch', 'run_tests'].map(
    (name) => [name, 'dir'] as const,
  ),
  ...['clean_backups', 'tree', 'git-status', 'git-diff', 'git-log', 'git-changed', 'git-branch', 'test', 'clean'].map(
    (name) => [name, 'dir'] as const,
  ),
  ...['search_files', 'search'].map((name) => [name, 'term'] as const),
  ...['run_command', 'exec', '@coder', 'coder'].map((name) => [name, 'cmd'] as const),
  ...['bash', 'shell', 'Bash'].map((name) => [name, 'command'] as const),
  ...['Read', 'Write', 'Edit'].map((name) => [name, 'file_path'] as const),
  ...['Glob', 'Grep'].map((name) => [name, 'pattern'] as const),
]);

/** What ChatCLI's `@coder` can be told to do. */
export const coderCommands: ReadonlySet<string> = new Set([
  ...['read', 'write', 'patch', 'tree', 'search', 'exec', 'test', 'rollback', 'clean'],
  ...['git-status', 'git-diff', 'git-log', 'git-changed', 'git-branch'],
]);

/** A bare value as the one field of the tool. Null for JSON, for command lines, and for tools without such a field. */
function wrapPlainText(tool: string, text: string): string | null {
  if (text.startsWith('{') || text.startsWith('[') || isCommandLine(text)) return null;
  const field = fieldOfTool.get(tool) ?? fieldOfTool.get(lowerGo(tool));
  return field === undefined ? null : `{${marshalText(field)}:${marshalText(text)}}`;
}

function isCommandLine(text: string): boolean {
  const [first = '', ...rest] = wordsOf(text);
  if (rest.length === 0) return false;
  return rest.some(isFlag) || coderCommands.has(lowerGo(first));
}

/** `--long`, or a dash and one more byte. */
function isFlag(word: string): boolean {
  return word.startsWith('--') || (word.length === 2 && word.startsWith('-') && word.charCodeAt(1) < 0x80);
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !isGoSpace(text.charCodeAt(at))) continue;
    if (at > from) words.push(text.slice(from, at));
    from = at + 1;
  }
  return words;
}

/** Braces around it, and between two commas a word before a colon. */
function looksLikeObject(text: string): boolean {
  if (text.length < 3 || !text.startsWith('{') || !text.endsWith('}')) return false;
  return text
    .slice(1, -1)
    .split(',')
    .some((part) => {
      const trimmed = trimGo(part);
      const colon = trimmed.indexOf(':');
      return colon > 0 && isIdentifier(withoutQuotes(trimGo(trimmed.slice(0, colon))));
    });
}

function isIdentifier(text: string): boolean {
  return /^(?!\p{Nd})[\p{L}\p{Nd}_-]+$/u.test(text);
}

function withoutQuotes(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isQuote(text.charAt(from))) from += 1;
  while (to > from && isQuote(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

/** The last resort: cuts at commas and colons outside of quotes and brackets, and writes the object again. */
function keyByKey(text: string): string | null {
  const values = new Map<string, string>();
  for (const part of partsOf(text.slice(1, -1))) {
    const colon = colonOf(part);
    if (colon < 0) continue;
    values.set(withoutQuotes(trimGo(part.slice(0, colon))), looseValue(part.slice(colon + 1)));
  }
  if (values.size === 0) return null;
  const members = [...values].sort(([one], [other]) => compareBytes(one, other));
  return `{${members.map(([key, value]) => `${marshalText(key)}:${value}`).join(',')}}`;
}

/** Goes over a text and calls `see` for every character outside of strings in single or double quotes. */
function outsideQuotes(text: string, see: (character: string, at: number) => boolean): void {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (isQuote(character)) {
      quote = character;
    } else if (see(character, at)) {
      return;
    }
  }
}

/** Cut at commas outside of quotes and brackets; what kind a bracket is does not count. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  outsideQuotes(text, (character, at) => {
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
    return false;
  });
  parts.push(text.slice(from));
  return parts;
}

function colonOf(text: string): number {
  let colon = -1;
  outsideQuotes(text, (character, at) => {
    if (character === ':') colon = at;
    return colon >= 0;
  });
  return colon;
}

/** JSON as it is; else a text, unless it is a word for true, false or nothing. As JSON. */
function looseValue(text: string): string {
  const value = trimGo(text);
  if (value === '') return '""';
  const node = readGoJson(value);
  if (node !== null) return marshal(node);
  if (value.length >= 2 && value.startsWith("'") && value.endsWith("'")) return marshalText(value.slice(1, -1));
  switch (lowerGo(value)) {
    case 'true':
    case 'false':
      return lowerGo(value);
    case 'null':
    case 'none':
      return 'null';
    default:
      return marshalText(value);
  }
}
