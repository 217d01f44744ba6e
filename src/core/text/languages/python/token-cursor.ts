import type { Token } from './token.ts';
import type { OtherForm, PythonSyntax } from './tree.ts';

/** Ends a parse: there is no syntax tree. It never leaves this folder. */
export class Refusal extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** A tree of more levels is too deep for Python, which counts them when it makes its nodes. */
export const DEEPEST = 2985;
/** Expressions inside of expressions, apart from operators. Brackets reach 200; only defaults of `lambda` go further. */
const MOST_EXPRESSIONS = 700;

const SYNTAX = 'invalid syntax';

/** Where a parser is in its tokens. The layers of the grammar are classes on top of this one. */
export class TokenCursor {
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth: number;

  /**
   * The tokens end with one of kind `end` or `error`.
   *
   * @param depth how many expressions are around the tokens
   */
  constructor(tokens: readonly Token[], depth = 0) {
    this.#tokens = tokens;
    this.#depth = depth;
  }

  /** The next token; the last one again at the end. */
  protected get token(): Token {
    return this.#tokens[Math.min(this.#index, this.#tokens.length - 1)] as Token;
  }

  /** The token after the next. */
  protected get following(): Token | undefined {
    return this.#tokens[this.#index + 1];
  }

  protected get previousTo(): number {
    return this.#tokens[this.#index - 1]?.to ?? 0;
  }

  protected get previousText(): string {
    return this.#tokens[this.#index - 1]?.text ?? '';
  }

  /** How many expressions are around the next token. */
  protected get depth(): number {
    return this.#depth;
  }

  protected advance(): void {
    this.#index += 1;
  }

  /** Whether an operator or a keyword is next. */
  protected is(text: string): boolean {
    const token = this.token;
    return token.text === text && (token.kind === 'operator' || (token.kind === 'name' && token.isKeyword));
  }

  protected isAny(texts: { has(text: string): boolean }): boolean {
    return texts.has(this.token.text) && this.is(this.token.text);
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.advance();
    return true;
  }

  protected expect(text: string, message?: string): void {
    if (!this.take(text)) this.unexpected(message);
  }

  protected isKind(kind: Token['kind']): boolean {
    return this.token.kind === kind;
  }

  protected expectKind(kind: 'newline' | 'indent' | 'dedent', message?: string): void {
    if (!this.isKind(kind)) this.unexpected(message);
    this.advance();
  }

  /** A name that is not a keyword. */
  protected name(): string {
    const token = this.token;
    if (token.kind !== 'name' || token.isKeyword) return this.unexpected();
    this.advance();
    return token.text;
  }

  protected unexpected(message = SYNTAX): never {
    const token = this.token;
    if (token.kind === 'error') throw new Refusal(token.message, token.from);
    if (token.kind === 'indent') throw new Refusal('unexpected indent', token.from);
    throw new Refusal(message, token.from);
  }

  protected other(form: OtherForm, from: number, value?: PythonSyntax): PythonSyntax {
    const to = this.previousTo;
    return value === undefined ? { kind: 'other', form, from, to } : { kind: 'other', form, from, to, value };
  }

  /** Into an expression. */
  protected enter(): void {
    this.#depth += 1;
    if (this.#depth > MOST_EXPRESSIONS) this.tooDeep();
  }

  protected leave(): void {
    this.#depth -= 1;
  }

  protected tooDeep(): never {
    throw new Refusal('maximum recursion depth exceeded during ast construction', this.token.from);
  }

  /** Whether what `read` looks for is next. Where it is not, and where `read` refuses the text, the cursor goes back. */
  protected attempt(read: () => boolean): boolean {
    const index = this.#index;
    const depth = this.#depth;
    try {
      if (read()) return true;
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
    }
    this.#index = index;
    this.#depth = depth;
    return false;
  }
}
