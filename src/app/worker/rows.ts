/**
 * A long list of spans as it travels: thousands of steps say the same few things of other places. What they say is written
 * once, and each row has the index of what it says and its place. To read that takes a fifth of the time of JSON text.
 */
export interface Rows {
  /** What the items are besides `from` and `to`, as JSON text of a list. */
  readonly said: string;
  /** Of each item three numbers: the index of what it says, `from` and `to`. */
  readonly rows: Int32Array;
}

interface Placed {
  readonly from: number;
  readonly to: number;
  readonly [name: string]: unknown;
}

/** Takes a list of which every item has a place; null for others, and where items say too many things. */
export function toRows(items: readonly unknown[]): Rows | null {
  const said: object[] = [];
  const sayings = new Sayings();
  const rows = new Int32Array(items.length * 3);
  for (const [at, item] of items.entries()) {
    if (!isPlaced(item)) return null;
    const saying = sayings.of(item);
    if (saying.index < 0) {
      saying.index = said.length;
      said.push({ ...item, from: 0, to: 0 });
      if (said.length > items.length / 4) return null;
    }
    rows[at * 3] = saying.index;
    rows[at * 3 + 1] = item.from;
    rows[at * 3 + 2] = item.to;
  }
  return { said: JSON.stringify(said), rows };
}

export function fromRows({ said, rows }: Rows): unknown[] {
  const patterns = JSON.parse(said) as readonly { from: number; to: number }[];
  const items: unknown[] = [];
  for (let at = 0; at < rows.length; at += 3) {
    const item = { ...(patterns[rows[at] ?? 0] ?? { from: 0, to: 0 }) };
    item.from = rows[at + 1] ?? 0;
    item.to = rows[at + 2] ?? 0;
    items.push(item);
  }
  return items;
}

function isPlaced(item: unknown): item is Placed {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const { from, to } = item as Partial<Record<'from' | 'to', unknown>>;
  return isSmall(from) && isSmall(to);
}

/** Whether a value is a whole number as a row holds it. */
function isSmall(value: unknown): boolean {
  return typeof value === 'number' && value === (value | 0);
}

class Saying {
  /** Its index in the list; -1 as long as it is in none. */
  index = -1;
  readonly #next = new Map<unknown, Saying>();

  next(step: unknown): Saying {
    let next = this.#next.get(step);
    if (next === undefined) {
      next = new Saying();
      this.#next.set(step, next);
    }
    return next;
  }
}

/** What items say, found by their names and values in turn: to join those to one text would take longer than to write JSON. */
class Sayings {
  readonly #first = new Saying();

  /** The same object for items that differ in their places at most. */
  of(item: Placed): Saying {
    let saying = this.#first;
    for (const name of Object.keys(item)) {
      const value = item[name];
      if (name === 'from' || name === 'to' || value === undefined) continue;
      // Few items hold more than plain values, and each of those says something of its own.
      if (typeof value === 'object' && value !== null) return new Saying();
      saying = saying.next(name).next(value);
    }
    return saying;
  }
}
