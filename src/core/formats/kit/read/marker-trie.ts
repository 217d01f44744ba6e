import type { TextSource } from './source.ts';

/** One place in the trie. Most places have one continuation only, so a map for each would double the time. */
class TrieNode<T> {
  /** The value of the literal that ends here. */
  value: T | null = null;
  #code = -1;
  #first: TrieNode<T> | null = null;
  #others: Map<number, TrieNode<T>> | null = null;

  /** Whether no literal continues here. */
  get isLast(): boolean {
    return this.#first === null;
  }

  next(code: number): TrieNode<T> | undefined {
    return code === this.#code ? (this.#first ?? undefined) : this.#others?.get(code);
  }

  /** Adds a continuation for a unit that has none. */
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

  /** The continuations, in the order of their addition. */
  entries(): readonly (readonly [code: number, node: TrieNode<T>])[] {
    return this.#first === null ? [] : [[this.#code, this.#first], ...(this.#others ?? [])];
  }
}

interface Match<T> {
  readonly value: T;
  readonly to: number;
  /** Whether no longer literal begins with this one. */
  readonly isLongest: boolean;
}

/** This many units after its first letter tell a literal from most words. */
const WORD_UNITS = 6;

/** Searches for many literals at once. The longest literal at an offset counts. */
export class MarkerTrie<T> {
  readonly #root = new TrieNode<T>();

  /** The value of a literal; `make` makes it if the literal is new. */
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
   * The values of a literal in any case: one for each known literal that differs only in case, and one for all other cases.
   * Nothing may be added afterwards, because the other cases share one path through the trie.
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

  /** The first units of all literals. */
  firstCodes(): readonly number[] {
    return this.#root.entries().map(([code]) => code);
  }

  /**
   * A pattern that finds the next of `others` or the first unit of a literal. Text is full of letters, so a letter counts only
   * if more units of a literal follow, or if the text ends there.
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

  /** The longest literal at `from`; null if there is none; 'more' if the following text decides. */
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

/** A pattern for the next units of a literal. At the end of the text, none is required. */
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
