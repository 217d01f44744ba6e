import { DEEPEST } from './values.ts';

/** An element of a fragment, or text of it. */
export type Node = Element | string;

export interface Element {
  readonly name: string;
  /** Null where an attribute has no value in quotes. */
  readonly attributes: ReadonlyMap<string, string | null>;
  readonly children: readonly Node[];
}

export class Malformed extends Error {}

const NAME_END: ReadonlySet<string> = new Set('\r\n\t>/= ');
const SPACE: ReadonlySet<string> = new Set(' \t\n\r');

/**
 * The nodes of a fragment. An element must be closed by its own name; text is trimmed, sections are not. A comment, a section
 * or a declaration without an end takes all that follows, and then no closing tag is missing.
 *
 * @throws Malformed where a closing tag is missing or wrong
 */
export function nodesOf(fragment: string): readonly Node[] {
  return new NodeReader(`<root>${fragment}</root>`).element().children;
}

class NodeReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** From its `<`. */
  element(): Element {
    this.#at += 1;
    const name = this.#name();
    const attributes = this.#attributes();
    const last = this.#text.charAt(this.#at - 1);
    const isSelfClosing = last === '/' || (name.startsWith('?') && last === '?');
    if (isSelfClosing) {
      this.#at += 1;
      return { name, attributes, children: [] };
    }
    if (name === 'script' || name === 'style') return { name, attributes, children: [this.#until(`</${name}>`)] };
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Malformed();
    const children = this.#children(name);
    this.#depth -= 1;
    return { name, attributes, children };
  }

  #children(name: string): readonly Node[] {
    const text = this.#text;
    const children: Node[] = [];
    let isTakenToEnd = false;
    while (this.#at >= 0 && this.#at < text.length) {
      if (text.charAt(this.#at) !== '<') {
        const end = text.indexOf('<', this.#at);
        const piece = text.slice(this.#at, end < 0 ? text.length : end).trim();
        if (piece !== '') children.push(piece);
        this.#at = end < 0 ? text.length + 1 : end;
      } else if (text.charAt(this.#at + 1) === '/') {
        const end = text.indexOf('>', this.#at);
        // Without a `>` all but the last character is taken for the name.
        if (text.slice(this.#at + 2, end).trim() !== name) throw new Malformed();
        this.#at = end < 0 ? -1 : end + 1;
        return children;
      } else if (text.charAt(this.#at + 1) === '!') {
        this.#special(children);
        if (this.#at >= text.length) isTakenToEnd = true;
      } else {
        const element = this.element();
        if (element.name.startsWith('?')) children.push({ ...element, children: [] }, ...element.children);
        else children.push(element);
      }
    }
    if (this.#at >= text.length && !isTakenToEnd) throw new Malformed();
    return children;
  }

  #name(): string {
    const from = this.#at;
    while (this.#at < this.#text.length && !NAME_END.has(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  #skipSpace(): void {
    while (SPACE.has(this.#text.charAt(this.#at))) this.#at += 1;
  }

  /** Up to the `>`. */
  #attributes(): ReadonlyMap<string, string | null> {
    const text = this.#text;
    const attributes = new Map<string, string | null>();
    while (this.#at < text.length && text.charAt(this.#at) !== '>') {
      if (!/[A-Za-z]/.test(text.charAt(this.#at))) {
        this.#at += 1;
        continue;
      }
      const name = this.#name();
      this.#skipSpace();
      let value: string | null = null;
      if (text.charAt(this.#at) === '=') {
        this.#at += 1;
        this.#skipSpace();
        if (text.charAt(this.#at) === '"' || text.charAt(this.#at) === "'") value = this.#quoted();
      }
      attributes.set(name, value);
    }
    return attributes;
  }

  /** A value without its closing quote ends before the `>`. */
  #quoted(): string {
    const text = this.#text;
    const from = this.#at + 1;
    const end = text.indexOf(text.charAt(this.#at), from);
    const tagEnd = end < 0 ? text.indexOf('>', from) : -1;
    const to = end >= 0 ? end : tagEnd >= 0 ? tagEnd : text.length;
    this.#at = end >= 0 ? end + 1 : to;
    return text.slice(from, to);
  }

  /** All up to a closing tag, or to the end, as it is. */
  #until(closer: string): string {
    const text = this.#text;
    const from = this.#at + 1;
    const end = text.indexOf(closer, this.#at);
    this.#at = end < 0 ? text.length : end + closer.length;
    return text.slice(from, end < 0 ? text.length : end);
  }

  /** A comment is dropped; the text of a section stays, and so does that of a declaration. */
  #special(children: Node[]): void {
    const text = this.#text;
    const from = this.#at;
    if (text.charAt(from + 2) === '-') {
      let end = from;
      while (end >= 0 && !(text.charAt(end) === '>' && text.startsWith('--', end - 2)))
        end = text.indexOf('>', end + 1);
      this.#at = (end < 0 ? text.length : end) + 1;
    } else if (/^\[cdata\[/i.test(text.slice(from + 2, from + 9))) {
      const end = text.indexOf(']]>', from);
      children.push(text.slice(from + 9, end < 0 ? text.length : end));
      this.#at = end < 0 ? text.length : end + 3;
    } else {
      let end = from + 2;
      let isBracketed = false;
      for (; end < text.length && (isBracketed || text.charAt(end) !== '>'); end += 1) {
        if (text.charAt(end) === '[') isBracketed = true;
        else if (text.charAt(end) === ']') isBracketed = false;
      }
      children.push(text.slice(from + 1, end));
      this.#at = end + 1;
    }
  }
}
