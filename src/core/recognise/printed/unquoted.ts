import { snakeCase } from './tokens.ts';

/**
 * JSON for values that are printed without quotes, so that only the keys around a value tell where it ends: Go's `%+v`
 * (`{Role:assistant Content:Hi ToolCalls:[]}`) and the lists of PowerShell. Null for any other text.
 */
export function unquotedJson(text: string): string | null {
  return goFields(text) ?? formatList(text) ?? hashText(text.trim());
}

// Go

/** The fields whose values are free text, in the clients of OpenAI and Ollama and those made like them. */
const FREE = /^(?:Content|Text|Thinking|ReasoningContent|Reasoning|Arguments|Response|Refusal)$/;
/** What may follow one of them. */
const FOLLOWS =
  / (?:Refusal|Thinking|Images|ToolCalls|MultiContent|ReasoningContent|Reasoning|Name|FunctionCall|ToolCallID|ToolName|Annotations|Audio|Role|Done|DoneReason|Context|FinishReason|Logprobs|LogProbs):/g;
const FIELD = /([A-Z][A-Za-z0-9]{0,60}):/y;
/** What a value without brackets looks like up to the next field or bracket. */
const PLAIN = /[^\]}\n]*?(?= [A-Z][A-Za-z0-9]{0,60}:|[\]}\n]|$)/y;
/** What is after the bracket that closes a struct. */
const CLOSED = /^\}(?:[\]}]| [&{]| [A-Z][A-Za-z0-9]{0,60}:|$)/;
const MOST_LEVELS = 30;

function goFields(text: string): string | null {
  const source = text.trim();
  const begins = /^(?:\[?&?\{|&\{)(?=[A-Z][A-Za-z0-9]{0,60}:)/.exec(source.slice(0, 80));
  if (begins === null) return null;
  const reader = new GoReader(source);
  const json = reader.value(0);
  return json === null || source.slice(reader.at).trim() !== '' ? null : json;
}

class GoReader {
  readonly #text: string;
  /** No field follows any more, so none is looked for again. */
  #isLast = false;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(level: number): string | null {
    if (level > MOST_LEVELS) return null;
    if (this.#text.startsWith('<nil>', this.at)) {
      this.at += '<nil>'.length;
      return 'null';
    }
    if (this.#text.startsWith('&{', this.at)) this.at += 1;
    if (this.#text.charAt(this.at) === '{') return this.#struct(level);
    if (this.#text.charAt(this.at) === '[') return this.#list(level);
    PLAIN.lastIndex = this.at;
    const plain = PLAIN.exec(this.#text)?.[0] ?? '';
    this.at += plain.length;
    return plain === '' ? 'null' : /^(?:true|false|-?(?:0|[1-9]\d{0,14}))$/.test(plain) ? plain : JSON.stringify(plain);
  }

  #struct(level: number): string | null {
    this.at += 1;
    const members: string[] = [];
    while (this.at < this.#text.length) {
      const next = this.#text.charAt(this.at);
      if (next === ' ') this.at += 1;
      else if (next === '}') {
        this.at += 1;
        return `{${members.join(',')}}`;
      } else {
        FIELD.lastIndex = this.at;
        const key = FIELD.exec(this.#text)?.[1];
        if (key === undefined) return null;
        this.at += key.length + 1;
        const value = FREE.test(key) && this.#text.charAt(this.at) !== '[' ? this.#free() : this.value(level + 1);
        if (value === null) return null;
        members.push(`${JSON.stringify(snakeCase(key))}:${value}`);
      }
    }
    return null;
  }

  #list(level: number): string | null {
    this.at += 1;
    const items: string[] = [];
    while (this.at < this.#text.length) {
      const next = this.#text.charAt(this.at);
      if (next === ' ') this.at += 1;
      else if (next === ']') {
        this.at += 1;
        return `[${items.join(',')}]`;
      } else {
        const before = this.at;
        const item = this.value(level + 1);
        if (item === null || this.at === before) return null;
        items.push(item);
      }
    }
    return null;
  }

  /** To the bracket that closes the struct, or else up to the next field that may follow: a broken call has brackets of its own. */
  #free(): string {
    FOLLOWS.lastIndex = this.at;
    const follows = this.#isLast ? undefined : FOLLOWS.exec(this.#text)?.index;
    this.#isLast ||= follows === undefined;
    const closing = this.#closing();
    const isClosed = closing < (follows ?? this.#text.length) && CLOSED.test(this.#text.slice(closing, closing + 80));
    const end = isClosed ? closing : (follows ?? closing);
    const text = this.#text.slice(this.at, end);
    this.at = end;
    return JSON.stringify(text);
  }

  #closing(): number {
    for (let at = this.at, depth = 0; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      if (character === '{') depth += 1;
      else if (character === '}' && depth === 0) return at;
      else if (character === '}') depth -= 1;
    }
    return this.#text.length;
  }
}

// PowerShell

/** A property on a line: its name, blanks up to a column that all share, and its value. */
const PROPERTY = /^([A-Za-z_]\w{0,60}) {0,60} : ?/;

/** What `Format-List` writes: `role    : assistant`, with longer values on lines of their own under the first. */
function formatList(text: string): string | null {
  if (!PROPERTY.test(text.slice(0, 400).trimStart())) return null;
  const members: { readonly key: string; readonly lines: string[] }[] = [];
  let column = 0;
  for (const line of text.split('\n').map((one) => one.replace(/\r$/, ''))) {
    const property = PROPERTY.exec(line.slice(0, 130));
    const last = members.at(-1);
    if (property !== null && (column === 0 || property[0].trimEnd().length === column)) {
      column = property[0].trimEnd().length;
      members.push({ key: property[1] ?? '', lines: [line.slice(property[0].length)] });
    } else if (last !== undefined && line.trim() !== '') {
      if (line.slice(0, column).trim() !== '') return null;
      last.lines.push(line.slice(column + 1));
    } else if (line.trim() !== '') return null;
  }
  if (members.length < 2) return null;
  const written = members.map(({ key, lines }) => `${JSON.stringify(key)}:${shellValue(lines.join('\n'))}`);
  return `{${written.join(',')}}`;
}

/** `@{role=assistant; content=Hi}`: how PowerShell prints an object in another. */
function hashText(text: string, levels = 8): string | null {
  if (!text.startsWith('@{') || !text.endsWith('}') || levels === 0) return null;
  const inner = text.slice(2, -1);
  const keys = [...inner.matchAll(/(?:^|; ?)([A-Za-z_]\w{0,60})=/g)];
  if (keys.length === 0 || keys[0]?.index !== 0) return null;
  const members = keys.map((key, index) => {
    const value = inner.slice(key.index + key[0].length, keys[index + 1]?.index);
    return `${JSON.stringify(key[1])}:${shellValue(value, levels - 1)}`;
  });
  return `{${members.join(',')}}`;
}

/** A value as PowerShell prints it: an object, a list, a number, nothing, or a text. */
function shellValue(value: string, levels = 8): string {
  if (value === '' || value === 'System.Object[]') return 'null';
  if (value === '{}') return '[]';
  if (/^(?:True|False)$/.test(value)) return value.toLowerCase();
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(value)) return value;
  const only = value.startsWith('{@{') && value.endsWith('}') ? hashText(value.slice(1, -1), levels) : null;
  if (only !== null) return `[${only}]`;
  return hashText(value, levels) ?? JSON.stringify(value);
}
