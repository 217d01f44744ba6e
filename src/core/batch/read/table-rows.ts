import { saysReplies } from '../shapes/reply-keys.ts';
import { type Fields, fieldsOf, firstAt, listOf, textAt, textOf } from '../values.ts';

/**
 * The rows of a table that is written as JSON: names of columns beside rows that are lists; or a list for each column; or for each the
 * values by the number of the row, as pandas has them. Empty for what is none.
 */
export function tableRows(value: Fields): readonly Fields[] {
  const names = listOf(firstAt(value, ['columns', 'header', 'headers'])).map(
    (name) => textOf(name) ?? textAt(fieldsOf(name), 'name'),
  );
  const rows = listOf(firstAt(value, ['data', 'rows', 'values']));
  if (names.length > 0 && rows.length > 0)
    return rows.every(Array.isArray) ? rows.map((row) => named(names, listOf(row))) : [];
  const columns = Object.entries(value);
  const [, first] = columns[0] ?? [];
  if (columns.length < 2) return [];
  const listed = columnsOf(value);
  if (listed.length > 0) return listed;
  if (Array.isArray(first)) {
    const isTable = columns.every(([, column]) => Array.isArray(column) && column.length === first.length);
    return isTable
      ? first.map((_, row) => Object.fromEntries(columns.map(([name, column]) => [name, listOf(column)[row]])))
      : [];
  }
  const numbers = Object.keys(fieldsOf(first) ?? {});
  const isTable =
    numbers.every((number) => /^\d{1,9}$/.test(number)) &&
    columns.every(([, column]) => Object.keys(fieldsOf(column) ?? {}).length === numbers.length);
  if (!isTable) return [];
  return numbers.map((number) =>
    Object.fromEntries(
      columns.flatMap(([name, column]) => {
        const cell = fieldsOf(column)?.[number];
        return cell === undefined ? [] : [[name, cell]];
      }),
    ),
  );
}

/** Benchmarks of servers have a list of replies beside others of its length, `errors` or `ttfts`, and beside totals. */
function columnsOf(value: Fields): readonly Fields[] {
  const replies = Object.entries(value).find(
    ([key, list]) => key.endsWith('s') && saysReplies(key) && listOf(list).some((one) => typeof one === 'string'),
  );
  const length = listOf(replies?.[1]).length;
  const columns = Object.entries(value).filter(([, list]) => Array.isArray(list) && list.length === length);
  if (replies === undefined || columns.length < 2) return [];
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map(([key, list]) => [key.replace(/s$/, ''), listOf(list)[row]])),
  );
}

function named(names: readonly (string | null)[], row: readonly unknown[]): Fields {
  return Object.fromEntries(row.map((cell, index) => [names[index] ?? String(index), cell]));
}
