import { tokensOf, type Token } from './tokens.ts';

/** A type that a TypeScript source declares, or a function. */
export interface Declaration {
  readonly name: string;
  /** The declaration as a type, without comments and without words that say nothing about a type. */
  readonly source: string;
  /** Every other word in it. */
  readonly words: ReadonlySet<string>;
}

export interface Declarations {
  readonly declarations: readonly Declaration[];
  /** What cannot become a tool, in the words of the source: `class Gauge`. */
  readonly skipped: readonly string[];
  /** Comments before a type or a property, by path: `Name`, `Name.property.inner`. */
  readonly docs: ReadonlyMap<string, string>;
}

/** Words before a declaration. `namespace` goes with its name and its braces. */
const SAYS_NOTHING = new Set(['abstract', 'async', 'declare', 'default', 'export']);
/** Declarations that are not types. A `const` may be a function. */
const NO_TYPE = new Set(['class', 'enum']);
const MAY_BE_FUNCTION = new Set(['const', 'let', 'var']);

interface Frame {
  readonly opener: string;
  readonly path: string;
  /** The path of the property that was named last. */
  current: string;
}

/** A declaration as it is being read: from its keyword on. */
interface Start {
  readonly name: string;
  readonly from: number;
  readonly words: Set<string>;
  /** What is between the brackets of a function, and the name of the first parameter where the source has a pattern. */
  readonly parameters?: { readonly from: number; readonly to: number; readonly name: string };
  /** Its parameters, where it takes them one by one. */
  readonly positional?: readonly Positional[];
}

/** A parameter that is not the one object of all arguments. */
interface Positional {
  readonly name: string;
  readonly isOptional: boolean;
  /** Where its type is written; the type itself where it follows from the default value. */
  readonly type: { readonly from: number; readonly to: number } | string;
}

/**
 * Finds declarations and their comments in a TypeScript source without understanding types: it knows words, strings,
 * comments and brackets. Never throws; whatever it cannot place it leaves alone. Linear.
 */
export function declarationsIn(text: string): Declarations {
  return new Scan(text).read();
}

/** Goes through the tokens of a source, from left to right. */
class Scan {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  /** What says nothing about a type: it becomes white space. */
  readonly #blanks: Token[] = [];
  readonly #docs = new Map<string, string>();
  readonly #starts: Start[] = [];
  readonly #skipped: string[] = [];
  readonly #frames: Frame[] = [];
  /** The comment before the next declaration or property. */
  #doc: string | null = null;
  /** The path of the declaration that was named last. */
  #path = '';

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  read(): Declarations {
    for (; this.#at < this.#tokens.length; this.#at += 1) this.#take(this.#tokens[this.#at] as Token);
    const source = blanked(this.#text, this.#blanks);
    const declarations = this.#starts.map((start, index) => ({
      name: start.name,
      words: start.words,
      source: sourceOf(start, source, this.#starts[index + 1]?.from),
    }));
    return { declarations, skipped: this.#skipped, docs: this.#docs };
  }

  readonly #word: WordAt = (at) => {
    const token = this.#tokens[at];
    return token === undefined ? '' : this.#text.slice(token.from, token.to);
  };

  #take(token: Token): void {
    if (token.kind === 'comment') {
      this.#blanks.push(token);
      this.#doc = docText(this.#text, token, this.#doc) ?? this.#doc;
      return;
    }
    const said = this.#word(this.#at);
    const isOutside = this.#frames.every(({ opener }) => opener === 'namespace');
    if (isOutside && SAYS_NOTHING.has(said)) {
      this.#blanks.push(token);
      return;
    }
    if (!(isOutside && this.#declares(said, token))) {
      if (said === '{' || said === '(' || said === '[') this.#open(said);
      else if (said === '}' || said === ')' || said === ']') this.#close(token);
      else if (this.#isKey(token)) this.#name(token, said);
      else if (said === 'readonly') return;
      else this.#use(token, said);
    }
    this.#doc = null;
  }

  /** Whether a declaration begins here; it is taken up to its name, a function up to its first bracket. */
  #declares(said: string, token: Token): boolean {
    const next = this.#tokens[this.#at + 1];
    const name = this.#word(this.#at + 1);
    if ((said === 'namespace' || said === 'module') && this.#word(this.#at + 2) === '{') {
      this.#blanks.push(token, next as Token, this.#tokens[this.#at + 2] as Token);
      this.#frames.push({ opener: 'namespace', path: '', current: '' });
      this.#at += 2;
    } else if (next?.kind !== 'word') {
      return false;
    } else if (said === 'interface' || said === 'type') {
      this.#path = name;
      this.#starts.push({ name, from: token.from, words: new Set() });
      if (this.#doc !== null) this.#docs.set(name, this.#doc);
      this.#at += 1;
    } else if (NO_TYPE.has(said)) {
      this.#skipped.push(`${said} ${name}`);
    } else if (said === 'function' || MAY_BE_FUNCTION.has(said)) {
      const open = said === 'function' ? this.#at + 2 : arrowAt(this.#word, this.#at + 2);
      const close = this.#word(open) === '(' ? closeOf(this.#word, this.#tokens.length, open) : -1;
      if (close >= 0) this.#function(name, token, open, close);
      else if (said === 'function') this.#skipped.push(`function ${name}`);
    } else {
      return false;
    }
    return true;
  }

  /** @param open and `close`: the brackets of its parameters */
  #function(name: string, token: Token, open: number, close: number): void {
    const [tokens, word] = [this.#tokens, this.#word];
    // A pattern, `{ city }: { city: string }`, has no name of its own.
    const pattern = word(open + 1) === '{' ? closeOf(word, tokens.length, open + 1) : open;
    const from = tokens[pattern]?.to ?? 0;
    const to = tokens[close]?.from ?? from;
    const positional = pattern > open ? null : positionalIn(tokens, word, open + 1, close);
    this.#path = name;
    this.#starts.push({
      name,
      from: token.from,
      words: new Set(),
      parameters: { from, to, name: pattern > open ? '_' : '' },
      ...(positional !== null && { positional }),
    });
    this.#blanks.push(...defaultsIn(tokens, word, pattern + 1, close));
    if (this.#doc !== null) {
      const { description, parameters } = tagsOf(this.#doc);
      if (description !== '') this.#docs.set(name, description);
      for (const [parameter, said] of parameters) this.#docs.set(`${name}.${parameter}`, said);
    }
    this.#at = pattern > open ? pattern : open;
    this.#frames.push({ opener: '(', path: name, current: name });
  }

  #open(opener: string): void {
    const path = this.#frames.at(-1)?.current || this.#path;
    this.#frames.push({ opener, path, current: path });
  }

  #close(token: Token): void {
    if (this.#frames.pop()?.opener === 'namespace') this.#blanks.push(token);
    // What a function returns and does is not a type of its parameters.
    if (token.from === this.#starts.at(-1)?.parameters?.to) this.#path = '';
  }

  /** Whether a property is named here. */
  #isKey({ kind }: Token): boolean {
    const [next, afterNext] = [this.#word(this.#at + 1), this.#word(this.#at + 2)];
    const isNamed = next === ':' || (next === '?' && afterNext === ':');
    return isNamed && kind !== 'mark' && this.#frames.at(-1)?.opener === '{';
  }

  #name({ kind }: Token, said: string): void {
    const frame = this.#frames.at(-1) as Frame;
    frame.current = `${frame.path}.${kind === 'string' ? said.slice(1, -1) : said}`;
    if (this.#doc !== null) this.#docs.set(frame.current, this.#doc);
  }

  /** A word in a declaration: of a function, only in its parameters. */
  #use({ kind, from }: Token, said: string): void {
    const start = this.#starts.at(-1);
    if (kind === 'word' && from < (start?.parameters?.to ?? Infinity)) start?.words.add(said);
  }
}

function sourceOf({ name, from, parameters, positional }: Start, source: string, next: number | undefined): string {
  if (positional !== undefined) {
    const members = positional.map(({ name: own, isOptional, type }) => {
      const written = typeof type === 'string' ? type : source.slice(type.from, type.to);
      return `${own}${isOptional ? '?' : ''}: ${written};`;
    });
    return `type ${name} = { ${members.join(' ')} }`;
  }
  return parameters === undefined
    ? source.slice(from, next)
    : `type ${name} = (${parameters.name}${source.slice(parameters.from, parameters.to)}) => any`;
}

type WordAt = (at: number) => string;

/** The parameters between two brackets; null where there are none, or one alone that is an object by its type. */
function positionalIn(tokens: readonly Token[], word: WordAt, from: number, to: number): Positional[] | null {
  const found: Positional[] = [];
  let isObject = false;
  for (let at = from; at < to;) {
    while (tokens[at]?.kind === 'comment' || MODIFIERS.has(word(at))) at += 1;
    const name = word(at);
    if (tokens[at]?.kind !== 'word') return null;
    at += 1;
    const isMarked = word(at) === '?';
    if (isMarked) at += 1;
    const typeFrom = word(at) === ':' ? at + 1 : -1;
    const typeTo = typeFrom < 0 ? at : partEnd(word, typeFrom, to, ',=');
    const end = partEnd(word, typeTo, to, ',');
    const hasDefault = word(typeTo) === '=';
    isObject = typeFrom >= 0 && (word(typeFrom) === '{' || (typeTo === typeFrom + 1 && /^[A-Z]/.test(word(typeFrom))));
    const [first, last] = [tokens[typeFrom], tokens[typeTo - 1]];
    found.push({
      name,
      isOptional: isMarked || hasDefault,
      type:
        typeFrom >= 0 && first !== undefined && last !== undefined
          ? { from: first.from, to: last.to }
          : literalType(hasDefault ? word(typeTo + 1) : ''),
    });
    at = end + 1;
  }
  return found.length === 0 || (found.length === 1 && isObject) ? null : found;
}

const MODIFIERS = new Set(['readonly', 'public', 'private', 'protected']);

/** Where a part of a list ends, at one of some marks outside of every bracket; angle brackets count, arrows do not. */
function partEnd(word: WordAt, from: number, to: number, marks: string): number {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    const said = word(at);
    const isArrow = said === '=' && word(at + 1) === '>';
    if (depth === 0 && said !== '' && marks.includes(said) && !isArrow) return at;
    if (isArrow) at += 1;
    else if ('([{<'.includes(said)) depth += 1;
    else if (')]}>'.includes(said)) depth -= 1;
  }
  return to;
}

function literalType(literal: string): string {
  if (/^["'`]/.test(literal)) return 'string';
  if (/^[-\d]/.test(literal)) return 'number';
  if (literal === 'true' || literal === 'false') return 'boolean';
  return 'unknown';
}

/** A comment before a function, apart from what its tags say of its parameters: `@param city Name of the city`. */
function tagsOf(doc: string): { readonly description: string; readonly parameters: ReadonlyMap<string, string> } {
  const [description = '', ...tags] = doc.split(/(?:^|\s)@(?=[a-z])/);
  const parameters = new Map<string, string>();
  for (const tag of tags) {
    const [, name, said = ''] = /^param\s+(?:\{[^{}]*\}\s*)?\[?([\w$]+)[^\s\]]*\]?\s*(?:-\s*)?(.*)$/s.exec(tag) ?? [];
    if (name !== undefined && said.trim() !== '') parameters.set(name, said.trim());
  }
  return { description: description.trim(), parameters };
}

/** Where the brackets of an arrow function open, after the name of a variable; -1 where it holds something else. */
function arrowAt(word: WordAt, at: number): number {
  if (word(at) !== '=') return -1;
  return word(at + 1) === 'async' ? at + 2 : at + 1;
}

/** The bracket that closes the one at `open`; -1 where there is none. */
function closeOf(word: WordAt, length: number, open: number): number {
  let depth = 0;
  for (let at = open; at < length; at += 1) {
    if ('([{'.includes(word(at))) depth += 1;
    else if (')]}'.includes(word(at))) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** The default values of parameters, ` = {}`, from their sign to the next comma. */
function defaultsIn(tokens: readonly Token[], word: WordAt, from: number, to: number): Token[] {
  const found: Token[] = [];
  let depth = 0;
  let isDefault = false;
  for (let at = from; at < to; at += 1) {
    const said = word(at);
    if (depth === 0 && said === ',') isDefault = false;
    else if (depth === 0 && said === '=' && word(at + 1) !== '>') isDefault = true;
    if ('([{'.includes(said)) depth += 1;
    else if (')]}'.includes(said)) depth -= 1;
    const token = tokens[at];
    if (isDefault && token !== undefined) found.push(token);
  }
  return found;
}

/** Null for a comment that belongs to what is before it. */
function docText(text: string, { from, to }: Token, before: string | null): string | null {
  if (text.startsWith('/**', from)) {
    const lines = text.slice(from + 3, to - 2).split('\n');
    return joined(lines.map((line) => line.trim().replace(/^\* ?/, '')));
  }
  const lineFrom = text.lastIndexOf('\n', from - 1) + 1;
  if (!text.startsWith('//', from) || text.slice(lineFrom, from).trim() !== '') return null;
  return joined([before ?? '', text.slice(from, to).replace(/^\/+/, '')]);
}

function joined(lines: readonly string[]): string | null {
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
  return text === '' ? null : text;
}

function blanked(text: string, blanks: readonly Token[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to } of blanks.toSorted((a, b) => a.from - b.from)) {
    pieces.push(text.slice(at, from), text.slice(from, to).replace(/[^\n]/g, ' '));
    at = to;
  }
  return pieces.join('') + text.slice(at);
}
