import type { Budget } from './budget.ts';
import { typeError } from './faults.ts';
import { numberOf } from './values/order.ts';
import type { Text } from './values/text.ts';
import { isText, orElse, truthy, typeName, Undefined, type CallArguments, type Value } from './values/value.ts';
import { strOf } from './values/write.ts';

/** The arguments of a call of something built in, by the names of its parameters. */
export class Bound {
  readonly #values: ReadonlyMap<string, Value>;
  readonly #function: string;

  constructor(name: string, values: ReadonlyMap<string, Value>) {
    this.#function = name;
    this.#values = values;
  }

  /** Undefined where it was not given. */
  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  value(name: string, missing: Value): Value {
    return orElse(this.#values.get(name), missing);
  }

  isTrue(name: string, missing = false): boolean {
    const value = this.#values.get(name);
    return value === undefined ? missing : truthy(value);
  }

  /** A str. @throws TemplateFault */
  text(name: string): Text | undefined {
    const value = this.#values.get(name);
    if (value === undefined || isText(value)) return value;
    if (value instanceof Undefined) throw value.fault();
    throw typeError(`${this.#function}() argument '${name}' must be str, not ${typeName(value)}`);
  }

  /** `str(argument)`. */
  asText(name: string, budget: Budget): Text | undefined {
    const value = this.#values.get(name);
    return value === undefined ? undefined : strOf(value, budget);
  }

  /** An int; None counts as not given. @throws TemplateFault */
  int(name: string): bigint | undefined {
    const value = this.#values.get(name);
    if (value === undefined || value === null) return undefined;
    if (value instanceof Undefined) throw value.fault();
    const number = numberOf(value);
    if (typeof number !== 'bigint') throw typeError(`'${typeName(value)}' object cannot be interpreted as an integer`);
    return number;
  }

  /** An int as a count that fits an array; what is larger is a very large number. */
  count(name: string): number | undefined {
    const value = this.int(name);
    if (value === undefined) return undefined;
    return value > 1_000_000_000n ? 1_000_000_000 : value < -1_000_000_000n ? -1_000_000_000 : Number(value);
  }
}

/**
 * Python's matching of arguments and parameters.
 *
 * @param names of the parameters, in order; one that ends with `!` is required, one that begins with `*` takes no position
 * @throws TemplateFault
 */
export function bind(name: string, { positional, keywords }: CallArguments, names: readonly string[]): Bound {
  const values = new Map<string, Value>();
  const plain = names.map((one) => one.replace(/^\*|!$/g, ''));
  const places = names.filter((one) => !one.startsWith('*')).length;
  if (positional.length > places) {
    throw typeError(`${name}() takes at most ${places} positional arguments (${positional.length} given)`);
  }
  for (const [index, value] of positional.entries()) values.set(plain[index] as string, value);
  for (const [key, value] of keywords) {
    if (!plain.includes(key)) throw typeError(`${name}() got an unexpected keyword argument '${key}'`);
    if (values.has(key)) throw typeError(`${name}() got multiple values for argument '${key}'`);
    values.set(key, value);
  }
  const missing = names.find((one) => one.endsWith('!') && !values.has(one.slice(0, -1)));
  if (missing !== undefined) {
    throw typeError(`${name}() missing 1 required positional argument: '${missing.slice(0, -1)}'`);
  }
  return new Bound(name, values);
}
