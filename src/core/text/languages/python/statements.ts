import { augmentations } from './expressions.ts';
import { PrimaryParser } from './primaries.ts';
import { isAnnotated, isTarget, nameOf } from './targets.ts';
import { Refusal } from './token-cursor.ts';
import type { PythonSyntax } from './tree.ts';

const compounds: ReadonlySet<string> = new Set('if while for try with def class async'.split(' '));

/** A parser of Python by descent, which reads each token once. Its layers are the classes that it extends. */
export class Parser extends PrimaryParser {
  /** All statements. */
  module(): PythonSyntax[] {
    const statements: PythonSyntax[] = [];
    while (this.token.kind !== 'end') this.#statement(statements);
    return statements;
  }

  /** The one expression of the text, which may be a tuple without brackets. */
  evaluated(): PythonSyntax {
    const expression = this.expressions();
    while (this.token.kind === 'newline') this.advance();
    if (this.token.kind !== 'end') this.unexpected();
    return expression;
  }

  #statement(into: PythonSyntax[]): void {
    if (this.isAny(compounds) || this.is('@')) into.push(this.#compound());
    else this.#simpleStatements(into);
  }

  /** Statements of one line. */
  #simpleStatements(into: PythonSyntax[]): void {
    do {
      into.push(this.#simple());
    } while (this.take(';') && !this.isKind('newline'));
    this.expectKind('newline');
  }

  #simple(): PythonSyntax {
    const { from, text, kind } = this.token;
    if (kind === 'name' && this.is(text)) {
      switch (text) {
        case 'pass':
        case 'break':
        case 'continue':
          this.advance();
          return this.other('simple', from);
        case 'return': {
          this.advance();
          return this.other('return', from, this.#isStatementEnd ? undefined : this.expressions());
        }
        case 'raise':
          this.advance();
          if (!this.#isStatementEnd) {
            this.expression();
            if (this.take('from')) this.expression();
          }
          return this.other('simple', from);
        case 'global':
        case 'nonlocal':
          this.advance();
          do this.name();
          while (this.take(','));
          return this.other('simple', from);
        case 'del': {
          this.advance();
          const targets = this.expressions();
          if (!isTarget(targets, false)) throw new Refusal('cannot delete expression', targets.from);
          return this.other('simple', from);
        }
        case 'assert':
          this.advance();
          this.expression();
          if (this.take(',')) this.expression();
          return this.other('simple', from);
        case 'import':
          this.advance();
          do {
            this.#dottedName();
            if (this.take('as')) this.name();
          } while (this.take(','));
          return this.other('simple', from);
        case 'from':
          this.advance();
          return this.#fromImport(from);
      }
    }
    return this.#expressionStatement();
  }

  get #isStatementEnd(): boolean {
    return this.token.kind === 'newline' || this.is(';');
  }

  #dottedName(): void {
    do this.name();
    while (this.take('.'));
  }

  #fromImport(from: number): PythonSyntax {
    let isRelative = false;
    while (this.take('.') || this.take('...')) isRelative = true;
    if (!isRelative || !this.is('import')) this.#dottedName();
    this.expect('import');
    if (this.take('*')) return this.other('simple', from);
    // Only brackets allow a comma at the end; and there must be a name.
    const isBracketed = this.take('(');
    if (isBracketed && this.is(')')) this.unexpected();
    do {
      if (isBracketed && this.is(')')) break;
      this.name();
      if (this.take('as')) this.name();
    } while (this.take(','));
    if (isBracketed) this.expect(')');
    return this.other('simple', from);
  }

  #expressionStatement(): PythonSyntax {
    const { from } = this.token;
    const first = this.is('yield') ? this.yield() : this.expressions();
    if (this.is(':') && isAnnotated(first)) {
      this.advance();
      this.expression();
      const value = this.take('=') ? this.#assigned() : undefined;
      return this.other('annotation', from, value);
    }
    if (this.isAny(augmentations)) {
      if (!isAnnotated(first))
        throw new Refusal(`'expression' is an illegal expression for augmented assignment`, from);
      this.advance();
      return this.other('augmented', from, this.#assigned());
    }
    if (!this.is('=')) return first;
    const targets: PythonSyntax[] = [];
    let value = first;
    while (this.take('=')) {
      if (!isTarget(value, true)) throw new Refusal(`cannot assign to ${nameOf(value)}`, value.from);
      targets.push(value);
      value = this.#assigned();
    }
    return { kind: 'assign', from, to: this.previousTo, targets, value };
  }

  #assigned(): PythonSyntax {
    return this.is('yield') ? this.yield() : this.expressions();
  }

  #compound(): PythonSyntax {
    const { from, text } = this.token;
    this.enter();
    if (text === '@') {
      while (this.take('@')) {
        this.named();
        this.expectKind('newline');
      }
      const isAsync = this.take('async');
      if (!this.is('def') && (isAsync || !this.is('class'))) this.unexpected();
    } else if (this.take('async') && !this.is('def') && !this.is('for') && !this.is('with')) this.unexpected();
    const word = this.token.text;
    this.advance();
    if (word === 'if') this.#branches();
    else if (word === 'while') {
      this.named();
      this.#block();
      if (this.take('else')) this.#block();
    } else if (word === 'for') {
      this.loopHead();
      this.expressions();
      this.#block();
      if (this.take('else')) this.#block();
    } else if (word === 'try') this.#try();
    else if (word === 'with') this.#with();
    else if (word === 'def') this.#function();
    else {
      this.name();
      if (this.take('(')) this.arguments();
      this.#block();
    }
    this.leave();
    return this.other('compound', from);
  }

  #branches(): void {
    do {
      this.named();
      this.#block();
    } while (this.take('elif'));
    if (this.take('else')) this.#block();
  }

  #try(): void {
    this.#block();
    let handlers = 0;
    while (this.take('except')) {
      handlers += 1;
      const isGroup = this.take('*');
      if (isGroup || !this.is(':')) {
        this.expression();
        if (this.take('as')) this.name();
      }
      this.#block();
    }
    if (handlers > 0 && this.take('else')) this.#block();
    if (this.take('finally')) this.#block();
    else if (handlers === 0) this.unexpected("expected 'except' or 'finally' block");
  }

  #with(): void {
    // Either brackets around all of it, or an expression that begins with one.
    if (!this.attempt(() => this.#bracketedWith())) {
      do this.#withItem();
      while (this.take(','));
    }
    this.#block();
  }

  #bracketedWith(): boolean {
    if (!this.take('(') || this.is(')')) return false;
    do {
      if (this.is(')')) break;
      this.#withItem();
    } while (this.take(','));
    this.expect(')');
    return this.is(':');
  }

  #withItem(): void {
    this.expression();
    if (!this.take('as')) return;
    const target = this.starTarget();
    if (!isTarget(target, false)) throw new Refusal(`cannot assign to ${nameOf(target)}`, target.from);
  }

  #function(): void {
    this.name();
    this.expect('(', "expected '('");
    this.parameters(')', true);
    this.expect(')');
    if (this.take('->')) this.expression();
    this.#block();
  }

  #block(): void {
    this.expect(':', "expected ':'");
    const ignored: PythonSyntax[] = [];
    if (!this.isKind('newline')) {
      this.#simpleStatements(ignored);
      return;
    }
    this.expectKind('newline');
    this.expectKind('indent', 'expected an indented block');
    while (!this.isKind('dedent')) {
      if (this.isKind('end')) this.unexpected();
      this.#statement(ignored);
    }
    this.expectKind('dedent');
  }
}
