import type { Repair } from '../document/index.ts';

/** Why a text is not JSON, and so what was changed to read it. */
export type RepairCode =
  /** `[1,]`: a comma before a closer; removed. */
  | 'trailing-comma'
  /** `[,1]`, `[1,,2]`: a comma that separates nothing; removed. */
  | 'extra-comma'
  /** `[1 2]`: two values or members with nothing between them. */
  | 'missing-comma'
  /** `{"a" 1}`, `{a=1}`, `{"a" => 1}`: a colon is inserted, or takes the place of the sign. */
  | 'missing-colon'
  /** `{"a":: 1}`: a colon where none can be; removed. */
  | 'stray-colon'
  /** `{: 1}`, `{[1]}`: a value whose key is missing; the key becomes the empty text. */
  | 'missing-key'
  /** `{"a": }`, `{"a"}`: a key without a value; the value becomes null. */
  | 'missing-value'
  /** `'a'` or a text between backticks. */
  | 'single-quotes'
  /** “a”, ‘a’, «a», 「a」 or a text between fullwidth quotes. */
  | 'smart-quotes'
  /** `"""a"""` or `'''a'''`. */
  | 'triple-quotes'
  /** `"a" + "b"`: the strings become one. */
  | 'joined-strings'
  /** `{a: 1}`. */
  | 'unquoted-key'
  /** `{"a": some words}`. */
  | 'unquoted-string'
  /** `"say "hi" now"`: a quote inside a text; it gets a backslash. */
  | 'unescaped-quote'
  /** `{"a": "b, "c": 1}`, `{"a: [1]}`: the quote that closes a text or a key is missing. */
  | 'missing-quote'
  /** A line break, a tab or another character below U+0020 inside a text; written as its escape. */
  | 'raw-control-character'
  /** `\d`, `\u12`: the backslash is kept and escaped. `\'` and the like lose it, `\x41` becomes `\u0041`. */
  | 'bad-escape'
  /** `\ud83d` without its second half, or a second half alone; becomes U+FFFD. */
  | 'lone-surrogate'
  /** `// a`, `# a` or a block comment; removed. */
  | 'comment'
  /** A no-break space, a byte order mark, an escape such as `\n` outside of texts, or other white space that JSON does not know. */
  | 'foreign-white-space'
  /** `True`, `False`, `None`. */
  | 'python-literal'
  /** `undefined`, `NaN`, `Infinity`, `nil` become null; `TRUE`, `Null` and the like get their JSON spelling. */
  | 'foreign-literal'
  /** `+1`, `007`, `.5`, `5.`, `- 2`, `0x1f`: written as JSON writes the same number. */
  | 'number-syntax'
  /** `1e999`, or an integer of more than 1024 characters: becomes a string, so that no digit is lost. */
  | 'number-out-of-range'
  /** ， ： ｛ ｝ ［ ］ as structure. */
  | 'fullwidth-punctuation'
  /** `{&quot;a&quot;: 1}`: characters are written as HTML writes them. */
  | 'html-entity'
  /** `{\"a\": 1}`: quotation marks are escaped as inside of a JSON string; they lose their backslashes. */
  | 'escaped-quote'
  /** `{"arguments": "a": 1}`: a member where an object must be; the object gets its opener. */
  | 'missing-opener'
  /** `{"a": [1}`: a closer that belongs to an outer container; the inner one is closed first. */
  | 'missing-closer'
  /** `[1}` when no brace is open: the closer that is due takes its place. */
  | 'mismatched-closer'
  /** `{"a": 1}}`: a closer for which nothing is open; removed. */
  | 'surplus-closer'
  /** `{{"a": 1}}`: a brace where a key must be; removed. */
  | 'surplus-opener'
  /** The text ends inside the value: what is not whole is closed or removed, and open containers are closed. */
  | 'truncated';

/** One change to a text on its way to JSON: `inserted` replaces the text in `span`. */
export interface JsonRepair extends Repair {
  readonly code: RepairCode;
}

/** The repairs of one reading, in the order in which the reader decides them. */
export class RepairLog {
  readonly #repairs: JsonRepair[] = [];

  add(code: RepairCode, from: number, to: number, inserted: string): void {
    this.#repairs.push({ code, span: { from, to }, inserted });
  }

  /** A point to which `rollback` can return. */
  mark(): number {
    return this.#repairs.length;
  }

  /** Forgets every repair that was added since `mark`. */
  rollback(mark: number): void {
    this.#repairs.length = mark;
  }

  /** By position. A comma is judged after what follows it was seen, so the log itself is only nearly in order. */
  sorted(): readonly JsonRepair[] {
    return this.#repairs.toSorted((a, b) => a.span.from - b.span.from || a.span.to - b.span.to);
  }
}

/** `text` from `from` to `end` with all `repairs` made. They must lie in that range, sorted and without overlap. */
export function applyRepairs(text: string, from: number, end: number, repairs: readonly Repair[]): string {
  const pieces: string[] = [];
  let at = from;
  for (const { span, inserted } of repairs) {
    pieces.push(text.slice(at, span.from), inserted);
    at = span.to;
  }
  pieces.push(text.slice(at, end));
  return pieces.join('');
}
