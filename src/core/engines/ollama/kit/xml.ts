import type { Span } from '../../../text/document/index.ts';

/** A piece of XML: text as it is (nothing to unescape), or a tag. `lines`: the line feeds in it that Go counts. */
export type XmlToken = Span & { readonly lines: number } & (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'start'; readonly name: string; readonly attribute: string }
    | { readonly kind: 'end'; readonly name: string }
    | { readonly kind: 'bad'; readonly message: string }
  );

/** An element with the text that is directly in it. */
export interface XmlElement extends Span {
  readonly name: string;
  readonly attribute: string;
  readonly children: readonly XmlElement[];
  /** The text directly in it, line ends as LF. */
  readonly text: string;
  /** From its start tag to its end tag, both left out. */
  readonly inner: Span;
}

/** An error in the words of Go's `encoding/xml`, and the token that it is about. */
export interface XmlError extends Span {
  readonly error: string;
}

interface OpenElement {
  readonly name: string;
  readonly attribute: string;
  readonly from: number;
  readonly innerFrom: number;
  readonly children: XmlElement[];
  readonly texts: string[];
}

/** The first element as Go's strict decoder reads it, which must have this name. What follows it is not read. */
export function readXml(tokens: readonly XmlToken[], root: string): XmlElement | XmlError {
  const open: OpenElement[] = [];
  let line = 1;
  let end = { from: 0, to: 0 };
  const failed = (what: string, span: Span): XmlError => ({
    error: `XML syntax error on line ${line}: ${what}`,
    from: span.from,
    to: span.to,
  });
  for (const token of tokens) {
    const { from, to } = token;
    end = { from: to, to };
    line += token.lines;
    const inner = open.at(-1);
    if (token.kind === 'bad') return failed(token.message, token);
    if (token.kind === 'text') {
      const illegal = illegalCharacter(token.text);
      if (illegal !== null) return failed(`illegal character code ${illegal}`, token);
      inner?.texts.push(token.text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'));
    } else if (token.kind === 'start') {
      if (inner === undefined && token.name !== root)
        return { error: `expected element type <${root}> but have <${token.name}>`, from, to };
      open.push({ name: token.name, attribute: token.attribute, from, innerFrom: to, children: [], texts: [] });
    } else {
      if (inner === undefined) return failed(`unexpected end element </${token.name}>`, token);
      if (inner.name !== token.name) return failed(`element <${inner.name}> closed by </${token.name}>`, token);
      open.pop();
      const { name, attribute, children, texts, innerFrom } = inner;
      const element = { name, attribute, children, from: inner.from, to, text: texts.join('') };
      const closed: XmlElement = { ...element, inner: { from: innerFrom, to: from } };
      const parent = open.at(-1);
      if (parent === undefined) return closed;
      parent.children.push(closed);
    }
  }
  return open.length === 0 ? { error: 'EOF', ...end } : failed('unexpected EOF', end);
}

const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** The first character that XML does not allow, as Go writes it. Half of a surrogate pair has become U+FFFD before. */
function illegalCharacter(text: string): string | null {
  for (const [character] of text.matchAll(new RegExp(ILLEGAL, 'gu'))) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0xd800 || code > 0xdfff) return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return null;
}

/** Line feeds in a text. */
export function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
