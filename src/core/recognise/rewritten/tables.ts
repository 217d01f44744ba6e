import { RowReader, separatorOf } from '../../text/document/index.ts';
import { valueToText } from '../../text/json/index.ts';
import { hasMarkup } from '../markup.ts';
import { fieldsJson } from '../printed/index.ts';

/** Columns that hold what a model wrote. */
const WROTE =
  /^(?:content|(?:raw|model|llm|actual)?_?(?:output|response|reply|answer|completion|generation|prediction)|predicted|generated_text)$/;

/**
 * A table as JSON: a line for each row of CSV of which a column holds what a model wrote, or one object for a table of Markdown with a
 * field and its value in each row. Null where no cell has the signs of a call. Linear.
 */
export function tableJson(text: string): string | null {
  return text.trimStart().startsWith('|') ? fieldsOf(text.trim()) : recordsOf(text.trimStart());
}

const HEAD = /^\| *(?:field|key|property|name|member) *\| *(?:value|content) *\|? *\r?\n/i;
const ROW = /^\| *`?([A-Za-z_][\w.]{0,40})`? *\|(.*)$/;

function fieldsOf(text: string): string | null {
  const head = HEAD.exec(text.slice(0, 200));
  if (head === null) return null;
  const rows = text.slice(head[0].length).split(/\r?\n/).slice(1);
  const fields = rows.map((row) => ROW.exec(row));
  if (!hasMarkup(text) || fields.includes(null)) return null;
  return fieldsJson(fields.map((field) => `${field?.[1] ?? ''}: ${cellText(field?.[2] ?? '')}`).join('\n'));
}

/** Without the bar after it, and without the code span that keeps its signs. */
function cellText(cell: string): string {
  const text = cell.trim().replace(/\|$/, '').trim();
  const code = /^`([^`]+)`$/.exec(text)?.[1] ?? text;
  return code.replaceAll(String.raw`\|`, '|').replaceAll(/<br ?\/?>/g, '\n');
}

/** So much of a text tells whether it is CSV. */
const HEAD_OF_ROWS = 4000;

function recordsOf(text: string): string | null {
  const separator = /^["A-Za-z_]/.test(text) ? separatorOf(text.slice(0, HEAD_OF_ROWS)) : null;
  if (separator === null) return null;
  const reader = new RowReader(separator);
  const [head = [], ...rows] = [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
  const names = head.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'));
  const column = names.findIndex((name) => WROTE.test(name));
  const isTable = rows.length > 1 && rows.every((row) => row.length === names.length);
  if (!isTable || !rows.some((row) => hasMarkup(row[column] ?? ''))) return null;
  const keys = names.map((name, index) => (index === column && name !== 'content' ? 'response' : name));
  return rows
    .map((row) => `{${row.map((cell, index) => `${valueToText(keys[index] ?? '')}:${valueToText(cell)}`).join(',')}}`)
    .join('\n');
}
