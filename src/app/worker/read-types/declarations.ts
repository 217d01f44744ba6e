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

interface Token {
  readonly kind: 'word' | 'string' | 'comment' | 'mark';
  readonly from: number;
  readonly to: number;
}

/**
 * Finds declarations and their comments in a TypeScript source without understanding types: it knows words, strings,
 * comments and brackets. Never throws; whatever it cannot place it leaves alone. Linear.
 */
export function declarationsIn(text: string): Declarations {
  const tokens = tokensOf(text);
  const blanks: Token[] = [];
  const docs = new Map<string, string>();
  const starts: Start[] = [];
  const skipped: string[] = [];
  const frames: Frame[] = [];
  let doc: string | null = null;
  let path = '';
  const word = (at: number): string => {
    const token = tokens[at];
    return token === undefined ? '' : text.slice(token.from, token.to);
  };

  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (token.kind === 'comment') {
      blanks.push(token);
      doc = docText(text, token, doc) ?? doc;
      continue;
    }
    const said = word(at);
    const frame = frames.at(-1);
    const isOutside = frames.every(({ opener }) => opener === 'namespace');
    if (isOutside && SAYS_NOTHING.has(said)) {
      blanks.push(token);
    } else if (isOutside && (said === 'namespace' || said === 'module') && word(at + 2) === '{') {
      blanks.push(token, tokens[at + 1] as Token, tokens[at + 2] as Token);
      frames.push({ opener: 'namespace', path: '', current: '' });
      at += 2;
      doc = null;
    } else if (isOutside && (said === 'interface' || said === 'type') && tokens[at + 1]?.kind === 'word') {
      path = word(at + 1);
      starts.push({ name: path, from: token.from, words: new Set() });
      if (doc !== null) docs.set(path, doc);
      doc = null;
      at += 1;
    } else if (isOutside && NO_TYPE.has(said) && tokens[at + 1]?.kind === 'word') {
      skipped.push(`${said} ${word(at + 1)}`);
      doc = null;
    } else if (isOutside && (said === 'function' || MAY_BE_FUNCTION.has(said)) && tokens[at + 1]?.kind === 'word') {
      const open = said === 'function' ? at + 2 : arrowAt(word, at + 2);
      const close = word(open) === '(' ? closeOf(word, tokens.length, open) : -1;
      if (close >= 0) {
        path = word(at + 1);
        // A pattern, `{ city }: { city: string }`, has no name of its own.
        const pattern = word(open + 1) === '{' ? closeOf(word, tokens.length, open + 1) : open;
        const from = tokens[pattern]?.to ?? 0;
        const to = tokens[close]?.from ?? from;
        const positional = pattern > open ? null : positionalIn(tokens, word, open + 1, close);
        starts.push({
          name: path,
          from: token.from,
          words: new Set(),
          parameters: { from, to, name: pattern > open ? '_' : '' },
          ...(positional !== null && { positional }),
        });
        blanks.push(...defaultsIn(tokens, word, pattern + 1, close));
        if (doc !== null) {
          const { description, parameters } = tagsOf(doc);
          if (description !== '') docs.set(path, description);
          for (const [name, said] of parameters) docs.set(`${path}.${name}`, said);
        }
        at = pattern > open ? pattern : open;
        frames.push({ opener: '(', path, current: path });
      } else if (said === 'function') skipped.push(`function ${word(at + 1)}`);
      doc = null;
    } else if (said === '{' || said === '(' || said === '[') {
      frames.push({ opener: said, path: frame?.current || path, current: frame?.current || path });
      doc = null;
    } else if (said === '}' || said === ')' || said === ']') {
      if (frames.pop()?.opener === 'namespace') blanks.push(token);
      // What a function returns and does is not a type of its parameters.
      if (token.from === starts.at(-1)?.parameters?.to) path = '';
      doc = null;
    } else if (frame?.opener === '{' && isKey(token, word(at + 1), word(at + 2))) {
      const name = token.kind === 'string' ? said.slice(1, -1) : said;
      frame.current = `${frame.path}.${name}`;
      if (doc !== null) docs.set(frame.current, doc);
      doc = null;
    } else if (said !== 'readonly') {
      const start = starts.at(-1);
      if (token.kind === 'word' && token.from < (start?.parameters?.to ?? Infinity)) start?.words.add(said);
      doc = null;
    }
  }
  const source = blanked(text, blanks);
  return {
    declarations: starts.map((start, index) => ({
      name: start.name,
      words: start.words,
      source: sourceOf(start, source, starts[index + 1]?.from),
    })),
    skipped,
    docs,
  };
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

function isKey(token: Token, next: string, afterNext: string): boolean {
  return token.kind !== 'mark' && (next === ':' || (next === '?' && afterNext === ':'));
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

const WORD = /[\w$\u00a1-\uffff]/;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const from = at;
    const character = text[at] as string;
    if (character === '/' && text[at + 1] === '/') {
      at = endOr(text.indexOf('\n', at), text);
      tokens.push({ kind: 'comment', from, to: at });
    } else if (character === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      at = end === -1 ? text.length : end + 2;
      tokens.push({ kind: 'comment', from, to: at });
    } else if (character === '"' || character === "'" || character === '`') {
      at = stringEnd(text, at);
      tokens.push({ kind: 'string', from, to: at });
    } else if (WORD.test(character)) {
      while (at < text.length && WORD.test(text[at] as string)) at += 1;
      tokens.push({ kind: 'word', from, to: at });
    } else {
      at += 1;
      if (character.trim() !== '') tokens.push({ kind: 'mark', from, to: at });
    }
  }
  return tokens;
}

function endOr(found: number, text: string): number {
  return found === -1 ? text.length : found;
}

function stringEnd(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote || (text[at] === '\n' && quote !== '`')) return at + 1;
  }
  return text.length;
}
