import { decodeText } from '../../text/languages/index.ts';

/** A name at a place, with dots or colons in it; '' for none. */
export function nameAt(text: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0] ?? '';
}

const NAME = /[A-Za-z_$][\w$]{0,120}(?:(?:\.|::)[A-Za-z_$][\w$]{0,120}){0,12}[?!]?/y;

/** A number as JSON has it, or a time, a version or an address as a string. Null for none. */
export function numberAt(text: string, at: number, to: number): { readonly json: string; readonly end: number } | null {
  NUMBER.lastIndex = at;
  const found = NUMBER.exec(text)?.[0];
  if (found === undefined || at + found.length > to) return null;
  const end = at + found.length;
  const plain = found.replace(/n$/, '');
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(plain)) return { json: plain, end };
  return { json: JSON.stringify(found.replace(/[:.]$/, '')), end: /[:.]$/.test(found) ? end - 1 : end };
}

const NUMBER = /[-+]?\d[\w.:+-]{0,80}/y;

/** Where the quote is that closes the string at `from`; `to` where the text cuts it off. Null for no string. */
export function pieceOfString(text: string, from: number, to: number): number | null {
  const quote = text.charAt(from);
  for (let at = from + 1; at < to; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === quote && !isApostrophe(text, at)) return at;
    // Only what is between backquotes goes on over lines.
    else if (character === '\n' && quote === "'") return null;
  }
  return to;
}

/** Whether a quote is inside of a word: `'I don't know'` was written by hand, or printed without its escapes. */
export function isApostrophe(text: string, at: number): boolean {
  return text.charAt(at) === "'" && /^\p{L}'\p{L}/u.test(text.slice(at - 1, at + 2));
}

/** What the escapes between quotes stand for: those of Python, and the braces of JavaScript, Rust and Elixir. */
export function decodedString(body: string, quote: string): string | null {
  if (!body.includes('\\')) return body;
  const plain = body.replaceAll(ESCAPE, (whole, code: string | undefined, letter: string) => {
    if (code === undefined) return letter === quote || '/`$#'.includes(letter) ? letter : whole;
    const value = parseInt(code, 16);
    const character = value > 0x10ffff ? '\ufffd' : String.fromCodePoint(value);
    return character === '\\' ? '\\\\' : character;
  });
  const decoded = decodeText(plain, false);
  return decoded.ok ? decoded.value : null;
}

const ESCAPE = /\\(?:[ux]\{([0-9A-Fa-f]{1,6})\}|([\s\S]))/g;

/** The offset after the `>` that closes the `<` at or after `from`, on the same line; null where none does. */
export function closedAngle(text: string, from: number, to: number): number | null {
  const open = text.indexOf('<', from);
  if (open < 0 || open > from + 60 || open >= to || !/^(?:#[\w.]{0,60})?<[A-Za-z0-9_]/.test(text.slice(from, open + 2)))
    return null;
  for (let at = open, depth = 0; at < Math.min(to, open + 400); at += 1) {
    const character = text.charAt(at);
    if (character === '\n') return null;
    if (character === '<') depth += 1;
    else if (character === '>') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

/** Fields of Go, C# and JavaScript as JSON has them: `ToolCallID` and `toolCallId` are `tool_call_id`. */
export function snakeCase(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]{0,60}$/.test(name)) return name;
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}
