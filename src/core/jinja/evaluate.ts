import { pythonError, TemplateFault, typeError } from './faults.ts';
import { filters } from './filters/index.ts';
import type { Host } from './host.ts';
import { getAttribute, getItem, sliced } from './members.ts';
import { binary, compare, concatenated, signed } from './operators.ts';
import type { Arguments, Expression, Reference } from './parse/syntax.ts';
import { templateTests } from './template-tests.ts';
import { iterate } from './values/iterate.ts';
import { Loop } from './values/loop.ts';
import { Text, valueOrigin, type Place } from './values/text.ts';
import {
  Callable,
  Dict,
  Helper,
  isScalar,
  isText,
  List,
  truthy,
  Tuple,
  typeName,
  Undefined,
  type CallArguments,
  type Value,
} from './values/value.ts';
import { scalarRepr } from './values/write.ts';

/** The variables of one call of a function; undefined (of JavaScript) where one has no value. */
export interface Variables {
  readonly slots: (Value | undefined)[];
  /** Of the same slots: where a scalar was given to the template. */
  readonly places: (Place | null | undefined)[];
  readonly outer: Variables | null;
}

/** Evaluates expressions, as Python would evaluate what Jinja2 makes of them. */
export abstract class Evaluator {
  protected readonly host: Host;
  protected variables: Variables = { slots: [], places: [], outer: null };
  /** What is being done: where a fault without a place of its own is. */
  protected current: Expression | null = null;
  /** What a filter block wrote, for its innermost filter. */
  protected captured: Value = null;
  /** Where the value of the last expression was given to the template, if it is a scalar. */
  protected scalarPlace: Place | null = null;

  protected constructor(host: Host) {
    this.host = host;
  }

  protected load({ out, slot }: Reference): Value | undefined {
    let variables = this.variables;
    for (let hop = 0; hop < out && variables.outer !== null; hop += 1) variables = variables.outer;
    return variables.slots[slot];
  }

  protected placeOf({ out, slot }: Reference): Place | null {
    let variables = this.variables;
    for (let hop = 0; hop < out && variables.outer !== null; hop += 1) variables = variables.outer;
    return variables.places[slot] ?? null;
  }

  protected store({ out, slot }: Reference, value: Value, place: Place | null = null): void {
    let variables = this.variables;
    for (let hop = 0; hop < out && variables.outer !== null; hop += 1) variables = variables.outer;
    variables.slots[slot] = value;
    variables.places[slot] = place;
  }

  /** @throws TemplateFault */
  evaluate(node: Expression): Value {
    this.host.budget.spend(1);
    switch (node.kind) {
      case 'constant':
        this.scalarPlace = null;
        return node.value;
      case 'name':
        return this.#name(node);
      case 'attribute':
        return this.#attribute(node);
      case 'item':
        return this.#item(node);
      case 'filter':
        return this.#filter(node);
      case 'test': {
        const value = this.evaluate(node.node);
        const args = this.arguments(node.args);
        this.current = node;
        this.scalarPlace = null;
        if (!templateTests.has(node.name))
          throw pythonError('TemplateRuntimeError', `No test named '${node.name}' found.`);
        return this.host.test(node.name, value, args);
      }
      case 'call': {
        const callee = this.evaluate(node.node);
        const args = this.arguments(node.args);
        this.current = node;
        const result = this.call(callee, args);
        this.scalarPlace = null;
        return result;
      }
      case 'and': {
        const left = this.evaluate(node.left);
        return truthy(left) ? this.evaluate(node.right) : left;
      }
      case 'or': {
        const left = this.evaluate(node.left);
        return truthy(left) ? left : this.evaluate(node.right);
      }
      case 'not': {
        const value = this.evaluate(node.node);
        this.scalarPlace = null;
        return !truthy(value);
      }
      case 'compare':
        return this.#compare(node);
      case 'conditional':
        if (truthy(this.evaluate(node.test))) return this.evaluate(node.yes);
        return node.no === null ? new Undefined(noElse(this.lineOf(node.from))) : this.evaluate(node.no);
      case 'binary': {
        const left = this.evaluate(node.left);
        const right = this.evaluate(node.right);
        this.current = node;
        this.scalarPlace = null;
        return binary(node.operator, left, right, this.host.budget);
      }
      case 'concat': {
        const parts = node.items.map((item) => this.#placed(this.evaluate(item)));
        this.current = node;
        for (const part of parts) if (part instanceof Undefined) this.host.warn('undefined-in-text', part.message);
        return concatenated(parts, this.host.budget);
      }
      case 'negative':
      case 'positive': {
        const value = this.evaluate(node.node);
        this.current = node;
        this.scalarPlace = null;
        return signed(node.kind, value);
      }
      case 'list':
        return new List(node.items.map((item) => this.evaluate(item)));
      case 'tuple':
        return new Tuple(node.items.map((item) => this.evaluate(item)));
      case 'dict': {
        const dict = new Dict();
        for (const [key, value] of node.items) {
          const one = this.evaluate(key);
          const other = this.evaluate(value);
          this.current = node;
          dict.set(one, other, this.host.budget);
        }
        return dict;
      }
      case 'slice':
      case 'namespace-reference':
        // `x[1:2, 3]` asks for a tuple with a slice in it, which nothing has.
        return new Tuple([]);
    }
  }

  #name({ name, reference }: Extract<Expression, { kind: 'name' }>): Value {
    const value = this.load(reference);
    this.scalarPlace = this.placeOf(reference);
    return value === undefined ? new Undefined(`'${name}' is undefined`) : value;
  }

  protected abstract lineOf(offset: number): number;

  #filter(node: Extract<Expression, { kind: 'filter' }>): Value {
    const value = node.node === null ? this.captured : this.evaluate(node.node);
    const place = node.node === null ? null : this.scalarPlace;
    const args = this.arguments(node.args);
    this.current = node;
    if (!filters.has(node.name)) throw pythonError('TemplateRuntimeError', `No filter named '${node.name}' found.`);
    const result = this.host.filter(node.name, value, args);
    this.scalarPlace = result === value ? place : null;
    // What prints the scalar as it is, prints it from its place.
    const isPrinted = place !== null && isScalar(value) && isText(result) && result.text === scalarRepr(value);
    return isPrinted ? result.placed(valueOrigin(place, result.length)) : result;
  }

  /** A scalar as a text that knows its place; any other value as it is. */
  #placed(value: Value): Value {
    if (this.scalarPlace === null || !isScalar(value)) return value;
    const text = scalarRepr(value);
    return Text.of(text, valueOrigin(this.scalarPlace, text.length));
  }

  #attribute(node: Extract<Expression, { kind: 'attribute' }>): Value {
    const value = this.evaluate(node.node);
    this.current = node;
    const found = getAttribute(value, node.name, this.host);
    this.#remember(value, node.name, found);
    return found;
  }

  #item(node: Extract<Expression, { kind: 'item' }>): Value {
    const value = this.evaluate(node.node);
    if (node.index.kind === 'slice') {
      const { start, stop, step } = node.index;
      const bound = (part: Expression | null): Value => (part === null ? null : this.evaluate(part));
      const bounds = [bound(start), bound(stop), bound(step)] as const;
      this.current = node;
      // Jinja2 works out a slice of a constant while it reads the template, and there a number has slices: undefined ones.
      if (node.node.kind === 'constant' && isScalar(value)) return new Undefined(noSlice(value));
      return sliced(value, ...bounds, this.host.budget);
    }
    const index = this.evaluate(node.index);
    this.current = node;
    const found = getItem(value, index, this.host);
    this.#remember(value, isText(index) ? index.text : Number(index), found);
    return found;
  }

  /** A scalar has no place of its own: it is known here, for whoever prints it next. */
  #remember(container: Value, key: string | number, found: Value): void {
    if (!isScalar(found)) return;
    const place = container instanceof Dict || container instanceof List ? container.place : null;
    this.scalarPlace = place === null ? null : { parent: place, key };
  }

  #compare(node: Extract<Expression, { kind: 'compare' }>): boolean {
    let left = this.evaluate(node.first);
    for (const { operator, node: next } of node.rest) {
      const right = this.evaluate(next);
      this.current = node;
      this.scalarPlace = null;
      if (!compare(operator, left, right, this.host.budget)) return false;
      left = right;
    }
    return true;
  }

  protected arguments({ positional, keywords, rest, restKeywords }: Arguments): CallArguments {
    const values = positional.map((node) => this.evaluate(node));
    const named = new Map(keywords.map(({ key, value }) => [key, this.evaluate(value)] as const));
    if (rest !== null) {
      const value = this.evaluate(rest);
      this.current = rest;
      values.push(...iterate(value, this.host.budget));
    }
    if (restKeywords !== null) {
      const value = this.evaluate(restKeywords);
      this.current = restKeywords;
      if (!(value instanceof Dict)) throw typeError(`argument after ** must be a mapping, not ${typeName(value)}`);
      for (const [key, item] of value.entries()) {
        if (!isText(key)) throw typeError('keywords must be strings');
        if (named.has(key.text)) throw typeError(`got multiple values for keyword argument '${key.text}'`);
        named.set(key.text, item);
      }
    }
    return { positional: values, keywords: named };
  }

  /** @throws TemplateFault for what cannot be called */
  call(callee: Value, args: CallArguments): Value {
    if (callee instanceof Callable) return callee.call(args);
    if (callee instanceof Loop) return callee.again(args.positional[0] ?? null);
    if (callee instanceof Helper && callee.call !== null) return callee.call();
    if (callee instanceof Undefined) throw callee.fault();
    throw new TemplateFault('python', 'TypeError', `'${typeName(callee)}' object is not callable`);
  }
}

function noSlice(value: Value): string {
  return `${typeName(value)} object has no slices`;
}

function noElse(line: number): string {
  return `the inline if-expression on line ${line} evaluated to false and no else section was defined.`;
}
