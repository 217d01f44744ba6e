import { Text } from '../values/text.ts';
import type { TokenKind } from './lexer.ts';
import { constants, describe, TokenReader } from './token-reader.ts';
import type {
  Arguments,
  BinaryOperator,
  CompareOperator,
  Comparison,
  Expression,
  FilterNode,
  NameNode,
  Reference,
} from './syntax.ts';

/** How deep an expression may be: Python refuses the code that Jinja2 would make of more. */
const DEEPEST = 190;

const unset: Reference = { out: 0, slot: -1 };
const noArguments: Arguments = { positional: [], keywords: [], rest: null, restKeywords: null };

const sums = ['+', '-'];
const products = ['*', '/', '//', '%'];
const powers = ['**'];
const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
/** What a test without parentheses may take as its argument. */
const argumentKinds: ReadonlySet<TokenKind> = new Set<TokenKind>(['name', 'string', 'integer', 'float']);

/** The expressions of a template, as Jinja2's parser reads them. @throws SyntaxFault */
export class ExpressionParser extends TokenReader {
  /** How many of our own functions are open: each opening bracket opens some. */
  #open = 0;

  expression(withConditional = true): Expression {
    return this.#nested(() => (withConditional ? this.#conditional() : this.#or()));
  }

  #nested<Result>(read: () => Result): Result {
    this.#open += 1;
    if (this.#open > DEEPEST) this.fail('too many nested parentheses', this.current, 'SyntaxError');
    const result = read();
    this.#open -= 1;
    return result;
  }

  /** Span and depth of a node whose last token was just read. */
  #part(from: number, ...parts: readonly (Expression | null)[]): { from: number; to: number; depth: number } {
    let depth = 0;
    for (const part of parts) if (part !== null && part.depth >= depth) depth = part.depth + 1;
    if (depth > DEEPEST) this.fail('too many nested parentheses', { from, to: this.before }, 'SyntaxError');
    return { from, to: this.before, depth };
  }

  #conditional(): Expression {
    const { from } = this.current;
    let node = this.#or();
    while (this.skipWord('if')) {
      const test = this.#or();
      const no = this.skipWord('else') ? this.#nested(() => this.#conditional()) : null;
      node = { kind: 'conditional', test, yes: node, no, ...this.#part(from, test, node, no) };
    }
    return node;
  }

  #or(): Expression {
    const { from } = this.current;
    let left = this.#and();
    while (this.skipWord('or')) {
      const right = this.#and();
      left = { kind: 'or', left, right, ...this.#part(from, left, right) };
    }
    return left;
  }

  #and(): Expression {
    const { from } = this.current;
    let left = this.#not();
    while (this.skipWord('and')) {
      const right = this.#not();
      left = { kind: 'and', left, right, ...this.#part(from, left, right) };
    }
    return left;
  }

  #not(): Expression {
    const { from } = this.current;
    if (!this.skipWord('not')) return this.#compare();
    const node = this.#nested(() => this.#not());
    return { kind: 'not', node, ...this.#part(from, node) };
  }

  #compare(): Expression {
    const { from } = this.current;
    const first = this.#sum();
    const rest: Comparison[] = [];
    for (let operator = this.#comparison(); operator !== null; operator = this.#comparison())
      rest.push({ operator, node: this.#sum() });
    if (rest.length === 0) return first;
    return { kind: 'compare', first, rest, ...this.#part(from, first, ...rest.map(({ node }) => node)) };
  }

  #comparison(): CompareOperator | null {
    const { kind, text } = this.current;
    if (kind === 'operator' && comparisons.has(text)) {
      this.next();
      return text as CompareOperator;
    }
    if (this.skipWord('in')) return 'in';
    if (!this.isWord('not') || !this.isWord('in', this.look())) return null;
    this.next();
    this.next();
    return 'not in';
  }

  #binary(operators: readonly string[], read: () => Expression): Expression {
    const { from } = this.current;
    let left = read();
    while (this.current.kind === 'operator' && operators.includes(this.current.text)) {
      const operator = this.next().text as BinaryOperator;
      const right = read();
      left = { kind: 'binary', operator, left, right, ...this.#part(from, left, right) };
    }
    return left;
  }

  #sum(): Expression {
    return this.#binary(sums, () => this.#concat());
  }

  #concat(): Expression {
    const { from } = this.current;
    const items = [this.#product()];
    while (this.skipOperator('~')) items.push(this.#product());
    if (items.length === 1) return items[0] as Expression;
    return { kind: 'concat', items, ...this.#part(from, ...items) };
  }

  #product(): Expression {
    return this.#binary(products, () => this.#power());
  }

  #power(): Expression {
    return this.#binary(powers, () => this.#unary(true));
  }

  #unary(withFilter: boolean): Expression {
    const { from } = this.current;
    let node: Expression;
    if (this.isOperator('-') || this.isOperator('+')) {
      const kind = this.next().text === '-' ? 'negative' : 'positive';
      const inner = this.#nested(() => this.#unary(false));
      node = { kind, node: inner, ...this.#part(from, inner) };
    } else node = this.primary();
    node = this.#postfix(node);
    return withFilter ? this.#filtered(node) : node;
  }

  primary(withNamespace = false): Expression {
    const token = this.current;
    const { from } = token;
    if (token.kind === 'name') {
      this.next();
      const constant = constants.get(token.text);
      if (constant !== undefined) return { kind: 'constant', value: constant, ...this.#part(from) };
      if (withNamespace && this.skipOperator('.')) {
        const attribute = this.expect('name').text;
        return { kind: 'namespace-reference', name: token.text, attribute, reference: unset, ...this.#part(from) };
      }
      return { kind: 'name', name: token.text, use: 'load', reference: unset, ...this.#part(from) };
    }
    if (token.kind === 'string') {
      const texts: Text[] = [];
      while (this.current.kind === 'string') texts.push(this.next().value as Text);
      return { kind: 'constant', value: Text.join(texts), ...this.#part(from) };
    }
    if (token.kind === 'integer' || token.kind === 'float') {
      this.next();
      return { kind: 'constant', value: token.value as bigint | number, ...this.#part(from) };
    }
    if (this.skipOperator('(')) {
      const node = this.tuple({ isInParentheses: true });
      this.expect('operator', ')');
      return node;
    }
    if (this.isOperator('[')) return this.#list();
    if (this.isOperator('{')) return this.#dict();
    return this.fail(`unexpected '${describe(token)}'`, token);
  }

  tuple({
    isSimplified = false,
    withConditional = true,
    isInParentheses = false,
    withNamespace = false,
    endWord = '',
  } = {}): Expression {
    const { from } = this.current;
    const items: Expression[] = [];
    let isTuple = false;
    for (;;) {
      if (items.length > 0) this.expect('operator', ',');
      if (this.#isTupleEnd(endWord)) break;
      items.push(isSimplified ? this.#nested(() => this.primary(withNamespace)) : this.expression(withConditional));
      if (!this.isOperator(',')) break;
      isTuple = true;
    }
    if (!isTuple) {
      const only = items[0];
      if (only !== undefined) return only;
      if (!isInParentheses) this.fail(`Expected an expression, got '${describe(this.current)}'`, this.current);
    }
    return { kind: 'tuple', items, ...this.#part(from, ...items) };
  }

  #isTupleEnd(endWord: string): boolean {
    const { kind } = this.current;
    if (kind === 'variable_end' || kind === 'block_end' || this.isOperator(')')) return true;
    return endWord !== '' && this.isWord(endWord);
  }

  #list(): Expression {
    const { from } = this.next();
    const items: Expression[] = [];
    while (!this.isOperator(']')) {
      if (items.length > 0) this.expect('operator', ',');
      if (this.isOperator(']')) break;
      items.push(this.expression());
    }
    this.expect('operator', ']');
    return { kind: 'list', items, ...this.#part(from, ...items) };
  }

  #dict(): Expression {
    const { from } = this.next();
    const items: (readonly [Expression, Expression])[] = [];
    while (!this.isOperator('}')) {
      if (items.length > 0) this.expect('operator', ',');
      if (this.isOperator('}')) break;
      const key = this.expression();
      this.expect('operator', ':');
      items.push([key, this.expression()]);
    }
    this.expect('operator', '}');
    return { kind: 'dict', items, ...this.#part(from, ...items.flat()) };
  }

  #postfix(first: Expression): Expression {
    let node = first;
    for (;;) {
      if (this.isOperator('.') || this.isOperator('[')) node = this.#subscript(node);
      else if (this.isOperator('(')) node = this.#call(node);
      else return node;
    }
  }

  #filtered(first: Expression): Expression {
    let node = first;
    for (;;) {
      if (this.isOperator('|')) node = this.filters(node);
      else if (this.isWord('is')) node = this.#test(node);
      else if (this.isOperator('(')) node = this.#call(node);
      else return node;
    }
  }

  #subscript(node: Expression): Expression {
    const { from } = node;
    if (this.skipOperator('.')) {
      const token = this.next();
      if (token.kind === 'name') return { kind: 'attribute', node, name: token.text, ...this.#part(from, node) };
      if (token.kind !== 'integer') this.fail('expected name or number', token);
      const index: Expression = { kind: 'constant', value: token.value as bigint, ...this.#part(token.from) };
      return { kind: 'item', node, index, ...this.#part(from, node) };
    }
    const open = this.next();
    const items: Expression[] = [];
    while (!this.isOperator(']')) {
      if (items.length > 0) this.expect('operator', ',');
      items.push(this.#subscribed());
    }
    const inside = this.#part(open.from, ...items);
    this.expect('operator', ']');
    const index: Expression = items.length === 1 ? (items[0] as Expression) : { kind: 'tuple', items, ...inside };
    return { kind: 'item', node, index, ...this.#part(from, node, index) };
  }

  #subscribed(): Expression {
    const { from } = this.current;
    let start: Expression | null = null;
    if (!this.isOperator(':')) {
      start = this.expression();
      if (!this.isOperator(':')) return start;
    }
    this.next();
    const isEnd = (): boolean => this.isOperator(']') || this.isOperator(',');
    const stop = this.isOperator(':') || isEnd() ? null : this.expression();
    const step = this.skipOperator(':') && !isEnd() ? this.expression() : null;
    return { kind: 'slice', start, stop, step, ...this.#part(from, start, stop, step) };
  }

  #arguments(): Arguments {
    const open = this.expect('operator', '(');
    const positional: Expression[] = [];
    const keywords: { key: string; value: Expression }[] = [];
    let rest: Expression | null = null;
    let restKeywords: Expression | null = null;
    const ensure = (isRight: boolean): void => {
      if (!isRight) this.fail('invalid syntax for function call expression', open);
    };
    for (let isFirst = true; !this.isOperator(')'); isFirst = false) {
      if (!isFirst) {
        this.expect('operator', ',');
        if (this.isOperator(')')) break;
      }
      if (this.isOperator('*')) {
        ensure(rest === null && restKeywords === null);
        this.next();
        rest = this.expression();
      } else if (this.isOperator('**')) {
        ensure(restKeywords === null);
        this.next();
        restKeywords = this.expression();
      } else if (this.current.kind === 'name' && this.isOperator('=', this.look())) {
        ensure(restKeywords === null);
        const key = this.next();
        this.next();
        if (keywords.some((one) => one.key === key.text))
          this.fail(`keyword argument repeated: ${key.text}`, key, 'SyntaxError');
        keywords.push({ key: key.text, value: this.expression() });
      } else {
        ensure(rest === null && restKeywords === null && keywords.length === 0);
        positional.push(this.expression());
      }
    }
    this.expect('operator', ')');
    return { positional, keywords, rest, restKeywords };
  }

  #argumentParts({ positional, keywords, rest, restKeywords }: Arguments): readonly (Expression | null)[] {
    return [...positional, ...keywords.map(({ value }) => value), rest, restKeywords];
  }

  #call(node: Expression): Expression {
    const args = this.#arguments();
    return { kind: 'call', node, args, ...this.#part(node.from, node, ...this.#argumentParts(args)) };
  }

  /** One filter after the other, from a `|` on. */
  filters(first: Expression): Expression {
    let node = first;
    while (this.skipOperator('|')) node = this.filter(node);
    return node;
  }

  /** A filter without its `|`; `node` is null where a block is filtered. */
  filter(node: Expression | null): FilterNode {
    const nameFrom = this.current.from;
    const name = this.dottedName();
    const nameSpan = { from: nameFrom, to: this.before };
    const args = this.isOperator('(') ? this.#arguments() : noArguments;
    const part = this.#part(node?.from ?? nameFrom, node, ...this.#argumentParts(args));
    return { kind: 'filter', node, name, nameSpan, args, ...part };
  }

  #test(node: Expression): Expression {
    this.next();
    const isNegated = this.skipWord('not');
    const nameFrom = this.current.from;
    const name = this.dottedName();
    const nameSpan = { from: nameFrom, to: this.before };
    let args = noArguments;
    if (this.isOperator('(')) args = this.#arguments();
    else if (
      (argumentKinds.has(this.current.kind) || this.isOperator('[') || this.isOperator('{')) &&
      !['else', 'or', 'and'].some((word) => this.isWord(word))
    ) {
      if (this.isWord('is')) this.fail('You cannot chain multiple tests with is', this.current);
      args = { ...noArguments, positional: [this.#nested(() => this.#postfix(this.primary()))] };
    }
    const test: Expression = {
      kind: 'test',
      node,
      name,
      nameSpan,
      args,
      ...this.#part(node.from, node, ...this.#argumentParts(args)),
    };
    return isNegated ? { kind: 'not', node: test, ...this.#part(node.from, test) } : test;
  }

  /** A name that is assigned to. */
  nameTarget(use: 'store' | 'parameter'): NameNode {
    const { from, text } = this.expect('name');
    if (constants.has(text)) this.fail("can't assign to 'const'", { from, to: this.before });
    return { kind: 'name', name: text, use, reference: unset, ...this.#part(from) };
  }
}
