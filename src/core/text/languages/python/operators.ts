import { DEEPEST, TokenCursor } from './token-cursor.ts';
import type { PythonSyntax } from './tree.ts';

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

/** Operators, from `or` down to `**` and `await`. */
export abstract class OperatorParser extends TokenCursor {
  /** What operators connect: an atom with all its attributes, calls and subscripts. */
  protected abstract primary(): PythonSyntax;

  protected disjunction(): PythonSyntax {
    const { from } = this.token;
    let node = this.#conjunction();
    while (this.take('or')) {
      this.#conjunction();
      node = this.other('boolean', from);
    }
    return node;
  }

  #conjunction(): PythonSyntax {
    const { from } = this.token;
    let node = this.#inversion();
    while (this.take('and')) {
      this.#inversion();
      node = this.other('boolean', from);
    }
    return node;
  }

  #inversion(): PythonSyntax {
    const places: number[] = [];
    for (let { from } = this.token; this.take('not'); from = this.token.from) places.push(from);
    if (places.length > DEEPEST) this.tooDeep();
    let node = this.#comparison();
    for (const from of places.reverse()) node = { kind: 'unary', op: 'not', from, to: this.previousTo, operand: node };
    return node;
  }

  #comparison(): PythonSyntax {
    const { from } = this.token;
    let node = this.arithmetic(1);
    while (this.isAny(comparisons)) {
      if (this.take('not')) this.expect('in');
      else if (this.take('is')) this.take('not');
      else this.advance();
      this.arithmetic(1);
      node = this.other('comparison', from);
    }
    return node;
  }

  /** Operators that bind at least so close. */
  protected arithmetic(closeness: number): PythonSyntax {
    const { from } = this.token;
    let node = this.#factor();
    for (let count = 0; ; count += 1) {
      const token = this.token;
      const own = token.kind === 'operator' ? precedences.get(token.text) : undefined;
      if (own === undefined || own < closeness) return node;
      if (count >= DEEPEST) this.tooDeep();
      this.advance();
      const right = this.arithmetic(own + 1);
      node = { kind: 'binary', op: token.text, from, to: this.previousTo, left: node, right };
    }
  }

  /** Signs and `**`, which binds closer than a sign on its left and less than one on its right. */
  #factor(): PythonSyntax {
    const open: (
      | { readonly sign: '+' | '-' | '~'; readonly from: number }
      | { readonly base: PythonSyntax; readonly from: number }
    )[] = [];
    let node: PythonSyntax;
    for (;;) {
      const token = this.token;
      if (token.kind === 'operator' && isSign(token.text)) {
        this.advance();
        open.push({ sign: token.text, from: token.from });
      } else {
        node = this.#awaited();
        if (!this.take('**')) break;
        open.push({ base: node, from: token.from });
      }
      if (open.length > DEEPEST) this.tooDeep();
    }
    const to = this.previousTo;
    for (const one of open.reverse()) {
      node =
        'sign' in one
          ? { kind: 'unary', op: one.sign, from: one.from, to, operand: node }
          : { kind: 'binary', op: '**', from: one.from, to, left: one.base, right: node };
    }
    return node;
  }

  #awaited(): PythonSyntax {
    const { from } = this.token;
    if (!this.take('await')) return this.primary();
    this.primary();
    return this.other('await', from);
  }
}

function isSign(text: string): text is '+' | '-' | '~' {
  return text === '+' || text === '-' || text === '~';
}
