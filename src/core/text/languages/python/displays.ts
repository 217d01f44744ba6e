import { ExpressionParser, isWalrus } from './expressions.ts';
import { Refusal } from './token-cursor.ts';
import type { PythonSyntax } from './tree.ts';

export const FORGOTTEN_COMMA = 'invalid syntax. Perhaps you forgot a comma?';

/** What is in brackets and calls nothing: tuples, lists, sets, dicts, comprehensions and generators. */
export abstract class DisplayParser extends ExpressionParser {
  /** What begins with `(` and calls nothing: brackets, a tuple, or a generator. */
  protected bracketed(): PythonSyntax {
    const { from } = this.token;
    this.advance();
    this.enter();
    if (this.take(')')) {
      this.leave();
      return { kind: 'tuple', from, to: this.previousTo, items: [] };
    }
    if (this.is('yield')) {
      const value = this.yield();
      this.expect(')', FORGOTTEN_COMMA);
      this.leave();
      return value;
    }
    const first = this.#element();
    if (this.is('for') || this.is('async')) {
      if (first.kind === 'starred') this.unexpected('iterable unpacking cannot be used in comprehension');
      this.loops();
      this.expect(')', FORGOTTEN_COMMA);
      this.leave();
      return this.other('generator', from);
    }
    const items = this.is(',') ? this.#elements(first, ')') : [first];
    const isTuple = this.previousText === ',' || items.length > 1;
    this.expect(')', FORGOTTEN_COMMA);
    this.leave();
    if (isTuple) return { kind: 'tuple', from, to: this.previousTo, items };
    if (first.kind === 'starred') throw new Refusal('cannot use starred expression here', first.from);
    return first;
  }

  protected list(): PythonSyntax {
    const { from } = this.token;
    this.advance();
    this.enter();
    let items: PythonSyntax[] = [];
    if (!this.is(']')) {
      const first = this.#element();
      if (this.is('for') || this.is('async')) {
        if (first.kind === 'starred') this.unexpected('iterable unpacking cannot be used in comprehension');
        this.loops();
        this.expect(']', FORGOTTEN_COMMA);
        this.leave();
        return this.other('comprehension', from);
      }
      items = this.#elements(first, ']');
    }
    this.expect(']', FORGOTTEN_COMMA);
    this.leave();
    return { kind: 'list', from, to: this.previousTo, items };
  }

  #element(): PythonSyntax {
    return this.is('*') ? this.starred(false) : this.named();
  }

  #elements(first: PythonSyntax, closer: string): PythonSyntax[] {
    const items = [first];
    while (this.take(',') && !this.is(closer)) items.push(this.#element());
    return items;
  }

  /** A set or a dict. */
  protected braced(): PythonSyntax {
    const { from } = this.token;
    this.advance();
    this.enter();
    const node = this.is('}') || this.is('**') ? this.#dict(from, null) : this.#setOrDict(from);
    this.leave();
    return node;
  }

  #setOrDict(from: number): PythonSyntax {
    const first = this.#element();
    if (!isWalrus(first, this.previousTo) && first.kind !== 'starred' && this.is(':')) return this.#dict(from, first);
    if (this.is('for') || this.is('async')) {
      if (first.kind === 'starred') this.unexpected('iterable unpacking cannot be used in comprehension');
      this.loops();
      this.expect('}', FORGOTTEN_COMMA);
      return this.other('comprehension', from);
    }
    const items = this.#elements(first, '}');
    this.expect('}', FORGOTTEN_COMMA);
    return { kind: 'set', from, to: this.previousTo, items };
  }

  /** A dict of which the first key may have been read. */
  #dict(from: number, firstKey: PythonSyntax | null): PythonSyntax {
    const entries: { key: PythonSyntax | null; value: PythonSyntax }[] = [];
    let key = firstKey;
    while (key !== null || !this.is('}')) {
      if (key === null && this.take('**')) {
        entries.push({ key: null, value: this.arithmetic(1) });
        if (this.is('for') || this.is('async')) this.unexpected('dict unpacking cannot be used in dict comprehension');
      } else {
        key ??= this.expression();
        this.expect(':', "':' expected after dictionary key");
        entries.push({ key, value: this.expression() });
        key = null;
        if (entries.length === 1 && (this.is('for') || this.is('async'))) {
          this.loops();
          this.expect('}', FORGOTTEN_COMMA);
          return this.other('comprehension', from);
        }
      }
      if (!this.take(',')) break;
    }
    this.expect('}', FORGOTTEN_COMMA);
    return { kind: 'dict', from, to: this.previousTo, entries };
  }
}
