import { readJson, valueToText } from '../../text/json/index.ts';

/** One line of a value that is laid out by its indentation. */
interface Row {
  readonly indent: number;
  /** Null for an item of a list. */
  readonly key: string | null;
  /** Its value as it is written; null where that is under it. */
  wrote: string | null;
}

/** The keys of a response or of a conversation, and those of a message in it. */
const YAML = /^(?:choices|messages?|output):[^]{0,4000}^ {0,40}(?:- )?(?:content|tool_calls|role):/m;
const YAML_ENTRY = /^( *)["']?([\w.-]{1,80})["']?:(?: +(.*))?$/;

/** A list of messages under a key or alone, as Home Assistant shows the steps of a pipeline. */
const MESSAGES = /^(?:[\w-]{1,40}:[ \t]*\n)? {0,8}- role: ?["']?(?:assistant|user|system|tool)\b/m;

/** So much of a text must show that it is such a value. In UTF-16 units. */
const HEAD = 8000;

/**
 * JSON of a response or a conversation in YAML (1.2: block collections, block and flow scalars; flow collections only where they are
 * JSON); null for any other text. Linear.
 */
export function indentedJson(text: string): string | null {
  const head = text.slice(0, HEAD);
  const listed = MESSAGES.exec(head);
  if (listed !== null && /^ {0,12}(?:- )?(?:content|tool_calls|thinking_content):/m.test(head)) {
    // What is before it and after it are the words of a person.
    const end = afterBlock(text, listed.index);
    const json = yamlJson(text.slice(listed.index, end));
    return json === null ? null : `${text.slice(0, listed.index)}${json}\n${text.slice(end)}`;
  }
  return YAML.test(head) ? yamlJson(text) : null;
}

/** JSON of a value in YAML; null where something in it is none. */
export function yamlJson(text: string): string | null {
  const rows = rowsOf(text);
  const read = written(rows, 0);
  return read?.next === rows.length ? read.json : null;
}

/** Where a block ends: at the first line after a blank one that is no part of it. */
function afterBlock(text: string, from: number): number {
  const words = /\n[ \t]*\n(?! |\t|- |[\w-]{1,40}:[ \t]*\n)/g;
  words.lastIndex = from;
  return words.exec(text)?.index ?? text.length;
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let block = Infinity;
  for (const line of text.split(/\r?\n/)) {
    const last = rows.at(-1);
    const indent = line.search(/\S/);
    if (last !== undefined && (indent < 0 ? block < Infinity : indent > block)) {
      last.wrote = `${last.wrote ?? ''}\n${line}`;
      continue;
    }
    block = Infinity;
    let rest = line;
    for (let item = /^( *)- +/.exec(rest); item !== null; item = /^( *)- +/.exec(rest)) {
      rows.push({ indent: item[1]?.length ?? 0, key: null, wrote: null });
      rest = ' '.repeat(item[0].length) + rest.slice(item[0].length);
    }
    const found = YAML_ENTRY.exec(rest);
    if (found !== null) {
      const [, { length } = '', key = '', given = ''] = found;
      const isBlock = /^[|>][+-]?$/.test(given);
      if (isBlock) block = length;
      rows.push({ indent: length, key, wrote: given === '' ? null : given });
    } else if (rest.trim() !== '' && rest !== '---') {
      const item = rows.at(-1);
      if (item === undefined || item.wrote !== null) return [];
      item.wrote = rest.trim();
    }
  }
  return rows;
}

/** What YAML has after a key: a value on its line, or the lines of a text under a sign. */
function scalar(wrote: string): string {
  const margin = /^[|>][+-]?\n( +)/.exec(wrote)?.[1];
  if (margin !== undefined)
    return valueToText(
      wrote
        .slice(wrote.indexOf('\n') + 1 + margin.length)
        .replaceAll(`\n${margin}`, '\n')
        .trimEnd(),
    );
  return readJson(wrote).ok ? wrote : valueToText(yamlText(wrote));
}

/** What a text on one line stands for: in either quotes, or without. */
export function yamlText(wrote: string): string {
  if (/^'.*'$/.test(wrote)) return wrote.slice(1, -1).replaceAll("''", "'");
  const quoted = wrote.startsWith('"') ? readJson(wrote) : null;
  return quoted?.ok === true && quoted.node.kind === 'string' ? quoted.node.value : wrote;
}

/** What is at one level from a row on: an object or a list. */
function written(rows: readonly Row[], from: number): { readonly json: string; readonly next: number } | null {
  const first = rows[from];
  const isList = first?.key === null;
  const members: string[] = [];
  const keys: string[] = [];
  let at = from;
  for (let row = first; row?.indent === first?.indent && (row?.key === null) === isList; row = rows[at]) {
    if (row === undefined) break;
    const under = rows[at + 1];
    // A list may be as far to the left as its key.
    const isUnder =
      (under?.indent ?? -1) > row.indent || (under?.indent === row.indent && !isList && under.key === null);
    const inner = row.wrote === null && isUnder ? written(rows, at + 1) : null;
    at = inner?.next ?? at + 1;
    keys.push(row.key ?? '');
    members.push(row.wrote === null ? (inner?.json ?? 'null') : scalar(row.wrote));
  }
  if (members.length === 0) return null;
  const json = isList
    ? `[${members.join(',')}]`
    : `{${members.map((member, index) => `${valueToText(keys[index] ?? '')}:${member}`).join(',')}}`;
  return { json, next: at };
}
