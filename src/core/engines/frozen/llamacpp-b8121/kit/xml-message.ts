import type { Span } from '../../../../text/document/index.ts';
import type { MessageParser } from './message.ts';
import { tryXmlCalls } from './xml-calls.ts';
import { trimmedEnd, XmlContent } from './xml-content.ts';
import { findPair, markersOf, type XmlForm } from './xml-form.ts';

const BETWEEN = '\n\n';

/** Reasoning anywhere, content, and calls in XML style: `consume_reasoning_with_xml_tool_calls`. */
export function readXmlMessage(parser: MessageParser, form: XmlForm, open = '<think>', close = '</think>'): void {
  new XmlMessageReader(parser, form, open, close).read();
}

interface Markers {
  readonly markers: readonly string[];
  /** Their first characters. */
  readonly firsts: ReadonlySet<number>;
  /** How long the longest is. */
  readonly longest: number;
}

class XmlMessageReader {
  readonly #parser: MessageParser;
  readonly #form: XmlForm;
  readonly #open: string;
  readonly #close: string;
  #isThinking: boolean;
  /** Open reasoning, as far as it was read. Calls in it are text of it. */
  #thought: Span | null = null;

  constructor(parser: MessageParser, form: XmlForm, open: string, close: string) {
    this.#parser = parser;
    this.#form = form;
    this.#open = open;
    this.#close = close;
    this.#isThinking = parser.syntax.opensThinking;
  }

  read(): void {
    const parser = this.#parser;
    parser.consumeSpaces();
    let isMore = true;
    while (isMore) {
      const from = parser.at;
      const found = findPair(parser, this.#form.scopeStart, this.#form.toolStart);
      const marker = found?.marker ?? null;
      const { scopeStart, toolStart } = this.#form;
      const wanted = marker === null ? [`${scopeStart}${toolStart}`] : [];
      parser.steps.gate('finds-call', marker !== null, { from, to: parser.text.length }, marker, wanted);
      isMore = this.#part(found?.prelude ?? parser.rest(), marker);
    }
  }

  /** The text up to a marker, and what follows the marker; false at the end. */
  #part(area: Span, marker: Span | null): boolean {
    const parser = this.#parser;
    const { allowsCallsInThinking = false } = this.#form;
    const visible = this.#isThinking ? this.#endThought(area, marker) : area;
    if (visible === null) return true;
    const content = new XmlContent(parser, visible);
    const opened = this.#thoughtsIn(content, visible, allowsCallsInThinking ? null : marker);
    content.trimEnd();
    content.without(this.#close);
    content.trimIfSpaced();
    if (parser.isAtEnd) {
      if (this.#thought === null) content.trimMarkers((span) => this.#withoutMarker(span));
      else this.#thought = this.#withoutMarker(this.#thought);
    }
    if (allowsCallsInThinking) this.#flushThought();
    this.#add(content);
    if (opened && !allowsCallsInThinking) {
      if (marker !== null) parser.steps.quirk('call-in-thinking', marker);
      return true;
    }
    if (marker === null) return false;
    parser.at = marker.from;
    if (tryXmlCalls(parser, this.#form)) {
      if (parser.afterSpaces(parser.at) === parser.text.length) parser.consumeSpaces();
      else if (parser.content.length > 0) this.#addBetween();
    } else {
      parser.addContent({ from: parser.at, to: parser.at + 1 });
      parser.at += 1;
    }
    return true;
  }

  /** Goes on with open reasoning; what follows its end, or null where nothing is to be read of this part. */
  #endThought(area: Span, marker: Span | null): Span | null {
    const parser = this.#parser;
    const at = parser.indexOf(this.#close, area.from);
    const isClosed = at >= 0 && at + this.#close.length <= area.to;
    if (!isClosed && !parser.isAtEnd) {
      this.#extendThought(area);
      if (this.#form.allowsCallsInThinking || marker === null) return area;
      parser.steps.quirk('call-in-thinking', marker);
      this.#extendThought(marker);
      return null;
    }
    this.#isThinking = false;
    let end: Span | null = { from: area.from, to: isClosed ? at : area.to };
    const visible = { from: isClosed ? at + this.#close.length : area.to, to: area.to };
    if (isClosed) {
      parser.steps.marker(this.#close, 'close', at, visible.from);
      parser.blocks.push({ from: at, to: visible.from });
    }
    if (parser.isAtEnd && parser.afterSpaces(visible.from) >= visible.to) {
      end = this.#withoutMarker(end);
      if (end === null && this.#thought !== null) this.#thought = this.#withoutMarker(this.#thought);
      if (end === null && this.#thought === null) return null;
    }
    if (end !== null) this.#extendThought(end);
    this.#flushThought();
    return visible;
  }

  /** Whether the last of the thoughts in a part is open. */
  #thoughtsIn(content: XmlContent, area: Span, marker: Span | null): boolean {
    const parser = this.#parser;
    const holes: Span[] = [];
    for (let at = area.from; ;) {
      const from = parser.indexOf(this.#open, at);
      const inner = from + this.#open.length;
      if (from < 0 || inner > area.to) break;
      const to = parser.indexOf(this.#close, inner);
      const isClosed = to >= 0 && to + this.#close.length <= area.to;
      parser.steps.marker(this.#open, 'open', from, inner);
      if (!isClosed) {
        content.cut(holes, from);
        this.#thought = inner < (marker ?? area).to ? { from: inner, to: (marker ?? area).to } : null;
        this.#isThinking = true;
        parser.blocks.push({ from, to: inner });
        return true;
      }
      at = to + this.#close.length;
      parser.steps.marker(this.#close, 'close', to, at);
      parser.addReasoning({ from: inner, to });
      holes.push({ from, to: at });
      parser.blocks.push({ from, to: at });
    }
    content.cut(holes, area.to);
    return false;
  }

  #extendThought({ from, to }: Span): void {
    if (from < to) this.#thought = { from: this.#thought?.from ?? from, to };
  }

  #flushThought(): void {
    if (this.#thought !== null) this.#parser.addReasoning(this.#thought);
    this.#thought = null;
  }

  #add(content: XmlContent): void {
    const { pieces } = content;
    if (pieces.length === 0) return;
    if (this.#parser.content.length > 0) this.#addBetween();
    pieces.forEach((piece, index) => {
      if (index > 0) this.#addBetween(piece.from);
      this.#parser.addContent(piece);
    });
  }

  #addBetween(at = this.#parser.at): void {
    this.#parser.addContent({ from: at, to: at }, BETWEEN);
  }

  #markers(): Markers {
    const markers = [this.#open, this.#close, ...markersOf(this.#form)].filter((marker) => marker !== '');
    const firsts = new Set(markers.map((marker) => marker.charCodeAt(0)));
    return { markers, firsts, longest: Math.max(...markers.map(({ length }) => length)) };
  }

  /** Without white space at the end, and the longest beginning of a marker there; null where nothing is left. */
  #withoutMarker(span: Span): Span | null {
    const { text } = this.#parser;
    const { from, to } = trimmedEnd(text, span);
    const { markers, firsts, longest } = this.#parser.knownOf(this.#form, () => this.#markers());
    this.#parser.missed.push(...markers);
    for (let at = Math.max(from, to - longest); at < to; at += 1) {
      if (!firsts.has(text.charCodeAt(at))) continue;
      const end = text.slice(at, to);
      if (!markers.some((marker) => marker.startsWith(end))) continue;
      this.#parser.hasFound = true;
      this.#parser.steps.quirk('tail-dropped', { from: at, to });
      const left = trimmedEnd(text, { from, to: at });
      return left.from < left.to ? left : null;
    }
    return from < to ? { from, to } : null;
  }
}
