import { readJson, valueToText } from '../text/json/index.ts';

/** One line of a value that is laid out by its indentation. */
interface Row {
  readonly indent: number;
  /** Null for an item of a list. */
  readonly key: string | null;
  /** Its value as JSON; null where that is under it. */
  readonly json: string | null;
}

/** The keys of a response or of a conversation, and those of a message in it. */
const YAML = /^ {0,8}(?:choices|messages?|candidates|output):/m;
const MESSAGE = /^ {0,40}(?:- )?(?:content|tool_calls|role|parts):/m;
const PRINTED = /^\s{0,8}(?:Array|\w{1,60} Object)\s{1,9}\(\s{1,40}\[/;

/** How much of a text must show that it is such a value; deeper ones, in levels, are none. */
const HEAD = 8000;
const MOST_LEVELS = 60;

/** JSON of a response or a conversation in YAML, or as `print_r` of PHP prints it; null for any other text. Linear. */
export function indentedJson(text: string): string | null {
  const head = text.slice(0, HEAD);
  const isYaml = /^(?:---\n)?\w{1,40}:(?:\s|$)/.test(head) && YAML.test(head) && MESSAGE.test(head);
  const rows = isYaml ? rowsOfYaml(text) : PRINTED.test(head) ? rowsOfPrint(text) : [];
  const [first] = rows;
  const read = first === undefined ? null : written(rows, 0, first.indent, MOST_LEVELS);
  return read?.next === rows.length ? read.json : null;
}

/** What is at one level from a row on: an object or a list. */
function written(
  rows: readonly Row[],
  from: number,
  indent: number,
  levels: number,
): { readonly json: string; readonly next: number } | null {
  const isList = rows[from]?.key === null;
  const members: string[] = [];
  const keys: string[] = [];
  let at = from;
  for (let row = rows[at]; row?.indent === indent && (row.key === null) === isList; row = rows[at]) {
    const under = rows[at + 1];
    // A list may be as far to the left as its key.
    const isUnder =
      under !== undefined && (under.indent > indent || (under.indent === indent && !isList && under.key === null));
    const inner =
      row.json !== null || !isUnder || levels === 0 ? null : written(rows, at + 1, under.indent, levels - 1);
    at = inner?.next ?? at + 1;
    keys.push(row.key ?? '');
    members.push(row.json ?? inner?.json ?? 'null');
  }
  if (members.length === 0) return null;
  const isCounted = keys.every((key, index) => key === String(index));
  const json =
    isList || isCounted
      ? `[${members.join(',')}]`
      : `{${members.map((member, index) => `${valueToText(keys[index] ?? '')}:${member}`).join(',')}}`;
  return { json, next: at };
}

const ENTRY = /^( *)((?:- +)*)(?:(["']?)([\w.-]{1,80})\3:(?: +(.*)|$)|(.*)$)/;

function rowsOfYaml(text: string): Row[] {
  const lines = text.replace(/^---\n/, '').split(/\r?\n/);
  const rows: Row[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const found = ENTRY.exec(line);
    if (found === null || line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const [, { length: left = 0 } = '', dashes = '', , key, given = '', item = ''] = found;
    let indent = left;
    for (const { length } of dashes.match(/- +/g) ?? []) {
      rows.push({ indent, key: null, json: null });
      indent += length;
    }
    const plain = (key === undefined ? item : given).trim();
    const block = /^([|>])[+-]?\d?$/.exec(plain)?.[1];
    const under: string[] = [];
    for (; block !== undefined && isDeeper(lines[at + 1], indent); at += 1) under.push(lines[at + 1] ?? '');
    const json = block === undefined ? scalar(plain) : blockText(under, block);
    if (key !== undefined) rows.push({ indent, key, json });
    else if (dashes !== '')
      rows[rows.length - 1] = { indent: indent - (/- +$/.exec(dashes)?.[0].length ?? 0), key: null, json };
    else return [];
  }
  return rows;
}

function isDeeper(line: string | undefined, indent: number): boolean {
  return (
    line !== undefined &&
    (line.trim() === '' || (/^ */.exec(line)?.[0].length !== undefined && line.search(/\S/) > indent))
  );
}

function blockText(lines: readonly string[], sign: string): string {
  const margin = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  return valueToText(
    lines
      .map((line) => line.slice(margin))
      .join(sign === '|' ? '\n' : ' ')
      .trimEnd(),
  );
}

/** A value on its line; null for none. */
function scalar(plain: string): string | null {
  if (plain === '') return null;
  if (readJson(plain).ok) return plain;
  return valueToText(/^'.*'$/.test(plain) ? plain.slice(1, -1).replaceAll("''", "'") : plain);
}

function rowsOfPrint(text: string): Row[] {
  const rows: { indent: number; key: string; wrote: string | null }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, { length: indent = 0 } = '', key, wrote = ''] = /^( *)\[([^\]\n]{1,120})\] => ?(.*)$/.exec(line) ?? [];
    const last = rows.at(-1);
    const isNested = /^(?:Array|\w{1,60} Object)$/.test(wrote.trim());
    if (key !== undefined)
      rows.push({ indent, key: key.replace(/:(?:protected|.{1,80}:private)$/, ''), wrote: isNested ? null : wrote });
    else if (typeof last?.wrote === 'string' && !/^ *[()]$/.test(line)) last.wrote += `\n${line}`;
  }
  return rows.map(({ indent, key, wrote }) => ({
    indent,
    key,
    json: wrote === null ? null : valueToText(wrote.trimEnd()),
  }));
}
