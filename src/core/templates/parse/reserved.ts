import type { TokenKind } from './lexer.ts';

/** Names and operators that mean something to the parser of expressions. */

export const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

export const sums = ['+', '-'];
export const products = ['*', '/', '//', '%'];
export const powers = ['**'];
export const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
/** What a test without parentheses may take as its argument. */
export const argumentKinds: ReadonlySet<TokenKind> = new Set<TokenKind>(['name', 'string', 'integer', 'float']);
