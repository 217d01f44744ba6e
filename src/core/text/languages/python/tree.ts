import type { Span } from '../../document/index.ts';
import type { PythonValue } from './value.ts';

/**
 * The syntax tree of Python, with as much of it as those need who look for calls in it. Spans are those of Python's own
 * nodes: brackets around a single expression do not belong to it, those of a tuple do.
 */
export type PythonSyntax =
  | PythonConstant
  | PythonFString
  | PythonSequence
  | PythonDisplay
  | PythonCall
  | PythonName
  | PythonAttribute
  | PythonUnary
  | PythonBinary
  | PythonStarred
  | PythonAssign
  | PythonOther;

export interface PythonConstant extends Span {
  readonly kind: 'constant';
  readonly value: PythonValue;
}

/** A string literal of which at least one part has the prefix `f`. */
export interface PythonFString extends Span {
  readonly kind: 'fstring';
  /** Its text, where it has no fields. */
  readonly value: string | null;
}

export interface PythonSequence extends Span {
  readonly kind: 'list' | 'tuple' | 'set';
  readonly items: readonly PythonSyntax[];
}

export interface PythonDisplay extends Span {
  readonly kind: 'dict';
  /** A null key is `**value`. */
  readonly entries: readonly { readonly key: PythonSyntax | null; readonly value: PythonSyntax }[];
}

export interface PythonCall extends Span {
  readonly kind: 'call';
  readonly func: PythonSyntax;
  /** `*value` among them is starred. */
  readonly args: readonly PythonSyntax[];
  readonly keywords: readonly PythonKeyword[];
}

export interface PythonKeyword extends Span {
  /** Null for `**value`. A name may come twice: that is an error of the compiler, not of the parser. */
  readonly name: string | null;
  readonly value: PythonSyntax;
}

export interface PythonName extends Span {
  readonly kind: 'name';
  readonly name: string;
}

export interface PythonAttribute extends Span {
  readonly kind: 'attribute';
  readonly object: PythonSyntax;
  readonly name: string;
}

export interface PythonUnary extends Span {
  readonly kind: 'unary';
  readonly op: '+' | '-' | '~' | 'not';
  readonly operand: PythonSyntax;
}

/** Arithmetic: `+ - * / // % @ ** << >> & ^ |`. */
export interface PythonBinary extends Span {
  readonly kind: 'binary';
  readonly op: string;
  readonly left: PythonSyntax;
  readonly right: PythonSyntax;
}

export interface PythonStarred extends Span {
  readonly kind: 'starred';
  readonly value: PythonSyntax;
}

/** `a = b = value`. */
export interface PythonAssign extends Span {
  readonly kind: 'assign';
  readonly targets: readonly PythonSyntax[];
  readonly value: PythonSyntax;
}

/** What else is valid, without its parts. */
export interface PythonOther extends Span {
  readonly kind: 'other';
  readonly form: OtherForm;
  /** What the `value` of Python's node is, for the statements that have one: `return`, `a += 1`, `a: int = 1`. */
  readonly value?: PythonSyntax;
}

export type OtherForm =
  | 'await'
  | 'boolean'
  | 'comparison'
  | 'comprehension'
  | 'conditional'
  | 'generator'
  | 'lambda'
  | 'slice'
  | 'subscript'
  | 'walrus'
  | 'yield'
  // Statements.
  | 'annotation'
  | 'augmented'
  | 'compound'
  | 'return'
  | 'simple';
