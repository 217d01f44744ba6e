import type { Budget } from '../budget.ts';
import { typeError, TemplateFault } from '../faults.ts';
import { Text, type Place } from './text.ts';

/** The values of a template: Python's, with texts that know where they came from. */

/** `None`, bool, int (always a bigint), float (always a number), str, and the classes below. */
export type Value = null | boolean | bigint | number | Text | Thing;

/** Everything that is not a scalar. `type` is Python's `type(value).__name__`. */
export abstract class Thing {
  abstract readonly type: string;

  /** `len(value)`; null where there is none. */
  len(): number | null {
    return null;
  }
}

export class List extends Thing {
  readonly type = 'list';
  readonly items: readonly Value[];
  /** Where the list was given to the template. */
  readonly place: Place | null;

  constructor(items: readonly Value[], place: Place | null = null) {
    super();
    this.items = items;
    this.place = place;
  }

  override len(): number {
    return this.items.length;
  }
}

export class Tuple extends Thing {
  readonly type: string;
  readonly items: readonly Value[];
  /** Of a named tuple: what each item is called. */
  readonly names: readonly string[];
  /** Of the entry of a dict: where its value was given to the template. */
  readonly valuePlace: Place | null;

  constructor(items: readonly Value[], names: readonly string[] = [], type = 'tuple', valuePlace: Place | null = null) {
    super();
    this.items = items;
    this.names = names;
    this.type = type;
    this.valuePlace = valuePlace;
  }

  override len(): number {
    return this.items.length;
  }
}

/** A dict: keys in the order in which they came first, and equal keys (`1`, `1.0`, `True`) are one. */
export class Dict extends Thing {
  readonly type = 'dict';
  readonly place: Place | null;
  readonly #entries = new Map<unknown, [key: Value, value: Value]>();

  constructor(place: Place | null = null) {
    super();
    this.place = place;
  }

  get size(): number {
    return this.#entries.size;
  }

  override len(): number {
    return this.size;
  }

  /** Undefined where there is none, since `None` is null. @throws TemplateFault for a key that cannot be hashed */
  get(key: Value, budget: Budget): Value | undefined {
    return this.#entries.get(hashOf(key, budget))?.[1];
  }

  /** The value under a str. */
  named(key: string): Value | undefined {
    return this.#entries.get(textHash(key))?.[1];
  }

  /** A key that is there keeps its place, and its first spelling. */
  set(key: Value, value: Value, budget: Budget): void {
    this.#put(hashOf(key, budget), key, value);
  }

  /** As `set`, under a str: its hash costs nothing. */
  setNamed(key: Text, value: Value): void {
    this.#put(textHash(key.text), key, value);
  }

  copy(): Dict {
    const copy = new Dict(this.place);
    for (const [hash, [key, value]] of this.#entries) copy.#put(hash, key, value);
    return copy;
  }

  #put(hash: unknown, key: Value, value: Value): void {
    const entry = this.#entries.get(hash);
    if (entry === undefined) this.#entries.set(hash, [key, value]);
    else entry[1] = value;
  }

  entries(): readonly (readonly [key: Value, value: Value])[] {
    return [...this.#entries.values()];
  }

  keys(): Value[] {
    return Array.from(this.#entries.values(), ([key]) => key);
  }

  /** The entries as tuples, as `items` gives them. */
  pairs(): Tuple[] {
    const { place } = this;
    return Array.from(this.#entries.values(), (entry) => {
      const [key] = entry;
      return new Tuple(entry, [], 'tuple', place === null || !isText(key) ? null : { parent: place, key: key.text });
    });
  }

  values(): Value[] {
    return Array.from(this.#entries.values(), ([, value]) => value);
  }
}

/** What `dict.keys()`, `.values()` and `.items()` give. */
export class DictView extends Thing {
  readonly type: 'dict_keys' | 'dict_values' | 'dict_items';
  readonly dict: Dict;

  constructor(type: DictView['type'], dict: Dict) {
    super();
    this.type = type;
    this.dict = dict;
  }

  override len(): number {
    return this.dict.size;
  }

  items(): readonly Value[] {
    if (this.type === 'dict_keys') return this.dict.keys();
    if (this.type === 'dict_values') return this.dict.values();
    return this.dict.pairs();
  }
}

export class Range extends Thing {
  readonly type = 'range';
  readonly start: bigint;
  readonly stop: bigint;
  readonly step: bigint;
  readonly length: number;

  constructor(start: bigint, stop: bigint, step: bigint) {
    super();
    this.start = start;
    this.stop = stop;
    this.step = step;
    const distance = step > 0n ? stop - start : start - stop;
    const size = step > 0n ? step : -step;
    this.length = distance > 0n ? Number((distance + size - 1n) / size) : 0;
  }

  override len(): number {
    return this.length;
  }

  at(index: number): bigint {
    return this.start + BigInt(index) * this.step;
  }
}

/** A generator, a reversed list, and other things that are gone through once. */
export class Once extends Thing {
  readonly type: string;
  /** As `repr` begins: `<generator object sync_do_map`. */
  readonly label: string;
  readonly #iterator: Iterator<Value, unknown>;

  constructor(type: string, label: string, iterable: Iterable<Value>) {
    super();
    this.type = type;
    this.label = label;
    this.#iterator = iterable[Symbol.iterator]();
  }

  /** Undefined at the end. */
  next(): Value | undefined {
    const turn = this.#iterator.next();
    return turn.done === true ? undefined : turn.value;
  }
}

/** `jinja2.Undefined`. */
export class Undefined extends Thing {
  readonly type = 'Undefined';
  /** What Jinja2 says when it is used: `'x' is undefined`. */
  readonly message: string;
  /** Set for what the sandbox refuses to give. */
  readonly isUnsafe: boolean;

  constructor(message: string, isUnsafe = false) {
    super();
    this.message = message;
    this.isUnsafe = isUnsafe;
  }

  override len(): number {
    return 0;
  }

  fault(): TemplateFault {
    return this.isUnsafe
      ? new TemplateFault('security', 'SecurityError', this.message)
      : new TemplateFault('undefined', 'UndefinedError', this.message);
  }
}

/** What a call gets. */
export interface CallArguments {
  readonly positional: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
}

/** A macro, a function, a method of a value, a class such as `namespace`. */
export class Callable extends Thing {
  readonly type: string;
  /** Of a macro, its name; of a method, the method's. */
  readonly name: string;
  readonly call: (args: CallArguments) => Value;
  /** As `repr` writes it, up to the address. */
  readonly label: string;
  /** Attributes that a template may ask for. */
  readonly attributes: ReadonlyMap<string, Value>;

  constructor(
    type: string,
    name: string,
    call: (args: CallArguments) => Value,
    label = `<${type} ${name}`,
    attributes: ReadonlyMap<string, Value> = new Map(),
  ) {
    super();
    this.type = type;
    this.name = name;
    this.call = call;
    this.label = label;
    this.attributes = attributes;
  }
}

export class Namespace extends Thing {
  readonly type = 'Namespace';
  readonly attributes = new Map<string, Value>();
}

/** `cycler(…)` and `joiner(…)`: objects with attributes that change. */
export class Helper extends Thing {
  readonly type: 'Cycler' | 'Joiner';
  readonly attribute: (name: string) => Value | undefined;
  readonly call: (() => Value) | null;

  constructor(type: Helper['type'], attribute: Helper['attribute'], call: (() => Value) | null = null) {
    super();
    this.type = type;
    this.attribute = attribute;
    this.call = call;
  }
}

export function isScalar(value: Value): value is null | boolean | bigint | number {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}

export function isText(value: Value | undefined): value is Text {
  return value instanceof Text;
}

/** A value where there is one: `None` is a value, so `??` does not do. */
export function orElse(value: Value | undefined, missing: Value): Value {
  return value === undefined ? missing : value;
}

/** `type(value).__name__`. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (isText(value)) return value.isMarkup ? 'Markup' : 'str';
  return value.type;
}

/** `bool(value)`. A generator is always true. */
export function truthy(value: Value): boolean {
  if (value === null || typeof value === 'boolean') return value === true;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  if (isText(value)) return value.text !== '';
  return value.len() !== 0;
}

/** A str is itself as a key, unless it could be taken for another hash. */
function textHash(text: string): string {
  return text.startsWith('\0') ? `\0s${text}` : text;
}

// Values share their parts: a list of twice the same list, forty times over, is small, and has 2^40 parts for who goes through it.
// What goes through a value therefore pays a step for each part that it visits.

/** Something that is the same for equal values. @throws TemplateFault for what has no hash */
export function hashOf(value: Value, budget: Budget): unknown {
  if (isText(value)) return textHash(value.text);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value === 'bigint') return value;
  if (value instanceof Tuple) {
    const hash = `\0t${value.items.map((item) => hashText(item, budget)).join()}`;
    budget.make(hash.length);
    return hash;
  }
  if (value instanceof List || value instanceof Dict) throw typeError(`unhashable type: '${value.type}'`);
  if (value instanceof Range) return `\0r${value.length === 0 ? '' : `${value.start},${value.length},${value.step}`}`;
  if (value instanceof Undefined) return '\0u';
  return value;
}

function hashText(value: Value, budget: Budget): string {
  budget.spend(1);
  const hash = hashOf(value, budget);
  if (typeof hash === 'string') return JSON.stringify(hash);
  if (typeof hash === 'bigint' || typeof hash === 'number') return String(hash);
  if (hash === null) return 'None';
  throw typeError(`unhashable type: '${typeName(value)}'`);
}

/** `one == other`. */
export function equals(one: Value, other: Value, budget: Budget): boolean {
  budget.spend(1);
  if (isText(one) || isText(other)) return isText(one) && isText(other) && one.text === other.text;
  if (one === null || other === null) return one === other;
  if (one instanceof List) return other instanceof List && areEqual(one.items, other.items, budget);
  if (one instanceof Tuple) return other instanceof Tuple && areEqual(one.items, other.items, budget);
  if (one instanceof Dict) return other instanceof Dict && areSameDicts(one, other, budget);
  if (one instanceof DictView) return other instanceof DictView && areSameViews(one, other, budget);
  if (one instanceof Undefined) return other instanceof Undefined;
  if (one instanceof Range) return other instanceof Range && hashOf(one, budget) === hashOf(other, budget);
  if (one instanceof Thing || other instanceof Thing) return one === other;
  if (typeof one === 'number' && Number.isNaN(one)) return false;
  return hashOf(one, budget) === hashOf(other, budget);
}

function areEqual(ones: readonly Value[], others: readonly Value[], budget: Budget): boolean {
  return ones.length === others.length && ones.every((one, index) => equals(one, others[index] as Value, budget));
}

function areSameDicts(one: Dict, other: Dict, budget: Budget): boolean {
  if (one.size !== other.size) return false;
  return one.entries().every(([key, value]) => {
    const found = other.get(key, budget);
    return found !== undefined && equals(value, found, budget);
  });
}

function areSameViews(one: DictView, other: DictView, budget: Budget): boolean {
  if (one.type !== other.type || one.type === 'dict_values') return one === other;
  return one.type === 'dict_items'
    ? areSameDicts(one.dict, other.dict, budget)
    : one.dict.size === other.dict.size && one.dict.keys().every((key) => other.dict.get(key, budget) !== undefined);
}
