import { type Decoded, decodeText, hexDigits, octalDigits, simpleEscapes } from './escapes.ts';
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
    const plain = simpleEscapes.get(letter);
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
