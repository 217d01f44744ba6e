import { isRecord } from '../../core/index.ts';
import type { Fields, Hole, Rows, Shape } from './rows.ts';

/** Takes a list of objects of few shapes; null for others. */
export function toRows(items: readonly unknown[]): Rows | null {
  // Steps say the same few words; of calls each has an id of its own.
  return rowsOf(items, false) ?? rowsOf(items, true);
}

const BEGINNING = 64;

/** @param isTextHole whether the texts of an item fill holes, or belong to its shape */
function rowsOf(items: readonly unknown[], isTextHole: boolean): Rows | null {
  const shapes: Shape[] = [];
  const tree = new Tree();
  const texts = isTextHole ? new Map<string, number>() : null;
  const rows: number[] = [];
  for (const [at, item] of items.entries()) {
    if (!isRecord(item)) return null;
    // Most of a list is like its beginning.
    if (at === BEGINNING && shapes.length > BEGINNING / 2) return null;
    const start = rows.push(0) - 1;
    const walked = walk(tree, item, texts, rows, true);
    const place = walked ?? new Tree();
    if (walked === null) rows.length = start + 1;
    if (place.index < 0) {
      place.index = shapes.length;
      shapes.push(walked === null ? [item, []] : shapeOf(item, isTextHole));
      if (shapes.length > items.length / 4) return null;
    }
    rows[start] = place.index;
  }
  const listed = JSON.stringify(texts === null ? [] : [...texts.keys()]);
  return { shapes: JSON.stringify(shapes), texts: listed, rows: Int32Array.from(rows) };
}

const UNTAKEN = Symbol('untaken');

/** Names and values in turn, as a tree: to join those to one text would take longer than to write JSON. */
class Tree {
  /** The index of the shape that ends here; -1 for none. */
  index = -1;
  readonly #next = new Map<unknown, Tree>();
  /** The step that was taken last, which is often the next one as well: no need to look it up. */
  #lastStep: unknown = UNTAKEN;
  #lastTree: Tree = this;

  next(step: unknown): Tree {
    if (step === this.#lastStep) return this.#lastTree;
    let next = this.#next.get(step);
    if (next === undefined) {
      next = new Tree();
      this.#next.set(step, next);
    }
    this.#lastStep = step;
    this.#lastTree = next;
    return next;
  }
}

/** Steps that are no value of an item. */
const [NUMBER, TEXT, LIST, OPEN, CLOSE] = [Symbol('number'), Symbol('text'), Symbol('list'), Symbol('{'), Symbol('}')];

/** Goes down the tree and adds what fills the holes to the row. Null where an item has more in it than a shape says. */
function walk(
  from: Tree,
  fields: Fields,
  texts: Map<string, number> | null,
  row: number[],
  isOuter: boolean,
): Tree | null {
  let tree: Tree = from;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === undefined) continue;
    tree = tree.next(name);
    if (isSmall(value)) {
      row.push(value);
      tree = tree.next(NUMBER);
    } else if (typeof value === 'string' && texts !== null) {
      let index = texts.get(value);
      if (index === undefined) texts.set(value, (index = texts.size));
      row.push(index);
      tree = tree.next(TEXT);
    } else if (typeof value !== 'object' || value === null) tree = tree.next(value);
    else if (Array.isArray(value)) {
      if (value.length > 0) return null;
      tree = tree.next(LIST);
    } else {
      const inner = isOuter ? walk(tree.next(OPEN), value as Fields, texts, row, false) : null;
      if (inner === null) return null;
      tree = inner.next(CLOSE);
    }
  }
  // A key that is a setter elsewhere is only copied as it is.
  return Object.hasOwn(fields, '__proto__') ? null : tree;
}

/** Of an item that could be walked. */
function shapeOf(item: Fields, isTextHole: boolean): Shape {
  const holes: Hole[] = [];
  const emptied = (value: unknown, hole: Hole): unknown => {
    if (isSmall(value)) {
      holes.push(hole);
      return 0;
    }
    if (typeof value === 'string' && isTextHole) {
      holes.push(hole);
      return '';
    }
    return value;
  };
  const shape = Object.entries(item).map(([key, value]) => {
    if (!isRecord(value)) return [key, emptied(value, [key])] as const;
    const inner = Object.entries(value).map(([name, part]) => [name, emptied(part, [key, name])] as const);
    return [key, Object.fromEntries(inner)] as const;
  });
  return [Object.fromEntries(shape), holes];
}

/** Whether a value is a whole number as a row holds it. */
function isSmall(value: unknown): value is number {
  return typeof value === 'number' && value === (value | 0);
}
