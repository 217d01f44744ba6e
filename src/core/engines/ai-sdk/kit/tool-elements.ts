import { partitionPoint } from '../../../text/document/index.ts';
import { closersOf } from './closers.ts';
import { escapeRegExp } from './names.ts';

/** An element named like a tool. */
export interface ToolElement {
  readonly name: string;
  readonly from: number;
  /** Past its opening tag. */
  readonly contentFrom: number;
  /** Past its closing tag. */
  readonly to: number;
  readonly isSelfClosing: boolean;
}

interface Token {
  readonly from: number;
  readonly to: number;
  readonly step: 1 | 0 | -1;
  readonly name: string;
}

const NAME = /\s*([A-Za-z0-9_:-]*)/y;

/** The elements of a text that are named like tools. Comments and sections are passed over up to the next `>`. */
export class ToolElements {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #byName = new Map<string, { tokens: readonly Token[]; closers: readonly (Token | undefined)[] }>();

  /** @param takesOpenCloser whether a closing tag at the end of the text may lack its `>` */
  constructor(text: string, takesOpenCloser: boolean) {
    this.#text = text;
    this.#tokens = tokensOf(text, takesOpenCloser);
  }

  /** Those of one name, outermost ones only, in order. */
  named(name: string): readonly ToolElement[] {
    const text = this.#text;
    const openTag = `<${name}>`;
    const selfClosing = selfClosingTag(name);
    const found: ToolElement[] = [];
    let open = text.indexOf(openTag);
    let self = selfClosing.exec(text);
    let at = 0;
    while (at < text.length) {
      if (open >= 0 && open < at) open = text.indexOf(openTag, at);
      if (self !== null && self.index < at) {
        selfClosing.lastIndex = at;
        self = selfClosing.exec(text);
      }
      if (self !== null && (open < 0 || self.index < open)) {
        at = self.index + self[0].length;
        found.push({ name, from: self.index, contentFrom: at, to: at, isSelfClosing: true });
        continue;
      }
      if (open < 0) break;
      const contentFrom = open + openTag.length;
      const closer = this.#closer(contentFrom, name);
      if (closer !== undefined) found.push({ name, from: open, contentFrom, to: closer.to, isSelfClosing: false });
      at = closer?.to ?? contentFrom;
    }
    return found;
  }

  /** By where they begin. One may lie in another. */
  all(names: readonly string[]): readonly ToolElement[] {
    return names.flatMap((name) => this.named(name)).sort((one, other) => one.from - other.from);
  }

  /** The end of the elements that follow each other from here on, of any name; -1 where not even one is whole. */
  bodyEnd(from: number): number {
    const text = this.#text;
    let at = from;
    let end = -1;
    for (;;) {
      while (/\s/.test(text.charAt(at))) at += 1;
      if (text.charAt(at) !== '<') return end;
      const token = tokenAt(text, at, true);
      if (token === null || token.step === -1) return end;
      if (token.step === 1) {
        const closer = this.#closer(token.to, null);
        if (closer === undefined) return end;
        at = closer.to;
        end = at;
      } else {
        at = token.to;
        if (!isSpecial(text, token.from)) end = at;
      }
    }
  }

  /** The closing tag of an element whose content begins here. Tags end at the next `>`, so content begins between tokens. */
  #closer(from: number, name: string | null): Token | undefined {
    let of = this.#byName.get(name ?? '');
    if (of === undefined) {
      const tokens = name === null ? this.#tokens : this.#tokens.filter((token) => token.name === name);
      of = { tokens, closers: closersOf(tokens) };
      this.#byName.set(name ?? '', of);
    }
    return of.closers[partitionPoint(of.tokens, (token) => token.from < from)];
  }
}

/** `<name/>`, with white space. */
export function selfClosingTag(name: string): RegExp {
  return new RegExp(`<\\s*${escapeRegExp(name)}\\s*/>`, 'g');
}

function tokensOf(text: string, takesOpenCloser: boolean): Token[] {
  const tokens: Token[] = [];
  for (let at = text.indexOf('<'); at >= 0;) {
    const token = tokenAt(text, at, takesOpenCloser);
    if (token === null) break;
    tokens.push(token);
    at = text.indexOf('<', token.to);
  }
  return tokens;
}

/** The tag at a `<`; null where it has no end. What is not a tag has no name and no step. */
function tokenAt(text: string, from: number, takesOpenCloser: boolean): Token | null {
  const next = text.charAt(from + 1);
  const end = text.indexOf('>', from + 1);
  const isClosing = next === '/';
  if (end < 0 && !(isClosing && takesOpenCloser)) return null;
  const to = end < 0 ? text.length : end + 1;
  if (isSpecial(text, from)) return { from, to, step: 0, name: '' };
  NAME.lastIndex = from + (isClosing ? 2 : 1);
  const name = NAME.exec(text)?.[1] ?? '';
  if (isClosing) return { from, to, step: -1, name };
  const isSelfClosing = text.slice(from, end).trimEnd().endsWith('/');
  return { from, to, step: isSelfClosing ? 0 : 1, name };
}

/** A comment, a section, a declaration or an instruction. */
function isSpecial(text: string, from: number): boolean {
  const next = text.charAt(from + 1);
  return next === '!' || next === '?';
}
