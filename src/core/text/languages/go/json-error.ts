/** An error of Go's `encoding/json` in its own words, and where it is. */
export interface GoJsonError {
  readonly message: string;
  readonly at: number;
}

const END = 'unexpected end of JSON input';
/** Levels of containers that the scanner accepts. */
const DEEPEST = 10_000;

type Place = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'after-value';

/** The first syntax error that Go's scanner finds in a text; null where it finds none. */
export function goJsonError(text: string): GoJsonError | null {
  const open: ('{' | '[')[] = [];
  let place: Place = 'value';
  let at = 0;
  for (;;) {
    while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
    if (at >= text.length) return place === 'after-value' && open.length === 0 ? null : { message: END, at };
    const character = text.charAt(at);
    const container = open.at(-1);
    if (place === 'value' || place === 'value-or-close') {
      if (character === ']' && place === 'value-or-close') {
        open.pop();
        place = 'after-value';
        at += 1;
      } else if (character === '{' || character === '[') {
        if (open.push(character) > DEEPEST) return { message: 'exceeded max depth', at };
        place = character === '{' ? 'key-or-close' : 'value-or-close';
        at += 1;
      } else {
        const end = scalarEnd(text, at);
        if (typeof end !== 'number') return end;
        at = end;
        place = 'after-value';
      }
    } else if (place === 'key' || place === 'key-or-close') {
      if (character === '}' && place === 'key-or-close') {
        open.pop();
        place = 'after-value';
        at += 1;
      } else if (character !== '"') {
        return invalid(text, at, 'looking for beginning of object key string');
      } else {
        const end = stringEnd(text, at);
        if (typeof end !== 'number') return end;
        at = end;
        place = 'colon';
      }
    } else if (place === 'colon') {
      if (character !== ':') return invalid(text, at, 'after object key');
      place = 'value';
      at += 1;
    } else if (container === undefined) {
      return invalid(text, at, 'after top-level value');
    } else if (character === ',') {
      place = container === '{' ? 'key' : 'value';
      at += 1;
    } else if (character === (container === '{' ? '}' : ']')) {
      open.pop();
      at += 1;
    } else {
      return invalid(text, at, container === '{' ? 'after object key:value pair' : 'after array element');
    }
  }
}

function invalid(text: string, at: number, context: string): GoJsonError {
  if (at >= text.length) return { message: END, at };
  return { message: `invalid character ${quoted(text, at)} ${context}`, at };
}

const escapes = new Map([
  ["'", "\\'"],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
]);

/** The first byte of a character as Go quotes it, as if it were a character itself. */
function quoted(text: string, at: number): string {
  const code = firstByte(text.codePointAt(at) ?? 0);
  const character = String.fromCharCode(code);
  const isPrinted = code >= 0x20 && code !== 0x7f && (code < 0x80 || (code > 0xa0 && code !== 0xad));
  if (escapes.has(character) || isPrinted) return `'${escapes.get(character) ?? character}'`;
  const digits = code.toString(16);
  return code < 0x80 ? `'\\x${digits.padStart(2, '0')}'` : `'\\u${digits.padStart(4, '0')}'`;
}

/** The first byte of a code point in UTF-8. */
function firstByte(code: number): number {
  if (code < 0x80) return code;
  if (code < 0x800) return 0xc0 | (code >> 6);
  return code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
}

function scalarEnd(text: string, from: number): number | GoJsonError {
  const first = text.charAt(from);
  if (first === '"') return stringEnd(text, from);
  if (first === '-' || isDigit(first)) return numberEnd(text, from);
  const literal = ['true', 'false', 'null'].find((word) => word.startsWith(first));
  if (literal === undefined) return invalid(text, from, 'looking for beginning of value');
  for (let index = 1; index < literal.length; index += 1) {
    const wanted = literal.charAt(index);
    if (text.charAt(from + index) !== wanted)
      return invalid(text, from + index, `in literal ${literal} (expecting '${wanted}')`);
  }
  return from + literal.length;
}

function stringEnd(text: string, from: number): number | GoJsonError {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character < ' ') return invalid(text, at, 'in string literal');
    if (character !== '\\') continue;
    at += 1;
    const escape = text.charAt(at);
    if (escape === 'u') {
      for (let digit = 1; digit <= 4; digit += 1) {
        if (!/^[0-9a-fA-F]$/.test(text.charAt(at + digit)))
          return invalid(text, at + digit, 'in \\u hexadecimal character escape');
      }
      at += 4;
    } else if (escape === '' || !'"\\/bfnrt'.includes(escape)) {
      return invalid(text, at, 'in string escape code');
    }
  }
  return { message: END, at: text.length };
}

function numberEnd(text: string, from: number): number | GoJsonError {
  let at = from;
  if (text.charAt(at) === '-') at += 1;
  if (!isDigit(text.charAt(at))) return invalid(text, at, 'in numeric literal');
  at = text.charAt(at) === '0' ? at + 1 : digitsEnd(text, at);
  if (text.charAt(at) === '.') {
    at += 1;
    if (!isDigit(text.charAt(at))) return invalid(text, at, 'after decimal point in numeric literal');
    at = digitsEnd(text, at);
  }
  if (text.charAt(at) === 'e' || text.charAt(at) === 'E') {
    at += 1;
    if (text.charAt(at) === '+' || text.charAt(at) === '-') at += 1;
    if (!isDigit(text.charAt(at))) return invalid(text, at, 'in exponent of numeric literal');
    at = digitsEnd(text, at);
  }
  return at;
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charAt(at))) at += 1;
  return at;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9' && character.length === 1;
}
