import { fieldsOf } from './f-strings.ts';
import { joinedValue } from './strings.ts';
import type { OtherForm, PythonKeyword, PythonSyntax } from './tree.ts';
import { type Token, tokensOf } from './tokens.ts';
import { PythonEllipsis } from './value.ts';

/** Ends a parse: there is no syntax tree. It never leaves this folder. */
export class Refusal extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** A tree of more levels is too deep for Python, which counts them when it makes its nodes. */
const DEEPEST = 2985;
/** Expressions inside of expressions, apart from operators. Brackets reach 200; only defaults of `lambda` go further. */
const MOST_EXPRESSIONS = 700;

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['None', null],
  ['True', true],
  ['False', false],
]);

/** How close arithmetic operators bind; `**` is apart. */
const precedences: ReadonlyMap<string, number> = new Map([
  ['|', 1],
  ['^', 2],
  ['&', 3],
  ['<<', 4],
  ['>>', 4],
  ['+', 5],
  ['-', 5],
  ['*', 6],
  ['/', 6],
  ['//', 6],
  ['%', 6],
  ['@', 6],
]);

const comparisons: ReadonlySet<string> = new Set(['<', '>', '==', '>=', '<=', '!=', 'in', 'is', 'not']);
const augmentations: ReadonlySet<string> = new Set('+= -= *= /= //= %= @= &= |= ^= >>= <<= **='.split(' '));
const compounds: ReadonlySet<string> = new Set('if while for try with def class async'.split(' '));
/** What ends a list of expressions. */
const ends: ReadonlySet<string> = new Set([')', ']', '}', ':', '=', ';', 'in']);

const SYNTAX = 'invalid syntax';
const FORGOTTEN_COMMA = 'invalid syntax. Perhaps you forgot a comma?';

/** A parser of Python by descent, which reads each token once. */
export class Parser {
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;

  /** The tokens end with one of kind `end` or `error`. */
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** All statements. */
  module(): PythonSyntax[] {
    const statements: PythonSyntax[] = [];
    while (this.#token.kind !== 'end') this.#statement(statements);
    return statements;
  }

  /** The one expression of the text, which may be a tuple without brackets. */
  evaluated(): PythonSyntax {
    const expression = this.#expressions();
    while (this.#token.kind === 'newline') this.#index += 1;
    if (this.#token.kind !== 'end') this.#unexpected();
    return expression;
  }

  // Tokens

  get #token(): Token {
    return this.#tokens[Math.min(this.#index, this.#tokens.length - 1)] as Token;
  }

  get #previousTo(): number {
    return this.#tokens[this.#index - 1]?.to ?? 0;
  }

  /** Whether an operator or a keyword is next. */
  #is(text: string): boolean {
    const token = this.#token;
    return token.text === text && (token.kind === 'operator' || (token.kind === 'name' && token.isKeyword));
  }

  #isAny(texts: { has(text: string): boolean }): boolean {
    return texts.has(this.#token.text) && this.#is(this.#token.text);
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#index += 1;
    return true;
  }

  #expect(text: string, message?: string): void {
    if (!this.#take(text)) this.#unexpected(message);
  }

  #isKind(kind: Token['kind']): boolean {
    return this.#token.kind === kind;
  }

  #expectKind(kind: 'newline' | 'indent' | 'dedent', message?: string): void {
    if (!this.#isKind(kind)) this.#unexpected(message);
    this.#index += 1;
  }

  /** A name that is no keyword. */
  #name(): string {
    const token = this.#token;
    if (token.kind !== 'name' || token.isKeyword) return this.#unexpected();
    this.#index += 1;
    return token.text;
  }

  #unexpected(message = SYNTAX): never {
    const token = this.#token;
    if (token.kind === 'error') throw new Refusal(token.message, token.from);
    if (token.kind === 'indent') throw new Refusal('unexpected indent', token.from);
    throw new Refusal(message, token.from);
  }

  #other(form: OtherForm, from: number, value?: PythonSyntax): PythonSyntax {
    const to = this.#previousTo;
    return value === undefined ? { kind: 'other', form, from, to } : { kind: 'other', form, from, to, value };
  }

  // Statements

  #statement(into: PythonSyntax[]): void {
    if (this.#isAny(compounds) || this.#is('@')) into.push(this.#compound());
    else this.#simpleStatements(into);
  }

  /** Statements of one line. */
  #simpleStatements(into: PythonSyntax[]): void {
    do {
      into.push(this.#simple());
    } while (this.#take(';') && !this.#isKind('newline'));
    this.#expectKind('newline');
  }

  #simple(): PythonSyntax {
    const { from, text, kind } = this.#token;
    if (kind === 'name' && this.#is(text)) {
      switch (text) {
        case 'pass':
        case 'break':
        case 'continue':
          this.#index += 1;
          return this.#other('simple', from);
        case 'return': {
          this.#index += 1;
          return this.#other('return', from, this.#isStatementEnd ? undefined : this.#expressions());
        }
        case 'raise':
          this.#index += 1;
          if (!this.#isStatementEnd) {
            this.#expression();
            if (this.#take('from')) this.#expression();
          }
          return this.#other('simple', from);
        case 'global':
        case 'nonlocal':
          this.#index += 1;
          do this.#name();
          while (this.#take(','));
          return this.#other('simple', from);
        case 'del': {
          this.#index += 1;
          const targets = this.#expressions();
          if (!isTarget(targets, false)) throw new Refusal('cannot delete expression', targets.from);
          return this.#other('simple', from);
        }
        case 'assert':
          this.#index += 1;
          this.#expression();
          if (this.#take(',')) this.#expression();
          return this.#other('simple', from);
        case 'import':
          this.#index += 1;
          do {
            this.#dottedName();
            if (this.#take('as')) this.#name();
          } while (this.#take(','));
          return this.#other('simple', from);
        case 'from':
          this.#index += 1;
          return this.#fromImport(from);
      }
    }
    return this.#expressionStatement();
  }

  get #isStatementEnd(): boolean {
    return this.#token.kind === 'newline' || this.#is(';');
  }

  #dottedName(): void {
    do this.#name();
    while (this.#take('.'));
  }

  #fromImport(from: number): PythonSyntax {
    let isRelative = false;
    while (this.#take('.') || this.#take('...')) isRelative = true;
    if (!isRelative || !this.#is('import')) this.#dottedName();
    this.#expect('import');
    if (this.#take('*')) return this.#other('simple', from);
    const isBracketed = this.#take('(');
    do {
      if (isBracketed && this.#is(')')) break;
      this.#name();
      if (this.#take('as')) this.#name();
    } while (this.#take(','));
    if (isBracketed) this.#expect(')');
    // Only brackets allow a comma at the end; and there must be a name.
    if (isBracketed && this.#tokens[this.#index - 2]?.text === '(') throw new Refusal(SYNTAX, this.#previousTo - 1);
    return this.#other('simple', from);
  }

  #expressionStatement(): PythonSyntax {
    const { from } = this.#token;
    const first = this.#is('yield') ? this.#yield() : this.#expressions();
    if (this.#is(':') && isAnnotated(first)) {
      this.#index += 1;
      this.#expression();
      const value = this.#take('=') ? this.#assigned() : undefined;
      return this.#other('annotation', from, value);
    }
    if (this.#isAny(augmentations)) {
      if (!isAnnotated(first))
        throw new Refusal(`'expression' is an illegal expression for augmented assignment`, from);
      this.#index += 1;
      return this.#other('augmented', from, this.#assigned());
    }
    if (!this.#is('=')) return first;
    const targets: PythonSyntax[] = [];
    let value = first;
    while (this.#take('=')) {
      if (!isTarget(value, true)) throw new Refusal(`cannot assign to ${nameOf(value)}`, value.from);
      targets.push(value);
      value = this.#assigned();
    }
    return { kind: 'assign', from, to: this.#previousTo, targets, value };
  }

  #assigned(): PythonSyntax {
    return this.#is('yield') ? this.#yield() : this.#expressions();
  }

  #compound(): PythonSyntax {
    const { from, text } = this.#token;
    this.#enter();
    if (text === '@') {
      while (this.#take('@')) {
        this.#named();
        this.#expectKind('newline');
      }
      const isAsync = this.#take('async');
      if (!this.#is('def') && (isAsync || !this.#is('class'))) this.#unexpected();
    } else if (this.#take('async') && !this.#is('def') && !this.#is('for') && !this.#is('with')) this.#unexpected();
    const word = this.#token.text;
    this.#index += 1;
    if (word === 'if') this.#branches();
    else if (word === 'while') {
      this.#named();
      this.#block();
      if (this.#take('else')) this.#block();
    } else if (word === 'for') {
      this.#loopHead();
      this.#expressions();
      this.#block();
      if (this.#take('else')) this.#block();
    } else if (word === 'try') this.#try();
    else if (word === 'with') this.#with();
    else if (word === 'def') this.#function();
    else {
      this.#name();
      if (this.#take('(')) this.#arguments();
      this.#block();
    }
    this.#leave();
    return this.#other('compound', from);
  }

  #branches(): void {
    do {
      this.#named();
      this.#block();
    } while (this.#take('elif'));
    if (this.#take('else')) this.#block();
  }

  #try(): void {
    this.#block();
    let handlers = 0;
    while (this.#take('except')) {
      handlers += 1;
      const isGroup = this.#take('*');
      if (isGroup || !this.#is(':')) {
        this.#expression();
        if (this.#take('as')) this.#name();
      }
      this.#block();
    }
    if (handlers > 0 && this.#take('else')) this.#block();
    if (this.#take('finally')) this.#block();
    else if (handlers === 0) this.#unexpected("expected 'except' or 'finally' block");
  }

  #with(): void {
    const start = this.#index;
    const depth = this.#depth;
    // Either brackets around all of it, or an expression that begins with one.
    if (!this.#bracketedWith()) {
      this.#index = start;
      this.#depth = depth;
      do this.#withItem();
      while (this.#take(','));
    }
    this.#block();
  }

  #bracketedWith(): boolean {
    if (!this.#take('(') || this.#is(')')) return false;
    try {
      do {
        if (this.#is(')')) break;
        this.#withItem();
      } while (this.#take(','));
      this.#expect(')');
      return this.#is(':');
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  }

  #withItem(): void {
    this.#expression();
    if (!this.#take('as')) return;
    const target = this.#starTarget();
    if (!isTarget(target, false)) throw new Refusal(`cannot assign to ${nameOf(target)}`, target.from);
  }

  #function(): void {
    this.#name();
    this.#expect('(', "expected '('");
    this.#parameters(')', true);
    this.#expect(')');
    if (this.#take('->')) this.#expression();
    this.#block();
  }

  #block(): void {
    this.#expect(':', "expected ':'");
    const ignored: PythonSyntax[] = [];
    if (!this.#isKind('newline')) {
      this.#simpleStatements(ignored);
      return;
    }
    this.#expectKind('newline');
    this.#expectKind('indent', 'expected an indented block');
    while (!this.#isKind('dedent')) {
      if (this.#isKind('end')) this.#unexpected();
      this.#statement(ignored);
    }
    this.#expectKind('dedent');
  }

  // Expressions

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > MOST_EXPRESSIONS) this.#tooDeep();
  }

  #leave(): void {
    this.#depth -= 1;
  }

  #tooDeep(): never {
    throw new Refusal('maximum recursion depth exceeded during ast construction', this.#token.from);
  }

  /** `star_expressions`: one, or a tuple without brackets. In an f-string's field a walrus is allowed as well. */
  #expressions(isField = false): PythonSyntax {
    const { from } = this.#token;
    const one = (): PythonSyntax =>
      this.#is('*') ? this.#starred(false) : isField ? this.#named() : this.#expression();
    const first = one();
    if (!this.#is(',')) return first;
    const items = [first];
    while (this.#take(',')) {
      if (
        this.#token.kind === 'newline' ||
        this.#token.kind === 'end' ||
        this.#isAny(ends) ||
        this.#isAny(augmentations)
      )
        break;
      items.push(one());
    }
    return { kind: 'tuple', from, to: this.#previousTo, items };
  }

  /** `*value`; among the arguments of a call the value is any expression, elsewhere it has no comparison in it. */
  #starred(isArgument: boolean): PythonSyntax {
    const { from } = this.#token;
    this.#expect('*');
    const value = isArgument ? this.#expression() : this.#arithmetic(1);
    return { kind: 'starred', from, to: this.#previousTo, value };
  }

  #yield(): PythonSyntax {
    const { from } = this.#token;
    this.#expect('yield');
    if (this.#take('from')) this.#expression();
    else if (this.#token.kind !== 'newline' && this.#token.kind !== 'end' && !this.#isAny(ends)) this.#expressions();
    return this.#other('yield', from);
  }

  /** `named_expression`: an expression, or `name := expression`. */
  #named(): PythonSyntax {
    const { from } = this.#token;
    const expression = this.#expression();
    if (!this.#is(':=')) return expression;
    if (expression.kind !== 'name' || this.#previousTo !== expression.to || expression.from !== from)
      return this.#unexpected();
    this.#index += 1;
    this.#expression();
    return this.#other('walrus', from);
  }

  #expression(): PythonSyntax {
    this.#enter();
    /** Where each `lambda` begins, and each expression that is followed by `if`. They all end together. */
    const open: { readonly from: number; readonly form: OtherForm }[] = [];
    let node: PythonSyntax;
    for (;;) {
      const { from } = this.#token;
      if (this.#take('lambda')) {
        this.#parameters(':', false);
        this.#expect(':');
        open.push({ from, form: 'lambda' });
      } else {
        node = this.#disjunction();
        if (!this.#take('if')) break;
        this.#disjunction();
        this.#expect('else', "expected 'else' after 'if' expression");
        open.push({ from, form: 'conditional' });
      }
      if (open.length > DEEPEST) this.#tooDeep();
    }
    this.#leave();
    const outermost = open[0];
    return outermost === undefined ? node : this.#other(outermost.form, outermost.from);
  }

  #disjunction(): PythonSyntax {
    const { from } = this.#token;
    let node = this.#conjunction();
    while (this.#take('or')) {
      this.#conjunction();
      node = this.#other('boolean', from);
    }
    return node;
  }

  #conjunction(): PythonSyntax {
    const { from } = this.#token;
    let node = this.#inversion();
    while (this.#take('and')) {
      this.#inversion();
      node = this.#other('boolean', from);
    }
    return node;
  }

  #inversion(): PythonSyntax {
    const places: number[] = [];
    for (let { from } = this.#token; this.#take('not'); from = this.#token.from) places.push(from);
    if (places.length > DEEPEST) this.#tooDeep();
    let node = this.#comparison();
    for (const from of places.reverse()) node = { kind: 'unary', op: 'not', from, to: this.#previousTo, operand: node };
    return node;
  }

  #comparison(): PythonSyntax {
    const { from } = this.#token;
    let node = this.#arithmetic(1);
    while (this.#isAny(comparisons)) {
      if (this.#take('not')) this.#expect('in');
      else if (this.#take('is')) this.#take('not');
      else this.#index += 1;
      this.#arithmetic(1);
      node = this.#other('comparison', from);
    }
    return node;
  }

  /** Operators that bind at least so close. */
  #arithmetic(closeness: number): PythonSyntax {
    const { from } = this.#token;
    let node = this.#factor();
    for (let count = 0; ; count += 1) {
      const token = this.#token;
      const own = token.kind === 'operator' ? precedences.get(token.text) : undefined;
      if (own === undefined || own < closeness) return node;
      if (count >= DEEPEST) this.#tooDeep();
      this.#index += 1;
      const right = this.#arithmetic(own + 1);
      node = { kind: 'binary', op: token.text, from, to: this.#previousTo, left: node, right };
    }
  }

  /** Signs and `**`, which binds closer than a sign on its left and less than one on its right. */
  #factor(): PythonSyntax {
    const open: (
      { readonly sign: '+' | '-' | '~'; readonly from: number } | { readonly base: PythonSyntax; readonly from: number }
    )[] = [];
    let node: PythonSyntax;
    for (;;) {
      const token = this.#token;
      if (token.kind === 'operator' && isSign(token.text)) {
        this.#index += 1;
        open.push({ sign: token.text, from: token.from });
      } else {
        node = this.#awaited();
        if (!this.#take('**')) break;
        open.push({ base: node, from: token.from });
      }
      if (open.length > DEEPEST) this.#tooDeep();
    }
    const to = this.#previousTo;
    for (const one of open.reverse()) {
      node =
        'sign' in one
          ? { kind: 'unary', op: one.sign, from: one.from, to, operand: node }
          : { kind: 'binary', op: '**', from: one.from, to, left: one.base, right: node };
    }
    return node;
  }

  #awaited(): PythonSyntax {
    const { from } = this.#token;
    if (!this.#take('await')) return this.#primary();
    this.#primary();
    return this.#other('await', from);
  }

  #primary(): PythonSyntax {
    const { from } = this.#token;
    let node = this.#atom();
    for (let count = 0; ; count += 1) {
      if (count > DEEPEST) this.#tooDeep();
      if (this.#take('.')) {
        const name = this.#name();
        node = { kind: 'attribute', from, to: this.#previousTo, object: node, name };
      } else if (this.#take('(')) {
        const { args, keywords } = this.#arguments();
        node = { kind: 'call', from, to: this.#previousTo, func: node, args, keywords };
      } else if (this.#take('[')) {
        this.#slices();
        node = this.#other('subscript', from);
      } else return node;
    }
  }

  #slices(): void {
    this.#enter();
    if (this.#is(']')) this.#unexpected();
    do {
      if (this.#is(']')) break;
      if (this.#is('*')) this.#starred(true);
      else if (this.#is(':')) this.#slice();
      else {
        const first = this.#named();
        if (this.#is(':') && !isWalrus(first, this.#previousTo)) this.#slice();
      }
    } while (this.#take(','));
    this.#expect(']');
    this.#leave();
  }

  /** What follows the beginning of a slice. */
  #slice(): void {
    for (let colons = 0; colons < 2 && this.#take(':'); colons += 1) {
      if (!this.#is(':') && !this.#is(',') && !this.#is(']')) this.#expression();
    }
  }

  /** The arguments of a call and its closing bracket. */
  #arguments(): { args: PythonSyntax[]; keywords: PythonKeyword[] } {
    const openAt = this.#previousTo - 1;
    this.#enter();
    const args: PythonSyntax[] = [];
    const keywords: PythonKeyword[] = [];
    let hasUnpacked = false;
    while (!this.#is(')')) {
      const { from } = this.#token;
      const next = this.#tokens[this.#index + 1];
      if (this.#take('**')) {
        const value = this.#expression();
        keywords.push({ name: null, from, to: this.#previousTo, value });
        hasUnpacked = true;
      } else if (this.#is('*')) {
        if (hasUnpacked) this.#unexpected('iterable argument unpacking follows keyword argument unpacking');
        args.push(this.#starred(true));
      } else if (this.#token.kind === 'name' && next?.kind === 'operator' && next.text === '=') {
        if (constants.has(this.#token.text)) this.#unexpected(`cannot assign to ${this.#token.text}`);
        const name = this.#name();
        this.#index += 1;
        const value = this.#expression();
        keywords.push({ name, from, to: this.#previousTo, value });
      } else {
        const value = this.#named();
        if (this.#is('for') || this.#is('async')) {
          this.#loops();
          // A generator without brackets of its own has those of the call.
          if (args.length > 0 || keywords.length > 0 || !this.#is(')'))
            this.#unexpected('Generator expression must be parenthesized');
          this.#index += 1;
          this.#leave();
          return { args: [this.#other('generator', openAt)], keywords };
        }
        if (this.#is('=')) this.#unexpected('expression cannot contain assignment, perhaps you meant "=="?');
        if (keywords.length > 0) {
          throw new Refusal(
            hasUnpacked
              ? 'positional argument follows keyword argument unpacking'
              : 'positional argument follows keyword argument',
            value.from,
          );
        }
        args.push(value);
      }
      if (!this.#take(',')) break;
    }
    this.#expect(')', FORGOTTEN_COMMA);
    this.#leave();
    return { args, keywords };
  }

  #atom(): PythonSyntax {
    const token = this.#token;
    const { from, to } = token;
    switch (token.kind) {
      case 'name': {
        const constant = constants.get(token.text);
        if (token.isKeyword && constant === undefined) return this.#unexpected();
        this.#index += 1;
        return token.isKeyword
          ? { kind: 'constant', from, to, value: constant as boolean | null }
          : { kind: 'name', from, to, name: token.text };
      }
      case 'number':
        this.#index += 1;
        return { kind: 'constant', from, to, value: token.value };
      case 'string':
        return this.#strings();
      case 'operator':
        if (token.text === '(') return this.#bracketed();
        if (token.text === '[') return this.#list();
        if (token.text === '{') return this.#braced();
        if (token.text === '...') {
          this.#index += 1;
          return { kind: 'constant', from, to, value: new PythonEllipsis() };
        }
        return this.#unexpected();
      default:
        return this.#unexpected();
    }
  }

  /** Literals that stand side by side are one. */
  #strings(): PythonSyntax {
    const { from } = this.#token;
    const tokens: Extract<Token, { kind: 'string' }>[] = [];
    for (let token = this.#token; token.kind === 'string'; token = this.#token) {
      tokens.push(token);
      this.#index += 1;
    }
    const to = this.#previousTo;
    const isBytes = tokens.filter(({ prefix }) => prefix.includes('b')).length;
    if (isBytes > 0 && isBytes < tokens.length) throw new Refusal('cannot mix bytes and nonbytes literals', from);
    const formatted = tokens.filter(({ prefix }) => prefix.includes('f'));
    if (formatted.length > 0) {
      for (const token of formatted) this.#formatted(token);
    }
    const decoded = joinedValue(tokens.filter((token) => !token.prefix.includes('f')));
    if (!decoded.ok) throw new Refusal(decoded.message, from);
    return formatted.length > 0 ? { kind: 'fstring', from, to } : { kind: 'constant', from, to, value: decoded.value };
  }

  /** Checks the fields of an f-string, whose expressions Python 3.11 parses apart from the text around them. */
  #formatted(token: Extract<Token, { kind: 'string' }>): void {
    const fields = fieldsOf(token);
    if (!fields.ok) throw new Refusal(fields.message, token.from);
    for (const field of fields.value) {
      // In brackets, so that line ends are free.
      const source = `(${field})`;
      const parser = new Parser(tokensOf(source, 0, source.length, true));
      parser.#depth = this.#depth + 1;
      try {
        parser.#field();
      } catch (failure) {
        if (failure instanceof Refusal) throw new Refusal(`f-string: ${failure.message}`, token.from);
        throw failure;
      }
    }
  }

  /** The one expression of a field, with its brackets. */
  #field(): void {
    this.#expect('(');
    if (this.#is('yield')) this.#yield();
    else {
      const value = this.#expressions(true);
      if (value.kind === 'starred') throw new Refusal('cannot use starred expression here', value.from);
    }
    this.#expect(')');
    this.#expectKind('newline');
    if (!this.#isKind('end')) this.#unexpected();
  }

  /** What begins with `(` and calls nothing: brackets, a tuple, or a generator. */
  #bracketed(): PythonSyntax {
    const { from } = this.#token;
    this.#index += 1;
    this.#enter();
    if (this.#take(')')) {
      this.#leave();
      return { kind: 'tuple', from, to: this.#previousTo, items: [] };
    }
    if (this.#is('yield')) {
      const value = this.#yield();
      this.#expect(')', FORGOTTEN_COMMA);
      this.#leave();
      return value;
    }
    const first = this.#element();
    if (this.#is('for') || this.#is('async')) {
      if (first.kind === 'starred') this.#unexpected('iterable unpacking cannot be used in comprehension');
      this.#loops();
      this.#expect(')', FORGOTTEN_COMMA);
      this.#leave();
      return this.#other('generator', from);
    }
    const items = this.#is(',') ? this.#elements(first, ')') : [first];
    const isTuple = this.#previousText === ',' || items.length > 1;
    this.#expect(')', FORGOTTEN_COMMA);
    this.#leave();
    if (isTuple) return { kind: 'tuple', from, to: this.#previousTo, items };
    if (first.kind === 'starred') throw new Refusal('cannot use starred expression here', first.from);
    return first;
  }

  get #previousText(): string {
    return this.#tokens[this.#index - 1]?.text ?? '';
  }

  #list(): PythonSyntax {
    const { from } = this.#token;
    this.#index += 1;
    this.#enter();
    let items: PythonSyntax[] = [];
    if (!this.#is(']')) {
      const first = this.#element();
      if (this.#is('for') || this.#is('async')) {
        if (first.kind === 'starred') this.#unexpected('iterable unpacking cannot be used in comprehension');
        this.#loops();
        this.#expect(']', FORGOTTEN_COMMA);
        this.#leave();
        return this.#other('comprehension', from);
      }
      items = this.#elements(first, ']');
    }
    this.#expect(']', FORGOTTEN_COMMA);
    this.#leave();
    return { kind: 'list', from, to: this.#previousTo, items };
  }

  #element(): PythonSyntax {
    return this.#is('*') ? this.#starred(false) : this.#named();
  }

  #elements(first: PythonSyntax, closer: string): PythonSyntax[] {
    const items = [first];
    while (this.#take(',') && !this.#is(closer)) items.push(this.#element());
    return items;
  }

  /** A set or a dict. */
  #braced(): PythonSyntax {
    const { from } = this.#token;
    this.#index += 1;
    this.#enter();
    const node = this.#is('}') || this.#is('**') ? this.#dict(from, null) : this.#setOrDict(from);
    this.#leave();
    return node;
  }

  #setOrDict(from: number): PythonSyntax {
    const first = this.#element();
    if (!isWalrus(first, this.#previousTo) && first.kind !== 'starred' && this.#is(':')) return this.#dict(from, first);
    if (this.#is('for') || this.#is('async')) {
      if (first.kind === 'starred') this.#unexpected('iterable unpacking cannot be used in comprehension');
      this.#loops();
      this.#expect('}', FORGOTTEN_COMMA);
      return this.#other('comprehension', from);
    }
    const items = this.#elements(first, '}');
    this.#expect('}', FORGOTTEN_COMMA);
    return { kind: 'set', from, to: this.#previousTo, items };
  }

  /** A dict of which the first key may have been read. */
  #dict(from: number, firstKey: PythonSyntax | null): PythonSyntax {
    const entries: { key: PythonSyntax | null; value: PythonSyntax }[] = [];
    let key = firstKey;
    while (key !== null || !this.#is('}')) {
      if (key === null && this.#take('**')) {
        entries.push({ key: null, value: this.#arithmetic(1) });
        if (this.#is('for') || this.#is('async'))
          this.#unexpected('dict unpacking cannot be used in dict comprehension');
      } else {
        key ??= this.#expression();
        this.#expect(':', "':' expected after dictionary key");
        entries.push({ key, value: this.#expression() });
        key = null;
        if (entries.length === 1 && (this.#is('for') || this.#is('async'))) {
          this.#loops();
          this.#expect('}', FORGOTTEN_COMMA);
          return this.#other('comprehension', from);
        }
      }
      if (!this.#take(',')) break;
    }
    this.#expect('}', FORGOTTEN_COMMA);
    return { kind: 'dict', from, to: this.#previousTo, entries };
  }

  /** The `for` and `if` parts of a comprehension. */
  #loops(): void {
    while (this.#is('for') || this.#is('async')) {
      this.#take('async');
      this.#expect('for');
      this.#loopHead();
      this.#disjunction();
      while (this.#take('if')) this.#disjunction();
    }
  }

  /** The targets of a loop and `in`. */
  #loopHead(): void {
    const { from } = this.#token;
    const items: PythonSyntax[] = [];
    do {
      if (items.length > 0 && this.#is('in')) break;
      items.push(this.#starTarget());
    } while (this.#take(','));
    const wrong = items.find((item) => !isTarget(item, true));
    if (wrong !== undefined) throw new Refusal(`cannot assign to ${nameOf(wrong)}`, from);
    this.#expect('in');
  }

  #starTarget(): PythonSyntax {
    return this.#is('*') ? this.#starred(false) : this.#arithmetic(1);
  }

  /** Parameters of a function up to what ends them, which stays. Only those of `def` may be annotated. */
  #parameters(closer: string, mayBeAnnotated: boolean): void {
    this.#enter();
    let hasDefault = false;
    let hasStar = false;
    let hasSlash = false;
    let count = 0;
    while (!this.#is(closer)) {
      if (this.#take('**')) {
        this.#parameter(mayBeAnnotated, false);
        if (this.#is('=')) this.#unexpected('var-keyword argument cannot have default value');
        this.#take(',');
        if (!this.#is(closer)) this.#unexpected('arguments cannot follow var-keyword argument');
        break;
      }
      if (this.#take('*')) {
        if (hasStar) this.#unexpected('* argument may appear only once');
        hasStar = true;
        if (this.#is(',')) {
          const next = this.#tokens[this.#index + 1];
          if (next?.kind !== 'name') this.#unexpected('named arguments must follow bare *');
        } else this.#parameter(mayBeAnnotated, true);
      } else if (this.#take('/')) {
        if (hasSlash || hasStar || count === 0) this.#unexpected();
        hasSlash = true;
      } else {
        this.#parameter(mayBeAnnotated, false);
        if (this.#take('=')) {
          this.#expression();
          hasDefault = true;
        } else if (hasDefault && !hasStar) this.#unexpected('non-default argument follows default argument');
      }
      count += 1;
      if (!this.#take(',')) break;
    }
    this.#leave();
  }

  #parameter(mayBeAnnotated: boolean, mayBeStarred: boolean): void {
    this.#name();
    if (!mayBeAnnotated || !this.#take(':')) return;
    if (mayBeStarred && this.#is('*')) this.#starred(false);
    else this.#expression();
  }
}

function isSign(text: string): text is '+' | '-' | '~' {
  return text === '+' || text === '-' || text === '~';
}

/** Whether something can stand on the left of `=`. */
function isTarget(node: PythonSyntax, mayBeStarred: boolean): boolean {
  if (node.kind === 'name' || node.kind === 'attribute') return true;
  if (node.kind === 'list' || node.kind === 'tuple') return node.items.every((item) => isTarget(item, mayBeStarred));
  if (node.kind === 'starred') return mayBeStarred && isTarget(node.value, false);
  return node.kind === 'other' && node.form === 'subscript';
}

/** Whether something that ends at `to` is `name := value` without brackets around it. */
function isWalrus(node: PythonSyntax, to: number): boolean {
  return node.kind === 'other' && node.form === 'walrus' && node.to === to;
}

/** Whether something can be annotated, and be followed by `+=`. */
function isAnnotated(node: PythonSyntax): boolean {
  return node.kind === 'name' || node.kind === 'attribute' || (node.kind === 'other' && node.form === 'subscript');
}

function nameOf(node: PythonSyntax): string {
  switch (node.kind) {
    case 'constant':
      if (node.value === null) return 'None';
      return typeof node.value === 'boolean' ? (node.value ? 'True' : 'False') : 'literal';
    case 'call':
      return 'function call';
    case 'fstring':
      return 'f-string expression';
    default:
      return 'expression';
  }
}
