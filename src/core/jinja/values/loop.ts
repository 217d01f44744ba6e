import type { Budget } from '../budget.ts';
import { typeError } from '../faults.ts';
import { equals, orElse, Callable, Thing, Undefined, type Value } from './value.ts';

/** `loop`: Jinja2's `LoopContext`. It looks one item ahead when `last` or `nextitem` is asked for. */
export class Loop extends Thing {
  readonly type = 'LoopContext';
  readonly #depth: number;
  readonly #budget: Budget;
  /** Renders the body again for other items; null where the loop is not recursive. */
  readonly recurse: ((items: Value, depth: number) => Value) | null;
  #iterator: Iterator<Value>;
  #length: number | null;
  #ahead: Value | undefined;
  #before: Value | undefined;
  #current: Value | undefined;
  #lastChanged: readonly Value[] | null = null;
  #index = -1;

  constructor(items: Iterable<Value>, length: number | null, depth: number, recurse: Loop['recurse'], budget: Budget) {
    super();
    this.#iterator = items[Symbol.iterator]();
    this.#length = length;
    this.#depth = depth;
    this.recurse = recurse;
    this.#budget = budget;
  }

  /** The next item; undefined at the end. */
  turn(): Value | undefined {
    const next = this.#peek();
    this.#ahead = undefined;
    if (next === undefined) return undefined;
    this.#index += 1;
    this.#before = this.#current;
    this.#current = next;
    return next;
  }

  override len(): number {
    if (this.#length === null) {
      const rest: Value[] = [];
      for (let turn = this.#iterator.next(); turn.done !== true; turn = this.#iterator.next()) rest.push(turn.value);
      this.#iterator = rest[Symbol.iterator]();
      this.#length = rest.length + this.#index + 1 + (this.#ahead === undefined ? 0 : 1);
    }
    return this.#length;
  }

  get label(): string {
    return `<LoopContext ${this.#index + 1}/${this.len()}>`;
  }

  /** Undefined (of JavaScript) where there is no such attribute. */
  attribute(name: string): Value | undefined {
    switch (name) {
      case 'index':
        return BigInt(this.#index + 1);
      case 'index0':
        return BigInt(this.#index);
      case 'first':
        return this.#index === 0;
      case 'last':
        return this.#peek() === undefined;
      case 'length':
        return BigInt(this.len());
      case 'revindex':
        return BigInt(this.len() - this.#index);
      case 'revindex0':
        return BigInt(this.len() - this.#index - 1);
      case 'depth':
        return BigInt(this.#depth + 1);
      case 'depth0':
        return BigInt(this.#depth);
      case 'previtem':
        return this.#index === 0 ? new Undefined('there is no previous item') : this.#before;
      case 'nextitem':
        return orElse(this.#peek(), new Undefined('there is no next item'));
      case 'cycle':
        return new Callable('method', name, ({ positional }) => {
          if (positional.length === 0) throw typeError('no items for cycling given');
          return positional[this.#index % positional.length] as Value;
        });
      case 'changed':
        return new Callable('method', name, ({ positional }) => this.#isChanged(positional));
      default:
        return undefined;
    }
  }

  again(items: Value): Value {
    if (this.recurse === null) throw typeError("The loop must have the 'recursive' marker to be called recursively.");
    return this.recurse(items, this.#depth + 1);
  }

  #isChanged(values: readonly Value[]): boolean {
    const last = this.#lastChanged;
    const isSame =
      last?.length === values.length &&
      values.every((value, index) => equals(value, last[index] as Value, this.#budget));
    if (!isSame) this.#lastChanged = values;
    return !isSame;
  }

  #peek(): Value | undefined {
    if (this.#ahead === undefined) {
      const turn = this.#iterator.next();
      this.#ahead = turn.done === true ? undefined : turn.value;
    }
    return this.#ahead;
  }
}
