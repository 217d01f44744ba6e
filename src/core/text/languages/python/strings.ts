import { PythonBytes } from './value.ts';

/** What is between the quotes of a string literal of Python. */

interface StringToken {
  readonly text: string;
  readonly prefix: string;
}

/** The text between the quotes as written, with the line ends that Python reads. */
export function bodyOf({ text, prefix }: StringToken): string {
  const quoted = text.slice(prefix.length);
  const quotes = isTriple(quoted) ? 3 : 1;
  return quoted.slice(quotes, -quotes).replace(/\r\n?/g, '\n');
}

function isTriple(quoted: string): boolean {
  return quoted.length >= 6 && (quoted.startsWith('"""') || quoted.startsWith("'''"));
}

export type Decoded<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

const simple: ReadonlyMap<string, string> = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

const hexSizes: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/**
 * The str of a literal without `b`. An unknown escape keeps its backslash. Two differences remain: `\N{name}` is an error
 * here, since there is no list of names, and two halves of a surrogate pair in escapes become one character.
 */
export function decodeText(body: string, isRaw: boolean): Decoded<string> {
  if (isRaw || !body.includes('\\')) return { ok: true, value: body };
  const pieces: string[] = [];
  let copied = 0;
  for (let at = body.indexOf('\\'); at >= 0; at = body.indexOf('\\', copied)) {
    pieces.push(body.slice(copied, at));
    const letter = body.charAt(at + 1);
    const plain = simple.get(letter);
    const size = hexSizes.get(letter);
    copied = at + 2;
    if (plain !== undefined) {
      pieces.push(plain);
    } else if (size !== undefined) {
      const digits = hexDigits(body, at + 2, size);
      if (digits === null)
        return { ok: false, message: `(unicode error) truncated \\${letter.padEnd(size + 1, 'X')} escape` };
      const code = parseInt(digits, 16);
      if (code > 0x10ffff) return { ok: false, message: '(unicode error) illegal Unicode character' };
      pieces.push(String.fromCodePoint(code));
      copied += size;
    } else if (letter === 'N') {
      return { ok: false, message: '(unicode error) unknown Unicode character name' };
    } else {
      const octal = octalDigits(body, at + 1);
      pieces.push(octal === '' ? `\\${letter}` : String.fromCharCode(parseInt(octal, 8)));
      copied = at + 1 + Math.max(octal.length, 1);
    }
  }
  return { ok: true, value: pieces.join('') + body.slice(copied) };
}

/** The bytes of a literal with `b`: ASCII, and escapes for the rest. */
function decodeBytes(body: string, isRaw: boolean): Decoded<readonly number[]> {
  const bytes: number[] = [];
  for (let at = 0; at < body.length;) {
    const code = body.charCodeAt(at);
    if (code > 0x7f) return { ok: false, message: 'bytes can only contain ASCII literal characters' };
    const letter = body.charAt(at + 1);
    if (isRaw || code !== 0x5c) {
      bytes.push(code);
      at += 1;
      continue;
    }
    const plain = simple.get(letter);
    const octal = octalDigits(body, at + 1);
    if (plain !== undefined) {
      if (plain !== '') bytes.push(plain.charCodeAt(0));
      at += 2;
    } else if (octal !== '') {
      bytes.push(parseInt(octal, 8) & 0xff);
      at += 1 + octal.length;
    } else if (letter === 'x') {
      const digits = hexDigits(body, at + 2, 2);
      if (digits === null) return { ok: false, message: `(value error) invalid \\x escape at position ${String(at)}` };
      bytes.push(parseInt(digits, 16));
      at += 4;
    } else {
      bytes.push(0x5c);
      at += 1;
    }
  }
  return { ok: true, value: bytes };
}

function hexDigits(text: string, from: number, size: number): string | null {
  const digits = text.slice(from, from + size);
  return digits.length === size && /^[0-9a-fA-F]*$/.test(digits) ? digits : null;
}

function octalDigits(text: string, from: number): string {
  let to = from;
  while (to < from + 3 && text.charAt(to) >= '0' && text.charAt(to) <= '7') to += 1;
  return text.slice(from, to);
}

/** The value of adjacent literals, none of which has `f`. */
export function joinedValue(tokens: readonly StringToken[]): Decoded<string | PythonBytes> {
  const isBytes = tokens[0]?.prefix.includes('b') === true;
  const texts: string[] = [];
  const bytes: (readonly number[])[] = [];
  for (const token of tokens) {
    if (token.prefix.includes('b') !== isBytes) return { ok: false, message: 'cannot mix bytes and nonbytes literals' };
    const isRaw = token.prefix.includes('r');
    if (isBytes) {
      const decoded = decodeBytes(bodyOf(token), isRaw);
      if (!decoded.ok) return decoded;
      bytes.push(decoded.value);
    } else {
      const decoded = decodeText(bodyOf(token), isRaw);
      if (!decoded.ok) return decoded;
      texts.push(decoded.value);
    }
  }
  return { ok: true, value: isBytes ? new PythonBytes(bytes.flat()) : texts.join('') };
}
