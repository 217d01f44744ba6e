import { CLASS_KEY } from './printed-value.ts';
import { snakeCase } from './tokens.ts';

/**
 * JSON for values that are printed without quotes, so that only the keys around a value tell where it ends: Go's `%+v`
 * (`{Role:assistant Content:Hi ToolCalls:[]}`) and the hashes of PowerShell. Null for any other text.
 */
export function unquotedJson(text: string): string | null {
  return fields(text, go) ?? hashText(text.trim());
}

/**
 * The same for `toString` of Java and Kotlin (`Message[role=assistant, content=Hi]`), also with the quotes of LangChain4j, which
 * escapes nothing between them. Python prints classes like this as well, so that is asked first.
 */
export function javaJson(text: string): string | null {
  return fields(text, java) ?? fields(text, map);
}

/** The same at a place of a text that goes on after it. */
export function readJava(text: string, from: number): { readonly json: string | null; readonly end: number } {
  const reader = new FieldReader(text, java);
  reader.at = from;
  return { json: reader.value(0), end: reader.at };
}

// Go and Java

/** How a language prints structs. */
interface Notation {
  readonly begins: RegExp;
  /** What is before the bracket of a struct. */
  readonly opener: RegExp;
  readonly field: RegExp;
  /** The fields whose values are free text, in the clients of OpenAI and Ollama and those made like them. */
  readonly free: RegExp;
  /** What may follow one of them. */
  readonly follows: RegExp;
  /** What a value without brackets looks like up to the next field or bracket. */
  readonly plain: RegExp;
  /** What is after the bracket that closes a struct. */
  readonly closed: RegExp;
  /** The last quote of a string in quotes without escapes. */
  readonly unquotes?: RegExp;
  readonly nothing: RegExp;
}

const go: Notation = {
  begins: /^(?:\[?&?\{|&\{)(?=[A-Z][A-Za-z0-9]{0,60}:)/,
  opener: /&?(?=\{)/y,
  field: /([A-Z][A-Za-z0-9]{0,60}):/y,
  free: /^(?:Content|Text|Thinking|ReasoningContent|Reasoning|Arguments|Response|Refusal)$/,
  follows:
    / (?:Refusal|Thinking|Images|ToolCalls|MultiContent|ReasoningContent|Reasoning|Name|FunctionCall|ToolCallID|ToolName|Annotations|Audio|Role|Done|DoneReason|Context|FinishReason|Logprobs|LogProbs):/g,
  plain: /[^\]}\n]*?(?= [A-Z][A-Za-z0-9]{0,60}:|[\]}\n]|$)/y,
  closed: /^\}(?:[\]}]| [&{]| [A-Z][A-Za-z0-9]{0,60}:|$)/,
  nothing: /<nil>/y,
};

/** LangChain4j, Spring AI, openai-java and what data classes and records print. */
const java: Notation = {
  begins: /^\[?[A-Z]\w{2,60} ?[{[(][a-z]\w{0,40} ?=(?!=)|^[A-Z]\w{2,60} ?\{ [a-z]\w{0,40} = /,
  opener: /(?:[A-Z][\w.$]{1,80} ?)?(?=[{[(] ?[a-z]\w{0,40} ?[=:](?!=)|\{ ?\})/y,
  field: /([a-z]\w{0,40})(?: ?= ?|: )/y,
  free: /^(?:content|text|textContent|thinking|reasoning|reasoningContent|arguments|input|output|response|refusal)$/,
  follows:
    /,? (?:thinking|toolExecutionRequests|toolCalls|attributes|refusal|role|name|functionCall|annotations|audio|metadata|additionalProperties|messageType|tokenUsage|finishReason|index|media|properties|type|valid|toolCallId|reasoningContent|chatGenerationMetadata|arguments) ?= ?/g,
  plain: /[^\]})\n]*?(?=,? [a-z]\w{0,40} ?=|, |[\]})\n]|$)/y,
  closed: /^\s?[\]})](?:[\]}),]| [\]})]|,? [a-z]\w{0,40} ?=|$)/,
  nothing: /(?:null|Optional\.empty)(?=[,\s\]})])/y,
  unquotes: /"(?=,? [a-z]\w{0,40} = | [\]})])/g,
};

/** A map of Java or Dart, which has no class before it: `{role=assistant, content=Hi}`, `{role: assistant, content: Hi}`. */
const map: Notation = {
  ...java,
  begins: /^\[?\{(?:role|content|message|model|id|created_at|choices)(?:=|: )(?=\S)/,
  follows:
    /, (?:role|content|tool_calls|toolCalls|function_call|finish_reason|finishReason|done|done_reason|reasoning_content|thinking|refusal|name|id)(?:=|: )/g,
};

/** What Spring AI and LangChain4j call what all others call by one name. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['text_content', 'content'],
  ['message_type', 'role'],
  ['tool_execution_requests', 'tool_calls'],
  ['ai_message', 'message'],
  ['assistant_message', 'message'],
]);

/** What a field that holds text may hold in its place. */
const NO_TEXT = /^(?:Optional\.|\[(?:[A-Z]|\])|null\b|<nil>|[A-Z]\w{1,60} ?[{[(] ?[a-z]\w{0,40} ?=)/;

/** What Java has around a value that may be absent. */
const OPTIONAL = /Optional\[/y;

const MOST_LEVELS = 30;

function fields(text: string, notation: Notation): string | null {
  const source = text.trim();
  if (!notation.begins.test(source.slice(0, 120))) return null;
  const reader = new FieldReader(source, notation);
  const json = reader.value(0);
  return json === null || source.slice(reader.at).trim() !== '' ? null : json;
}

class FieldReader {
  readonly #text: string;
  readonly #of: Notation;
  /** No field follows any more, so none is looked for again. */
  #isLast = false;
  at = 0;

  constructor(text: string, notation: Notation) {
    this.#text = text;
    this.#of = notation;
  }

  value(level: number): string | null {
    if (level > MOST_LEVELS) return null;
    if (this.#take(this.#of.nothing) !== null) return 'null';
    const name = this.#take(this.#of.opener);
    if (name !== null) return this.#struct(level, name[0].trim());
    if (this.#text.charAt(this.at) === '[') return this.#list(level);
    const plain = (this.#take(this.#of.plain)?.[0] ?? '').trim();
    return plain === ''
      ? 'null'
      : /^(?:true|false|-?(?:0|[1-9]\d{0,14}))$/.test(plain)
        ? plain
        : JSON.stringify(plain.replace(/^(["'])(.*)\1$/, '$2'));
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    this.at += found?.[0].length ?? 0;
    return found;
  }

  #struct(level: number, name: string): string | null {
    this.at += 1;
    const members = /^[A-Z]/.test(name) ? [`${JSON.stringify(CLASS_KEY)}:${JSON.stringify(name)}`] : [];
    while (this.at < this.#text.length) {
      if (' ,\n'.includes(this.#text.charAt(this.at))) this.at += 1;
      else if (')}]'.includes(this.#text.charAt(this.at))) {
        this.at += 1;
        return `{${members.join(',')}}`;
      } else {
        const key = this.#take(this.#of.field)?.[1];
        if (key === undefined) return null;
        const isOptional = this.#take(OPTIONAL) !== null;
        const isFree = this.#of.free.test(key) && !NO_TEXT.test(this.#text.slice(this.at, this.at + 120));
        const value = isFree ? this.#free() : this.value(level + 1);
        if (value === null) return null;
        if (isOptional && this.#text.charAt(this.at) === ']') this.at += 1;
        const known = snakeCase(key);
        members.push(`${JSON.stringify(ALIASES.get(known) ?? known)}:${value}`);
      }
    }
    return null;
  }

  #list(level: number): string | null {
    this.at += 1;
    const items: string[] = [];
    while (this.at < this.#text.length) {
      const next = this.#text.charAt(this.at);
      if (next === ' ' || next === ',') this.at += 1;
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
    const { follows: pattern, closed, unquotes } = this.#of;
    if (unquotes !== undefined && this.#text.charAt(this.at) === '"') {
      unquotes.lastIndex = this.at + 1;
      const last = unquotes.exec(this.#text)?.index ?? this.#text.length;
      const text = this.#text.slice(this.at + 1, last);
      this.at = last + 1;
      return JSON.stringify(text);
    }
    pattern.lastIndex = this.at;
    const follows = this.#isLast ? undefined : pattern.exec(this.#text)?.index;
    this.#isLast ||= follows === undefined;
    const closing = this.#closing(follows ?? this.#text.length);
    const isClosed = closing < (follows ?? this.#text.length) && closed.test(this.#text.slice(closing, closing + 80));
    const end = isClosed ? closing : (follows ?? closing);
    const text = this.#text.slice(this.at, end);
    this.at = end;
    return JSON.stringify(text);
  }

  #closing(limit: number): number {
    for (let at = this.at, depth = 0; at < limit; at += 1) {
      const character = this.#text.charAt(at);
      if ('{[('.includes(character)) depth += 1;
      else if ('}])'.includes(character) && depth === 0) return at;
      else if ('}])'.includes(character)) depth -= 1;
    }
    return limit;
  }
}

// PowerShell

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
export function shellValue(value: string, levels = 8): string {
  if (value === '' || value === 'System.Object[]') return 'null';
  if (value === '{}') return '[]';
  if (/^(?:True|False)$/.test(value)) return value.toLowerCase();
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(value)) return value;
  const only = value.startsWith('{@{') && value.endsWith('}') ? hashText(value.slice(1, -1), levels) : null;
  if (only !== null) return `[${only}]`;
  return hashText(value, levels) ?? JSON.stringify(value);
}
