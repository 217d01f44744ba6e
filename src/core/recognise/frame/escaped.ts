import { JsonReader } from '../../text/json/index.ts';
import { decodeText } from '../../text/languages/index.ts';

/** A text that was a string of JSON or of Python. */
export interface Unescaped {
  readonly text: string;
  /** Offset of the text in what was pasted, where it holds no escape; else null. */
  readonly offset: number | null;
}

/** What shows that a string in quotes was copied out of data: an escape, or markup. A quoted sentence has neither. */
const DATA = /\\|[<{[]|%7B|;base64,/;

/** `"content": "…",` is how a line of JSON is copied, `const response = …` a line of a program; the examples of vLLM print the last one. */
const MEMBER =
  /^\s{0,200}(?:```\w{0,10}\n\s{0,200})?(?:\[[\w .:/-]{1,60}\] )?(?:["'][\w.-]{1,60}["']|(?:const |let |var )?(?:(?:raw|llm|model|assistant)_)?(?:content|text|response|output|message|reply|answer|completion)|(?:# )?generated[_ ]text|raw(?:_\w{1,20})?)\s{0,8}[:=]\s{0,8}(?=r?["']|`)/i;
/** What a literal over many lines begins with: Python, TOML, JavaScript. */
const LONG = /^(r?)("{3}|'{3}|`(?!`))/;

/**
 * One layer of string taken off: a JSON string, one line of JSON that holds a string, a string as Python prints it, or the
 * inside of a JSON string, copied without its quotes. Null for what is none.
 */
export function unescaped(text: string): Unescaped | null {
  const member = MEMBER.exec(text.slice(0, 300));
  const from = member === null ? text.length - text.trimStart().length : member[0].length;
  const rest = text.trimEnd();
  const to = /["'],$/.test(rest.slice(-2)) ? rest.length - 1 : rest.length;
  const quote = text.charAt(from);
  if (quote === '"' && to - from > 2 && text.charAt(to - 1) === '"') {
    const reading = new JsonReader().read(text, from, to);
    if (reading.ok && reading.node.kind === 'string') {
      const { value } = reading.node;
      const isPlain = value.length === to - from - 2;
      return DATA.test(text.slice(from, to)) ? { text: value, offset: isPlain ? from + 1 : null } : null;
    }
  }
  const long = longString(text);
  if (long !== null) return long;
  if ((quote === "'" || quote === '"') && to - from > 2) return pythonString(text, from, to, quote);
  return member === null ? insideOfString(text, from, to) : null;
}

/**
 * A string over many lines, alone or after its name, without what is around it. Null for any other text. People paste data into
 * one as it is, and then its escapes are those of the data.
 */
export function longString(text: string): Unescaped | null {
  const member = MEMBER.exec(text.slice(0, 300))?.[0] ?? '';
  const from = member === '' ? text.length - text.trimStart().length : member.length;
  const [opener, raw, quotes = ''] = LONG.exec(text.slice(from, from + 4)) ?? [];
  // A backquote opens a string only in a program: elsewhere it is that of a code span.
  if (opener === undefined || (quotes === '`' && !member.trimEnd().endsWith('='))) return null;
  const start = from + opener.length;
  const end = text.lastIndexOf(quotes);
  if (end < start || !/^[;,)\s]*$/.test(text.slice(end + quotes.length))) return null;
  const body = text.slice(start, end).replace(/^\n/, '');
  if (!DATA.test(body) || body.includes(quotes)) return null;
  const decoded = raw === '' ? decodeText(body, false) : null;
  const inner = decoded?.ok === true && (isData(decoded.value) || !isData(body)) ? decoded.value : body;
  return { text: inner, offset: inner === body ? end - body.length : null };
}

/** Whether a text is JSON, or each line of it is, with or without the name of the field of an event. */
function isData(text: string): boolean {
  const lines = text.split('\n').flatMap((line) => /^(?:data: )?(\{.*)$/.exec(line)?.[1] ?? []);
  return isJson(text) || (lines.length > 1 && lines.every(isJson));
}

function isJson(text: string): boolean {
  return new JsonReader().read(text, 0, text.length).ok;
}

/** A literal of Python, alone. */
function pythonString(text: string, from: number, to: number, quote: string): Unescaped | null {
  let at = from + 1;
  while (at < to && text.charAt(at) !== quote && text.charAt(at) !== '\n') at += text.charAt(at) === '\\' ? 2 : 1;
  if (at !== to - 1) return null;
  const body = text.slice(from + 1, at);
  if (!DATA.test(body)) return null;
  const decoded = decodeText(body, false);
  return decoded.ok ? { text: decoded.value, offset: decoded.value === body ? from + 1 : null } : null;
}

/**
 * The inside of a string shows that it is one: no line ends in it, and either quotes are escaped or line ends that are escaped are
 * beside markup. A path such as `C:\new` is no such thing. In one of JSON no quote is without a backslash, in one of Python
 * there are none outside of values that have an escape in them: `<tool_call>\n{"name": "f"}\n</tool_call>`.
 */
function insideOfString(text: string, from: number, to: number): Unescaped | null {
  let quotes = 0;
  let isJson = true;
  let isInQuotes = false;
  let escapedInQuotes = false;
  let besideMarkup = false;
  for (let at = from; at < to; at += 1) {
    const character = text.charAt(at);
    if (character === '\n' || character === '\r') return null;
    if (character === '"') [isJson, isInQuotes] = [false, !isInQuotes];
    if (character !== '\\') continue;
    const escape = text.charAt(at + 1);
    if (escape === '"') quotes += 1;
    // A second layer has its backslashes doubled.
    if (escape === '\\' && text.charAt(at + 2) !== '\\') at += 1;
    else if (isInQuotes) escapedInQuotes = true;
    const isMarked =
      /[<>{}[\]`|]/.test(text.charAt(at - 1)) ||
      /^(?:[<{[`]|\W{0,2}(?:Action|Thought)\b)/.test(text.slice(at + 2, at + 12));
    if (escape === 'n' || escape === '\\') besideMarkup ||= isMarked && !isInQuotes;
    at += 1;
  }
  if (isJson ? quotes === 0 && !besideMarkup : !besideMarkup || escapedInQuotes) return null;
  if (!isJson) {
    const decoded = decodeText(text.slice(from, to), false);
    return decoded.ok ? { text: decoded.value, offset: null } : null;
  }
  const reading = new JsonReader().read(`"${text.slice(from, to)}"`, 0, to - from + 2);
  return reading.ok && reading.node.kind === 'string' ? { text: reading.node.value, offset: null } : null;
}
