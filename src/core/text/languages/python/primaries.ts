import { DisplayParser, FORGOTTEN_COMMA } from './displays.ts';
import { isWalrus } from './expressions.ts';
import { fieldsOf } from './f-strings.ts';
import { joinedValue } from './strings.ts';
import { DEEPEST, Refusal } from './token-cursor.ts';
import type { Token } from './token.ts';
import { tokensOf } from './tokenizer.ts';
import type { PythonKeyword, PythonSyntax } from './tree.ts';
import { PythonEllipsis } from './value.ts';

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['None', null],
  ['True', true],
  ['False', false],
]);

/** Atoms (names and literals), and the attributes, calls and subscripts that follow them. */
export class PrimaryParser extends DisplayParser {
  protected override primary(): PythonSyntax {
    const { from } = this.token;
    let node = this.#atom();
    for (let count = 0; ; count += 1) {
      if (count > DEEPEST) this.tooDeep();
      if (this.take('.')) {
        const name = this.name();
        node = { kind: 'attribute', from, to: this.previousTo, object: node, name };
      } else if (this.take('(')) {
        const { args, keywords } = this.arguments();
        node = { kind: 'call', from, to: this.previousTo, func: node, args, keywords };
      } else if (this.take('[')) {
        this.#slices();
        node = this.other('subscript', from);
      } else return node;
    }
  }

  #slices(): void {
    this.enter();
    if (this.is(']')) this.unexpected();
    do {
      if (this.is(']')) break;
      if (this.is('*')) this.starred(true);
      else if (this.is(':')) this.#slice();
      else {
        const first = this.named();
        if (this.is(':') && !isWalrus(first, this.previousTo)) this.#slice();
      }
    } while (this.take(','));
    this.expect(']');
    this.leave();
  }

  /** What follows the beginning of a slice. */
  #slice(): void {
    for (let colons = 0; colons < 2 && this.take(':'); colons += 1) {
      if (!this.is(':') && !this.is(',') && !this.is(']')) this.expression();
    }
  }

  /** The arguments of a call and its closing bracket. */
  protected arguments(): { args: PythonSyntax[]; keywords: PythonKeyword[] } {
    const openAt = this.previousTo - 1;
    this.enter();
    const args: PythonSyntax[] = [];
    const keywords: PythonKeyword[] = [];
    let hasUnpacked = false;
    while (!this.is(')')) {
      const { from } = this.token;
      const next = this.following;
      if (this.take('**')) {
        const value = this.expression();
        keywords.push({ name: null, from, to: this.previousTo, value });
        hasUnpacked = true;
      } else if (this.is('*')) {
        if (hasUnpacked) this.unexpected('iterable argument unpacking follows keyword argument unpacking');
        args.push(this.starred(true));
      } else if (this.token.kind === 'name' && next?.kind === 'operator' && next.text === '=') {
        if (constants.has(this.token.text)) this.unexpected(`cannot assign to ${this.token.text}`);
        const name = this.name();
        this.advance();
        const value = this.expression();
        keywords.push({ name, from, to: this.previousTo, value });
      } else {
        const value = this.named();
        if (this.is('for') || this.is('async')) {
          this.loops();
          // A generator without brackets of its own has those of the call.
          if (args.length > 0 || keywords.length > 0 || !this.is(')'))
            this.unexpected('Generator expression must be parenthesized');
          this.advance();
          this.leave();
          return { args: [this.other('generator', openAt)], keywords };
        }
        if (this.is('=')) this.unexpected('expression cannot contain assignment, perhaps you meant "=="?');
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
      if (!this.take(',')) break;
    }
    this.expect(')', FORGOTTEN_COMMA);
    this.leave();
    return { args, keywords };
  }

  #atom(): PythonSyntax {
    const token = this.token;
    const { from, to } = token;
    switch (token.kind) {
      case 'name': {
        const constant = constants.get(token.text);
        if (token.isKeyword && constant === undefined) return this.unexpected();
        this.advance();
        return token.isKeyword
          ? { kind: 'constant', from, to, value: constant as boolean | null }
          : { kind: 'name', from, to, name: token.text };
      }
      case 'number':
        this.advance();
        return { kind: 'constant', from, to, value: token.value };
      case 'string':
        return this.#strings();
      case 'operator':
        if (token.text === '(') return this.bracketed();
        if (token.text === '[') return this.list();
        if (token.text === '{') return this.braced();
        if (token.text === '...') {
          this.advance();
          return { kind: 'constant', from, to, value: new PythonEllipsis() };
        }
        return this.unexpected();
      default:
        return this.unexpected();
    }
  }

  /** Adjacent literals are one. */
  #strings(): PythonSyntax {
    const { from } = this.token;
    const tokens: StringToken[] = [];
    for (let token = this.token; token.kind === 'string'; token = this.token) {
      tokens.push(token);
      this.advance();
    }
    const to = this.previousTo;
    const isBytes = tokens.filter(({ prefix }) => prefix.includes('b')).length;
    if (isBytes > 0 && isBytes < tokens.length) throw new Refusal('cannot mix bytes and nonbytes literals', from);
    const formatted = tokens.filter(({ prefix }) => prefix.includes('f'));
    const fields = formatted.map((token) => this.#formatted(token));
    const isConstant = fields.every((count) => count === 0);
    const decoded = joinedValue(
      isConstant ? tokens.map(withoutFields) : tokens.filter(({ prefix }) => !prefix.includes('f')),
    );
    if (!decoded.ok) throw new Refusal(decoded.message, from);
    const { value } = decoded;
    if (formatted.length === 0) return { kind: 'constant', from, to, value };
    return { kind: 'fstring', from, to, value: isConstant && typeof value === 'string' ? value : null };
  }

  /** Checks the fields of an f-string, whose expressions Python 3.11 parses apart from the text around them, and counts them. */
  #formatted(token: StringToken): number {
    const fields = fieldsOf(token);
    if (!fields.ok) throw new Refusal(fields.message, token.from);
    for (const field of fields.value) {
      // In brackets, so that line ends are free.
      const source = `(${field})`;
      const parser = new PrimaryParser(tokensOf(source, 0, source.length, true), this.depth + 1);
      try {
        parser.#field();
      } catch (failure) {
        if (failure instanceof Refusal) throw new Refusal(`f-string: ${failure.message}`, token.from);
        throw failure;
      }
    }
    return fields.value.length;
  }

  /** The one expression of a field, with its brackets. */
  #field(): void {
    this.expect('(');
    if (this.is('yield')) this.yield();
    else {
      const value = this.expressions(true);
      if (value.kind === 'starred') throw new Refusal('cannot use starred expression here', value.from);
    }
    this.expect(')');
    this.expectKind('newline');
    if (!this.isKind('end')) this.unexpected();
  }
}

type StringToken = Extract<Token, { kind: 'string' }>;

/** An f-string without fields as its text: a brace in it is written twice. */
function withoutFields(token: StringToken): Pick<StringToken, 'text' | 'prefix'> {
  const { text, prefix } = token;
  return prefix.includes('f') ? { text: text.replaceAll('{{', '{').replaceAll('}}', '}'), prefix } : token;
}
