/** What the escapes of Python stand for. A file of its own: a paste is read with it, and with nothing else of Python. */

export type Decoded<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** The escapes of one letter. */
export const simpleEscapes: ReadonlyMap<string, string> = new Map([
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
    const plain = simpleEscapes.get(letter);
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

export function hexDigits(text: string, from: number, size: number): string | null {
  const digits = text.slice(from, from + size);
  return digits.length === size && /^[0-9a-fA-F]*$/.test(digits) ? digits : null;
}

export function octalDigits(text: string, from: number): string {
  let to = from;
  while (to < from + 3 && text.charAt(to) >= '0' && text.charAt(to) <= '7') to += 1;
  return text.slice(from, to);
}
