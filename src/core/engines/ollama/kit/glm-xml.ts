import type { Span } from '../../../text/document/index.ts';
import { isGoSpace } from '../../../text/languages/index.ts';
import type { Steps } from '../reader.ts';
import { afterGoSpace } from './tape.ts';
import { linesIn, readXml, type XmlElement, type XmlError, type XmlToken } from './xml.ts';

const ROOT = 'tool_call';

/** A tag of the cycle, or text. Other tags are text: Ollama escapes them first. */
type Piece = Extract<XmlToken, { kind: 'text' | 'start' | 'end' }>;

/** The tags of an argument in their order. */
const cycle = [
  { kind: 'start', name: 'arg_key' },
  { kind: 'end', name: 'arg_key' },
  { kind: 'start', name: 'arg_value' },
  { kind: 'end', name: 'arg_value' },
] as const;

function pieceTag({ kind, name }: (typeof cycle)[number]): string {
  return kind === 'start' ? `<${name}>` : `</${name}>`;
}

/** The body of a call: the name is the text around keys and values. */
export interface GlmCall {
  readonly name: string;
  readonly nameSpan: Span;
  readonly keys: readonly XmlElement[];
  readonly values: readonly XmlElement[];
}

export function readGlmXml(text: string, body: Span): GlmCall | XmlError {
  return readPieces(piecesOf(text, body), body);
}

/** Missing tags put in where the cycle of the four tags wants them, as a step for each. */
export function readRepairedGlmXml(text: string, body: Span, steps: Steps): GlmCall | XmlError {
  const repair = new Repair(text, piecesOf(text, body), body.to);
  const pieces = repair.run();
  const call = readPieces(pieces, body);
  for (const { at, tag } of repair.inserted) steps?.repair('missing-tag', { from: at, to: at }, tag);
  return call;
}

function piecesOf(text: string, body: Span): Piece[] {
  const pieces: Piece[] = [];
  let from = body.from;
  const addText = (to: number): void => {
    if (from < to) pieces.push(textPiece(text, from, to));
    from = to;
  };
  for (const match of text.slice(body.from, body.to).matchAll(/<(\/?)(arg_key|arg_value)>/g)) {
    const [tag, slash, name = ''] = match;
    const at = body.from + match.index;
    addText(at);
    from = at + tag.length;
    const span = { from: at, to: from, lines: 0 };
    pieces.push(slash === '' ? { kind: 'start', name, attribute: '', ...span } : { kind: 'end', name, ...span });
  }
  addText(body.to);
  return pieces;
}

function textPiece(text: string, from: number, to: number): Piece {
  const part = text.slice(from, to);
  return { kind: 'text', text: part, from, to, lines: linesIn(part) };
}

function readPieces(pieces: readonly Piece[], { from, to }: Span): GlmCall | XmlError {
  const outer = { name: ROOT, lines: 0 };
  const element = readXml(
    [{ kind: 'start', attribute: '', from, to: from, ...outer }, ...pieces, { kind: 'end', from: to, to, ...outer }],
    ROOT,
  );
  if ('error' in element) return element;
  const named = pieces.find((piece) => piece.kind === 'text' && piece.text.trim() !== '');
  return {
    name: element.text,
    nameSpan: named === undefined ? { from, to: from } : { from: named.from, to: named.to },
    keys: element.children.filter(({ name }) => name === 'arg_key'),
    values: element.children.filter(({ name }) => name === 'arg_value'),
  };
}

/** Goes through the tags and puts in those that the cycle misses. */
class Repair {
  readonly inserted: { readonly at: number; readonly tag: string }[] = [];
  readonly #text: string;
  readonly #pieces: readonly Piece[];
  readonly #end: number;
  readonly #out: Piece[] = [];
  /** The place in the cycle of the tag that is expected. */
  #phase = 0;

  constructor(text: string, pieces: readonly Piece[], end: number) {
    this.#text = text;
    this.#pieces = pieces;
    this.#end = end;
  }

  run(): readonly Piece[] {
    const first = this.#pieces.findIndex(({ kind }) => kind !== 'text');
    if (first < 0) return this.#pieces;
    this.#prefix(first);
    let text: Piece | null = null;
    for (const piece of this.#pieces.slice(first)) {
      if (piece.kind === 'text') {
        text = piece;
      } else {
        this.#tag(piece, text);
        text = null;
      }
    }
    // Text where an opening tag is expected is dropped.
    if (text !== null && this.#phase % 2 === 1) {
      this.#out.push(text);
      this.#insert(this.#end);
    }
    while (this.#phase !== 0) this.#insert(this.#end);
    return this.#out;
  }

  /** The name, and where the first key has no opening tag, up to a blank. */
  #prefix(first: number): void {
    const [prefix] = this.#pieces.slice(0, first);
    const tag = this.#pieces[first];
    if (prefix === undefined) return;
    const opensKey = tag?.kind === 'start' && tag.name === 'arg_key';
    const blank = opensKey ? -1 : firstSpace(this.#text, prefix.from, prefix.to);
    if (blank < 0) {
      this.#out.push(prefix);
      return;
    }
    const key = afterGoSpace(this.#text, blank, prefix.to);
    if (prefix.from < blank) this.#out.push(textPiece(this.#text, prefix.from, blank));
    this.#insert(key);
    if (key < prefix.to) this.#out.push(textPiece(this.#text, key, prefix.to));
  }

  /** A tag with the text before it. */
  #tag(tag: Exclude<Piece, { kind: 'text' }>, before: Piece | null): void {
    const found = cycle.findIndex(({ kind, name }) => kind === tag.kind && name === tag.name);
    let text = before;
    while (this.#phase !== found) {
      const isOpening = this.#phase % 2 === 0;
      if (isOpening && text !== null) {
        this.#insert(text.from);
        this.#out.push(text);
        text = null;
        continue;
      }
      // From here on the text waits until the tag before the found one.
      for (; this.#phase !== found;) {
        if (this.#phase % 2 === 1 && (this.#phase + 1) % 4 === found && text !== null) {
          this.#out.push(text);
          text = null;
        }
        this.#insert(tag.from);
      }
    }
    if (text !== null) this.#out.push(text);
    this.#out.push(tag);
    this.#phase = (found + 1) % 4;
  }

  #insert(at: number): void {
    const tag = cycle[this.#phase] as (typeof cycle)[number];
    const span = { from: at, to: at, lines: 0 };
    this.#out.push(tag.kind === 'start' ? { ...tag, attribute: '', ...span } : { ...tag, ...span });
    this.inserted.push({ at, tag: pieceTag(tag) });
    this.#phase = (this.#phase + 1) % 4;
  }
}

function firstSpace(text: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (isGoSpace(text.charCodeAt(at))) return at;
  return -1;
}
