import { Parser } from './statements.ts';
import { Refusal } from './token-cursor.ts';
import { tokensOf } from './tokenizer.ts';
import type { PythonSyntax } from './tree.ts';

export type {
  PythonSyntax,
  PythonConstant,
  PythonFString,
  PythonSequence,
  PythonDisplay,
  PythonCall,
  PythonKeyword,
  PythonName,
  PythonAttribute,
  PythonUnary,
  PythonBinary,
  PythonStarred,
  PythonAssign,
  PythonOther,
  OtherForm,
} from './tree.ts';

export interface SyntaxFailure {
  readonly ok: false;
  /** Near the place that Python names. */
  readonly at: number;
  /** Python's words for the common mistakes, `invalid syntax` for the others. */
  readonly message: string;
}

export type ModuleReading = { readonly ok: true; readonly statements: readonly PythonSyntax[] } | SyntaxFailure;
export type ExpressionReading = { readonly ok: true; readonly expression: PythonSyntax } | SyntaxFailure;

/**
 * `ast.parse(text)` as CPython 3.11 does it. Not recognised, and so refused: `match` statements, and `\N{name}` in strings.
 * A failure of the real parser for lack of memory or depth (some thousand operators in a row) is a failure here as well,
 * though not always at the same length.
 */
export function parseModule(text: string, from = 0, to = text.length): ModuleReading {
  return parsed(text, from, to, true, (parser) => ({ ok: true, statements: parser.module() }));
}

/** `ast.parse(text, mode="eval")`: one expression. */
export function parseExpression(text: string, from: number, to: number): ExpressionReading {
  return parsed(text, from, to, false, (parser) => ({ ok: true, expression: parser.evaluated() }));
}

const LONE_SURROGATE = /[\ud800-\udfff]/u;

function parsed<Reading>(
  text: string,
  from: number,
  to: number,
  isFile: boolean,
  read: (parser: Parser) => Reading,
): Reading | SyntaxFailure {
  const source = text.slice(from, to);
  const zero = source.indexOf('\0');
  if (zero >= 0) return { ok: false, at: from + zero, message: 'source code string cannot contain null bytes' };
  const lone = source.search(LONE_SURROGATE);
  if (lone >= 0) return { ok: false, at: from + lone, message: 'surrogates not allowed' };
  try {
    return read(new Parser(tokensOf(text, from, to, isFile)));
  } catch (failure) {
    if (failure instanceof Refusal) return { ok: false, at: failure.at, message: failure.message };
    throw failure;
  }
}
