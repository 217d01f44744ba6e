import { endOfLine } from '../../text/document/index.ts';
import { valueToText } from '../../text/json/index.ts';
import { printedJson } from './printed-value.ts';
import { snakeCase } from './tokens.ts';
import { shellValue } from './unquoted.ts';

/**
 * A field that begins a line: its key, with quotes, brackets or a sign around it, what tells the value from it, and the type of the
 * value where a debugger or R shows it.
 */
const FIELD =
  /^[ \t]{0,40}(?:\$ )?["':[]{0,2}([A-Za-z_][\w.]{0,40}(?:\[\d{1,3}\][\w.]{1,40})?(?: [a-z]{1,9})?)["'\]]{0,2}([ \t]{0,40})(=>|->|[:=|])(?: (?:\{\w{1,20}\}|chr|num|int|logi|NULL)(?= |$))?(?: |$)/i;

/** What may be above the first field: the head of a record or of a value, and its first line in a browser. */
const HEAD =
  /^\s{0,20}(?:[-*]{1,40}[ [][^\n]{1,200}|[\w{}, .]{1,60} (?:with|of) \d{1,6}(?: entries)?:?|(?:Object )?\{[^\n]{1,400}…[^\n]{0,60})\n/;
/** What is between records, and what a browser says below an object. */
const RULE = /^(?:-\[ RECORD|\*{3,40} \d|\(\d{1,9} rows?\)|\[\[Prototype\]\]: |length: \d+$|\d+: ?$|\s*$)/;

/** What a message and a response have: only these begin a field where no column tells them from a text. */
const KNOWN =
  /^(?:id|role|content|text|tool_calls?|function|function_call|finish_reason|stop_reason|done_reason|reasoning|reasoning_content|thinking|refusal|model|usage|object|created|created_at|message|choices|audio|annotations|name|arguments|done)$/;

/** A key that is marked as one: `"id" =>`, `[id] =>`. */
const QUOTED = /^\s*["'[][^=]*=>/;

interface Field {
  readonly key: string;
  readonly lines: string[];
}

/**
 * JSON of what a program shows as fields, each on a line with any sign after its key: `print` of Python, the variables of a debugger,
 * the objects of a browser, R, Julia, TOML, PowerShell, psql and sqlite. A role or a content that comes again begins another record.
 * Null for what tells no message. Linear.
 */
export function fieldsJson(text: string): string | null {
  const start = HEAD.exec(text.slice(0, 600))?.[0].length ?? text.length - text.trimStart().length;
  const first = text.slice(start, Math.min(start + 200, endOfLine(text, start)));
  // What begins with a bracket is read by those who read brackets.
  if (
    /[[{(]\s{0,8}$/.test(first) ||
    !(KNOWN.test(keyOf(FIELD.exec(first))) || COLUMN.test(text.slice(start, start + 400)))
  )
    return null;
  const records: Field[][] = [[]];
  let column = 0;
  for (let from = start; from < text.length;) {
    const to = endOfLine(text, from);
    const line = text.slice(from, to).replace(/\r$/, '');
    from = to + 1;
    const found = FIELD.exec(line.slice(0, 200));
    const key = keyOf(found);
    const at = found === null ? -1 : line.indexOf(found[3] ?? '', found[1]?.length);
    const record = records.at(-1) ?? [];
    if (
      found !== null &&
      (KNOWN.test(key) || QUOTED.test(found[0]) || (found[2] !== '' && (column === 0 || at === column)))
    ) {
      column = found[2] === '' ? -1 : at;
      const field = { key, lines: [line.slice(found[0].length)] };
      if ((key === 'role' || key === 'content') && record.some((one) => one.key === key)) records.push([field]);
      else record.push(field);
      continue;
    }
    const last = record.at(-1);
    if (last === undefined || RULE.test(line)) continue;
    // A table and PowerShell go on under the column of the value; psql ends a line with a plus.
    const isUnder = column > 0 && line.slice(0, column).trim() === '';
    const above = last.lines.pop() ?? '';
    last.lines.push(
      isUnder && above.endsWith('+') ? above.slice(0, -1).trimEnd() : above,
      isUnder ? line.slice(column + 1).replace(/^ /, '') : line,
    );
  }
  const written = records.flatMap((record) => recordJson(record) ?? []);
  return written.length < 2 ? (written[0] ?? null) : `[${written.join(',')}]`;
}

/** Blanks before the sign, as a table has them. */
const COLUMN = /^[A-Za-z_]\w{0,60} {1,60}[:=|] ?[^\n]{0,200}\n/;

/** `message.content`, `Finish reason` and `toolCalls` are `content`, `finish_reason` and `tool_calls`. */
function keyOf(found: RegExpExecArray | null): string {
  const name = (found?.[1] ?? '').replace(/^.*[.\]]/, '').replaceAll(' ', '_');
  return snakeCase(name).toLowerCase();
}

/** What a message or a response has at least. */
const HOLDS = /^(?:content|text|tool_calls|message|choices|response)$/;
const TELLS = /^(?:tool_calls|finish_reason|stop_reason|done_reason|done)$/;
const OBJECT = /^["']?(?:chat\.|text_)completion/;
const ROLE = /^["'(:]?(?:assistant|user|system|tool|model|ai|human|bot|developer|function)\b/i;

function recordJson(fields: readonly Field[]): string | null {
  const tells = ({ key, lines: [first = ''] }: Field): boolean =>
    TELLS.test(key) || (key === 'role' && ROLE.test(first.trim())) || (key === 'object' && OBJECT.test(first.trim()));
  if (!fields.some(({ key }) => HOLDS.test(key)) || !fields.some(tells)) return null;
  const members = new Map<string, string>();
  const calls: string[] = [];
  let name = '';
  for (const { key, lines } of fields) {
    const json = valueJson(key, lines.join('\n'));
    // A browser shows the members of these below them.
    if (/^(?:choices|message)$/.test(key) && !/^[{[]/.test(json)) continue;
    if (key === 'name') name = json;
    else if (key === 'arguments' && name !== '') calls.push(`{"name":${name},"arguments":${json}}`);
    else if (!members.has(key)) members.set(key, json);
  }
  if (calls.length > 0)
    members.set('tool_calls', `[${calls.map((call) => `{"type":"function","function":${call}}`).join(',')}]`);
  return `{${[...members].map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
}

/** What is no value, in any language. */
const NOTHING = /^(?:Array|\w{1,60} Object|None|nil|NULL|undefined|nothing|)$/;

/** Without quotes around it a text is as it is; a list of blocks is none. */
const FREE = /^(?:content|text|arguments|reasoning|reasoning_content|thinking)$/;
const TEXT = /^(?!["'`]|\[(?:[A-Z]\w{2,60}\(|\{ ?["']?type))/;

/** A value as a language prints it, or the text as it is. */
function valueJson(key: string, wrote: string): string {
  const value = wrote.trim();
  if (NOTHING.test(value)) return 'null';
  if (FREE.test(key) && TEXT.test(value)) return valueToText(value);
  const isPrinted = /^(?:["'{[]|[A-Z]\w{2,60} ?[({])/.test(value);
  return (isPrinted ? printedJson(value) : null) ?? shellValue(value);
}
