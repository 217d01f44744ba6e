import { fromRows, type Rows } from './rows.ts';

/**
 * A value as it travels between threads. Of thousands of small objects JSON text takes less than half the time of a
 * structured clone; but one text of more than a megabyte takes an engine three times as long as the same in pieces, so
 * each field of an object is a parcel of its own, and a long list is rows or several. A long text that both sides have does not
 * travel: an answer about a reply holds all of it.
 */
export type Parcel =
  | { readonly text: string }
  /** One of the texts that both sides have, by its index. */
  | { readonly shared: number }
  | { readonly json: string }
  | { readonly lists: readonly string[] }
  | Rows
  | { readonly fields: readonly (readonly [key: string, value: Parcel])[] };

/** Objects are taken apart so deep: a request or an answer, and what it holds. */
const DEEPEST = 2;
/** Items of a list that is no more than any other value. */
const FEW = 200;
/** Items of a list in one text. */
const LIST = 2000;
/** Characters of a text that is worth being looked for. */
const LONG_TEXT = 1000;

/** A list as rows; null where it has too many shapes. */
type RowsOf = (items: readonly unknown[]) => Rows | null;

/**
 * Takes what JSON takes; what it leaves out is left out.
 *
 * @param shared the texts that the receiver has, as `textsIn` gives them on both sides
 * @param rowsOf makes rows of a long list; questions have none
 */
export function pack(value: unknown, shared: readonly string[] = [], rowsOf: RowsOf = () => null, depth = 0): Parcel {
  if (typeof value === 'string') {
    const index = value.length < LONG_TEXT ? -1 : shared.indexOf(value);
    return index < 0 ? { text: value } : { shared: index };
  }
  if (Array.isArray(value) && value.length > FEW)
    return rowsOf(value) ?? (value.length > LIST ? { lists: listsOf(value) } : { json: JSON.stringify(value) });
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === DEEPEST)
    return { json: JSON.stringify(value) };
  const kept = Object.entries(value).filter(([, field]) => field !== undefined);
  return { fields: kept.map(([key, field]) => [key, pack(field, shared, rowsOf, depth + 1)]) };
}

export function unpack(parcel: Parcel, shared: readonly string[] = []): unknown {
  if ('text' in parcel) return parcel.text;
  if ('shared' in parcel) return shared[parcel.shared];
  if ('json' in parcel) return JSON.parse(parcel.json);
  if ('rows' in parcel) return fromRows(parcel);
  if ('lists' in parcel) return parcel.lists.flatMap((list) => JSON.parse(list) as unknown[]);
  return Object.fromEntries(parcel.fields.map(([key, field]) => [key, unpack(field, shared)]));
}

/** The texts that a parcel brings, in their order: who sent it has them as well. */
export function textsIn(parcel: Parcel): readonly string[] {
  if ('text' in parcel) return [parcel.text];
  return 'fields' in parcel ? parcel.fields.flatMap(([, field]) => textsIn(field)) : [];
}

function listsOf(items: readonly unknown[]): string[] {
  return Array.from({ length: Math.ceil(items.length / LIST) }, (_, index) =>
    JSON.stringify(items.slice(index * LIST, (index + 1) * LIST)),
  );
}
