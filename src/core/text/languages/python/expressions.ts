import { OperatorParser } from './operators.ts';
import { isTarget, nameOf } from './targets.ts';
import { DEEPEST, Refusal } from './token-cursor.ts';
import type { OtherForm, PythonSyntax } from './tree.ts';

export const augmentations: ReadonlySet<string> = new Set('+= -= *= /= //= %= @= &= |= ^= >>= <<= **='.split(' '));
/** What ends a list of expressions. */
const ends: ReadonlySet<string> = new Set([')', ']', '}', ':', '=', ';', 'in']);

/** Whole expressions, lists of them, and what contains them without brackets: comprehension loops and parameters. */
export abstract class ExpressionParser extends OperatorParser {
  /** `star_expressions`: one, or a tuple without brackets. In an f-string's field a walrus is allowed as well. */
  protected expressions(isField = false): PythonSyntax {
    const { from } = this.token;
    const one = (): PythonSyntax => (this.is('*') ? this.starred(false) : isField ? this.named() : this.expression());
    const first = one();
    if (!this.is(',')) return first;
    const items = [first];
    while (this.take(',')) {
      if (this.token.kind === 'newline' || this.token.kind === 'end' || this.isAny(ends) || this.isAny(augmentations))
        break;
      items.push(one());
    }
    return { kind: 'tuple', from, to: this.previousTo, items };
  }

  /** `*value`; among the arguments of a call the value is any expression, elsewhere it has no comparison in it. */
  protected starred(isArgument: boolean): PythonSyntax {
    const { from } = this.token;
    this.expect('*');
    const value = isArgument ? this.expression() : this.arithmetic(1);
    return { kind: 'starred', from, to: this.previousTo, value };
  }

  protected yield(): PythonSyntax {
    const { from } = this.token;
    this.expect('yield');
    if (this.take('from')) this.expression();
    else if (this.token.kind !== 'newline' && this.token.kind !== 'end' && !this.isAny(ends)) this.expressions();
    return this.other('yield', from);
  }

  /** `named_expression`: an expression, or `name := expression`. */
  protected named(): PythonSyntax {
    const { from } = this.token;
    const expression = this.expression();
    if (!this.is(':=')) return expression;
    if (expression.kind !== 'name' || this.previousTo !== expression.to || expression.from !== from)
      return this.unexpected();
    this.advance();
    this.expression();
    return this.other('walrus', from);
  }

  protected expression(): PythonSyntax {
    this.enter();
    /** Where each `lambda` begins, and each expression that is followed by `if`. They all end together. */
    const open: { readonly from: number; readonly form: OtherForm }[] = [];
    let node: PythonSyntax;
    for (;;) {
      const { from } = this.token;
      if (this.take('lambda')) {
        this.parameters(':', false);
        this.expect(':');
        open.push({ from, form: 'lambda' });
      } else {
        node = this.disjunction();
        if (!this.take('if')) break;
        this.disjunction();
        this.expect('else', "expected 'else' after 'if' expression");
        open.push({ from, form: 'conditional' });
      }
      if (open.length > DEEPEST) this.tooDeep();
    }
    this.leave();
    const outermost = open[0];
    return outermost === undefined ? node : this.other(outermost.form, outermost.from);
  }

  /** The `for` and `if` parts of a comprehension. */
  protected loops(): void {
    while (this.is('for') || this.is('async')) {
      this.take('async');
      this.expect('for');
      this.loopHead();
      this.disjunction();
      while (this.take('if')) this.disjunction();
    }
  }

  /** The targets of a loop and `in`. */
  protected loopHead(): void {
    const { from } = this.token;
    const items: PythonSyntax[] = [];
    do {
      if (items.length > 0 && this.is('in')) break;
      items.push(this.starTarget());
    } while (this.take(','));
    const wrong = items.find((item) => !isTarget(item, true));
    if (wrong !== undefined) throw new Refusal(`cannot assign to ${nameOf(wrong)}`, from);
    this.expect('in');
  }

  protected starTarget(): PythonSyntax {
    return this.is('*') ? this.starred(false) : this.arithmetic(1);
  }

  /** Parameters of a function up to what ends them, which stays. Only those of `def` may be annotated. */
  protected parameters(closer: string, mayBeAnnotated: boolean): void {
    this.enter();
    let hasDefault = false;
    let hasStar = false;
    let hasSlash = false;
    let count = 0;
    while (!this.is(closer)) {
      if (this.take('**')) {
        this.#parameter(mayBeAnnotated, false);
        if (this.is('=')) this.unexpected('var-keyword argument cannot have default value');
        this.take(',');
        if (!this.is(closer)) this.unexpected('arguments cannot follow var-keyword argument');
        break;
      }
      if (this.take('*')) {
        if (hasStar) this.unexpected('* argument may appear only once');
        hasStar = true;
        if (this.is(',')) {
          if (this.following?.kind !== 'name') this.unexpected('named arguments must follow bare *');
        } else this.#parameter(mayBeAnnotated, true);
      } else if (this.take('/')) {
        if (hasSlash || hasStar || count === 0) this.unexpected();
        hasSlash = true;
      } else {
        this.#parameter(mayBeAnnotated, false);
        if (this.take('=')) {
          this.expression();
          hasDefault = true;
        } else if (hasDefault && !hasStar) this.unexpected('non-default argument follows default argument');
      }
      count += 1;
      if (!this.take(',')) break;
    }
    this.leave();
  }

  #parameter(mayBeAnnotated: boolean, mayBeStarred: boolean): void {
    this.name();
    if (!mayBeAnnotated || !this.take(':')) return;
    if (mayBeStarred && this.is('*')) this.starred(false);
    else this.expression();
  }
}

/** Whether something that ends at `to` is `name := value` without brackets around it. */
export function isWalrus(node: PythonSyntax, to: number): boolean {
  return node.kind === 'other' && node.form === 'walrus' && node.to === to;
}
