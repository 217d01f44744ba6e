import { prettyText, readJson } from '../../core/index.ts';

/** How a language writes plain data. */
export interface Notation {
  readonly true: string;
  readonly false: string;
  readonly null: string;
  readonly openObject: string;
  readonly colon: string;
  /** Escapes a character that cannot or should not be in a string literal; lone surrogates come too. */
  escape(codePoint: number): string;
  /** A string literal that became part of a key, when keys are special. */
  key?(literal: string): string;
  number?(literal: string): string;
  /** What else must be escaped in the body of a string. */
  body?(escaped: string): string;
}

/** JSON text up to this length stays on one line. */
const ONE_LINE = 72;

/**
 * JSON text as a literal of a language, digits and key order kept; lines after the first begin with `indent`. Text that
 * is not JSON becomes a string literal.
 */
export function dataLiteral(json: string, notation: Notation, indent: string): string {
  if (!readJson(json).ok) return stringLiteral(json, notation);
  const laidOut = json.length <= ONE_LINE ? json.trim() : prettyText(json);
  const tokens = laidOut.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+|\s+/g) ?? [];
  return tokens
    .map((token, index) => {
      switch (token.charAt(0)) {
        case '"': {
          const literal = stringLiteral(JSON.parse(token) as string, notation);
          const next = tokens[index + 1] ?? '';
          const isKey = next === ':' || (next.trim() === '' && tokens[index + 2] === ':');
          return isKey && notation.key ? notation.key(literal) : literal;
        }
        case '{':
          return notation.openObject;
        case ':':
          return notation.colon;
        case 't':
          return notation.true;
        case 'f':
          return notation.false;
        case 'n':
          return notation.null;
        case '}':
        case '[':
        case ']':
        case ',':
          return token;
        default:
          return token.trim() === ''
            ? token.replaceAll('\r', '').replaceAll('\n', `\n${indent}`)
            : (notation.number?.(token) ?? token);
      }
    })
    .join('');
}

export function stringLiteral(value: string, notation: Notation): string {
  const escaped = value.replaceAll(/["\\\u2028\u2029]|[\p{Cc}\p{Cf}\p{Cs}]/gu, (one) => {
    const known = shared.get(one);
    return known ?? notation.escape(one.codePointAt(0) ?? 0);
  });
  return `"${notation.body?.(escaped) ?? escaped}"`;
}

const shared: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** More lines than this become one literal: compilers do not like long chains. */
const MANY_LINES = 300;

/** The string literals of a text, one per line of it, each with its line break. */
export function lineLiterals(text: string, notation: Notation): string[] {
  const lines = text.split(/(?<=\n)/);
  return (lines.length > MANY_LINES ? [text] : lines).map((line) => stringLiteral(line, notation));
}

export function hex(codePoint: number, digits: number): string {
  return codePoint.toString(16).padStart(digits, '0');
}
