import type { Span } from '../../text/document/index.ts';
import { SyntaxFault } from '../faults.ts';
import type { Token, TokenKind } from './lexer.ts';

/** Names that are values. */
export const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

/** The tokens of a template, one after the other. @throws SyntaxFault */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    const first = tokens[0]?.value;
    if (first instanceof SyntaxFault) throw first;
  }

  get current(): Token {
    return this.#tokens[this.#index] as Token;
  }

  /** The token after the current one. */
  look(): Token {
    return this.#tokens[Math.min(this.#index + 1, this.#tokens.length - 1)] as Token;
  }

  /** The name of a filter or a test, which may have dots. */
  dottedName(): string {
    let name = this.expect('name').text;
    while (this.skipOperator('.')) name += `.${this.expect('name').text}`;
    return name;
  }

  next(): Token {
    const token = this.current;
    if (this.#index < this.#tokens.length - 1) this.#index += 1;
    const { value } = this.current;
    if (value instanceof SyntaxFault) throw value;
    return token;
  }

  /** The end of the token before the current one. */
  get before(): number {
    return this.#tokens[this.#index - 1]?.to ?? 0;
  }

  isWord(word: string, token = this.current): boolean {
    return token.kind === 'name' && token.text === word;
  }

  isOperator(operator: string, token = this.current): boolean {
    return token.kind === 'operator' && token.text === operator;
  }

  skipWord(word: string): boolean {
    const isThere = this.isWord(word);
    if (isThere) this.next();
    return isThere;
  }

  skipOperator(operator: string): boolean {
    const isThere = this.isOperator(operator);
    if (isThere) this.next();
    return isThere;
  }

  expect(kind: TokenKind, text?: string): Token {
    const token = this.current;
    if (token.kind === kind && (text === undefined || token.text === text)) return this.next();
    const expected = describeKind(kind, text);
    if (token.kind === 'eof') this.fail(`unexpected end of template, expected '${expected}'.`, token);
    return this.fail(`expected token '${expected}', got '${describe(token)}'`, token);
  }

  fail(message: string, at: Span, exception?: string): never {
    throw new SyntaxFault(message, at.from, at.to, exception);
  }
}

/** A token as Jinja2 names it. */
export function describe({ kind, text }: Token): string {
  return kind === 'name' || kind === 'operator' ? text : describeKind(kind);
}

function describeKind(kind: TokenKind, text?: string): string {
  switch (kind) {
    case 'data':
      return 'template data / text';
    case 'variable_begin':
      return 'begin of print statement';
    case 'variable_end':
      return 'end of print statement';
    case 'block_begin':
      return 'begin of statement block';
    case 'block_end':
      return 'end of statement block';
    case 'fault':
    case 'eof':
      return 'end of template';
    case 'name':
    case 'string':
    case 'integer':
    case 'float':
    case 'operator':
      return text ?? kind;
  }
}
