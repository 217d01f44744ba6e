import { isApostrophe, readPrinted } from '../printed/index.ts';
import { at as valueAt, jsonSource, slice, stringOf } from '../sources.ts';

/**
 * The bodies that a command or a call sends, as JSON text, the likeliest first: curl and wget in the quoting of any shell, a
 * here-document, HTTPie, `Invoke-RestMethod`, and `fetch` as browsers copy it. Empty where it sends none.
 */
export function sentBodies(command: string): string[] {
  return quotings.flatMap(({ used, bodies }) => (used.test(command.slice(0, HEAD)) ? bodies(command) : []));
}

/** How much of a command is looked at for what it is: its options come first. */
const HEAD = 4000;

interface Quoting {
  readonly used: RegExp;
  readonly bodies: (command: string) => readonly string[];
}

/** THE list of the ways in which a body is quoted, by what asks for it. */
const quotings: readonly Quoting[] = [
  { used: /\bfetch\(/, bodies: fetchBodies },
  { used: /^\s{0,20}(?:https?|xh) /, bodies: (command) => httpieBody(shellWords(command)) },
  { used: /<<-?\s?['"]?\w/, bodies: hereDocuments },
  // cmd.exe.
  {
    used: /\^["\n]/,
    bodies: (command) =>
      bodiesAmong(shellWords(command.replaceAll(/\^(\n|[\s\S])/g, (_, next: string) => (next === '\n' ? ' ' : next)))),
  },
  { used: /\b(?:Invoke-(?:RestMethod|WebRequest)|irm|iwr)\b/i, bodies: powershellBodies },
  { used: /\b(?:curl|wget)\b/, bodies: (command) => bodiesAmong(shellWords(command)) },
];

function bodiesAmong(words: readonly string[]): string[] {
  return words.map((word) => word.trim()).filter((word) => /^[{[]/.test(word));
}

/** The words of a command of bash, without their quotes. */
function shellWords(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < command.length; at += 1) {
    const character = command.charAt(at);
    if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (character === '\\') {
      at += 1;
      if (command.charAt(at) !== '\n') word = (word ?? '') + command.charAt(at);
    } else if (character === "'" || character === '"' || (character === '$' && command.charAt(at + 1) === "'")) {
      const isAnsi = character === '$';
      const from = isAnsi ? at + 2 : at + 1;
      const to = closingQuote(command, from, isAnsi ? "'" : character, isAnsi || character === '"');
      const body = command.slice(from, to);
      word =
        (word ?? '') +
        (isAnsi
          ? ansi(body)
          : character === '"'
            ? body.replaceAll(/\\(["\\$`\n])/g, (_, next: string) => (next === '\n' ? '' : next))
            : body);
      at = to;
    } else word = (word ?? '') + character;
  }
  if (word !== null) words.push(word);
  return words;
}

function closingQuote(text: string, from: number, quote: string, hasEscapes: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\' && hasEscapes) at += 1;
    else if (character === quote && !isApostrophe(text, at)) return at;
  }
  return text.length;
}

/** What `$'…'` of bash stands for; escapes of JSON have their backslash doubled in it. */
function ansi(body: string): string {
  const plain = new Map([
    ['n', '\n'],
    ['t', '\t'],
    ['r', '\r'],
  ]);
  return body.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|([\s\S]))/g, (whole, code: string | undefined, letter: string) =>
    code !== undefined
      ? String.fromCharCode(parseInt(code, 16))
      : (plain.get(letter) ?? (/[\\'"?]/.test(letter) ? letter : whole)),
  );
}

/** `name=text` and `name:=json`, which HTTPie sends as members of an object. */
function httpieBody(words: readonly string[]): string[] {
  const members = words.slice(1).flatMap((word) => {
    const item = /^([\w.-]{1,60})(:?=)(?!=)/.exec(word.slice(0, 80));
    if (item === null) return [];
    const value = word.slice(item[0].length);
    return [`${JSON.stringify(item[1])}:${item[2] === ':=' ? value : JSON.stringify(value)}`];
  });
  return members.length === 0 ? bodiesAmong(words) : [`{${members.join(',')}}`];
}

function hereDocuments(command: string): string[] {
  const opened = /<<-?\s?['"]?(\w{1,20})['"]?[^\n]{0,200}\n/.exec(command);
  if (opened === null) return [];
  const from = opened.index + opened[0].length;
  const to = command.indexOf(`\n${opened[1] ?? ''}`, from);
  return [command.slice(from, to < 0 ? command.length : to).trim()];
}

/** A here-string, a string in either quotes, and a hash that `ConvertTo-Json` writes. */
function powershellBodies(command: string): string[] {
  const bodies: string[] = [];
  for (const { 0: opener, index } of command.matchAll(
    /@['"]\n|['"](?=\s{0,40}(?:`")?[{[])|@\{(?=\s{0,40}['"]?(?:model|messages|prompt)\b)|['"](?=`?\{)/g,
  )) {
    const from = index + opener.length;
    if (opener.startsWith('@{')) {
      const hash = readPrinted(command, index);
      if (hash.ok) bodies.push(hash.json);
    } else if (opener.startsWith('@')) {
      const to = command.indexOf(`\n${opener.charAt(1)}@`, from);
      if (to > 0) bodies.push(command.slice(from, to).trim());
    } else if (bodies.length === 0) {
      const text = powershellString(command, from, opener);
      if (text !== null) bodies.push(text);
    }
  }
  return bodies;
}

/** What is between quotes: a backquote escapes in double ones, two quotes stand for one in single ones. */
function powershellString(text: string, from: number, quote: string): string | null {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote === '"' && (character === '`' || character === '\\')) at += 1;
    else if (character === quote && quote === "'" && text.charAt(at + 1) === quote) at += 1;
    else if (character === quote) {
      const body = text.slice(from, at);
      return quote === "'"
        ? body.replaceAll("''", "'")
        : body.replaceAll(/`([\s\S])/g, (_, next: string) => (next === 'n' ? '\n' : next));
    }
  }
  return null;
}

/** The body among the options of `fetch`: a string, or what `JSON.stringify` is given. */
function fetchBodies(command: string): string[] {
  const at = command.indexOf('fetch(');
  const call = readPrinted(command, at);
  if (!call.ok) return [];
  const source = jsonSource(call.json);
  const options = source === null ? null : valueAt(source, '1');
  const body = options === null ? null : valueAt(options, 'body');
  return body === null ? [] : [stringOf(body) ?? slice(body)];
}
