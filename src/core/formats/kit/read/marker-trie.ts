import type { TextSource } from './source.ts';

/** What follows a part of a literal. Most parts go on in one way only: a map for each took half of the time. */
class TrieNode<T> {
  /** What the literal that ends here stands for. */
  value: T | null = null;
  #code = -1;
  #first: TrieNode<T> | null = null;
  #others: Map<number, TrieNode<T>> | null = null;

  /** Whether no literal goes on. */
  get isLast(): boolean {
    return this.#first === null;
  }

  next(code: number): TrieNode<T> | undefined {
    return code === this.#code ? (this.#first ?? undefined) : this.#others?.get(code);
  }

  /** For a code that nothing follows yet. */
  add(code: number, node: TrieNode<T>): TrieNode<T> {
    if (this.#first === null) {
      this.#code = code;
      this.#first = node;
    } else {
      this.#others ??= new Map();
      this.#others.set(code, node);
    }
    return node;
  }

  /** In the order in which they came. */
  entries(): readonly (readonly [code: number, node: TrieNode<T>])[] {
    return this.#first === null ? [] : [[this.#code, this.#first], ...(this.#others ?? [])];
  }
}

interface Match<T> {
  readonly value: T;
  readonly to: number;
  /** No longer literal begins like this one. */
  readonly isLongest: boolean;
}

/** So many units after its first letter tell a literal from most words. */
const WORD_UNITS = 6;

/** Many literals, looked for at once; the longest one at an offset counts. */
export class MarkerTrie<T> {
  readonly #root = new TrieNode<T>();

  /** The value of a literal; `make` gives it where the literal is new. */
  ensure(literal: string, make: () => T): T {
    let node = this.#root;
    for (let at = 0; at < literal.length; at += 1) {
      const code = literal.charCodeAt(at);
      node = node.next(code) ?? node.add(code, new TrieNode());
    }
    node.value ??= make();
    return node.value;
  }

  /**
   * The values of a literal whose letters may be large or small: one for each literal that was there in another case,
   * and one for the rest. Nothing may be added afterwards: ways that are shared here would be shared with it.
   */
  ensureAnyCase(literal: string, make: () => T): T[] {
    let nodes: TrieNode<T>[] = [this.#root];
    for (const letter of literal) {
      const codes = new Set([letter.toLowerCase().charCodeAt(0), letter.toUpperCase().charCodeAt(0)]);
      const rest = new TrieNode<T>();
      const reached = new Set<TrieNode<T>>();
      for (const node of nodes) for (const code of codes) reached.add(node.next(code) ?? node.add(code, rest));
      nodes = [...reached];
    }
    return nodes.map((node) => (node.value ??= make()));
  }

  /** The units with which literals begin. */
  firstCodes(): readonly number[] {
    return this.#root.entries().map(([code]) => code);
  }

  /**
   * Finds the next of `others` or of the units with which literals begin. Text is full of letters: one of them counts
   * only where more of a literal follows, or the text ends within that.
   */
  trigger(others: readonly number[]): RegExp {
    const signs = others.map(escaped);
    const words: string[] = [];
    for (const [code, node] of this.#root.entries()) {
      if (/[a-z]/i.test(String.fromCharCode(code))) words.push(`${escaped(code)}(?=${rest(node, WORD_UNITS)})`);
      else signs.push(escaped(code));
    }
    return new RegExp([`[${signs.join('')}]`, ...words].join('|'), 'g');
  }

  /** The longest literal at `from`: null when there is none, 'more' when what follows decides. */
  match(source: TextSource, from: number): Match<T> | null | 'more' {
    let node = this.#root;
    let found: Match<T> | null = null;
    for (let at = from; ; at += 1) {
      const code = source.code(at);
      if (code < 0) return source.ended || node.isLast ? found : 'more';
      const next = node.next(code);
      if (next === undefined) return found;
      node = next;
      if (node.value !== null) found = { value: node.value, to: at + 1, isLongest: node.isLast };
    }
  }
}

/** What follows a part of a literal, up to so many units; at the end of the text nothing needs to. */
function rest<T>(from: TrieNode<T>, units: number): string {
  if (from.value !== null || units === 0) return '';
  return `(?:$|${from
    .entries()
    .map(([code, node]) => escaped(code) + rest(node, units - 1))
    .join('|')})`;
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
