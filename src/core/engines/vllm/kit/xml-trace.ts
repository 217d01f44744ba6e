import type { Span } from '../../../text/document/index.ts';
import type { OpenPart } from '../../../trace/index.ts';
import type { ElementFinder } from './xml-elements.ts';
import type { XmlPreparation } from './xml-preparation.ts';
import { CLOSE, OPEN, type XmlCode, type XmlSteps } from './xml-words.ts';

/** A call as far as it was found in the text. */
export interface XmlPlace {
  readonly span: { from: number; to: number };
  name: Span | null;
  arguments: { from: number; to: number } | null;
}

/** Where in the text the calls are that are read as XML, and their steps. */
export class XmlTrace {
  /** By the ids of the calls. */
  readonly places = new Map<number, XmlPlace>();
  /** Where the element is that is looked at. */
  element: Span = { from: 0, to: 0 };
  /** How far what is open goes: the opener of a call does not belong to the call before it. */
  edge = 0;
  /** Where the value of the parameter that is open begins. */
  parameterFrom = 0;
  readonly #elements: ElementFinder;
  readonly #steps: XmlSteps | null;
  #block: OpenPart | null = null;

  constructor(elements: ElementFinder, steps: XmlSteps | null) {
    this.#elements = elements;
    this.#steps = steps;
  }

  begin(id: number): void {
    const { from, to } = this.element;
    this.places.set(id, { span: { from, to }, name: null, arguments: null });
    this.#block = this.#steps?.begin('block', OPEN, from) ?? null;
    if (this.#isAt(OPEN)) this.#steps?.marker(OPEN, 'open', from, to);
  }

  end(id: number, to: number, outcome: 'matched' | 'malformed'): void {
    const place = this.places.get(id);
    if (this.#block === null || place === undefined) return;
    const isNamed = place.name !== null;
    const span = { from: this.#block.from, to: Math.max(to, place.span.to) };
    if (!isNamed) this.#steps?.quirk('call-without-name', span);
    if (this.#isAt(CLOSE)) this.#steps?.marker(CLOSE, 'close', this.element.from, this.element.to);
    this.#steps?.complete(this.#block, span.to, isNamed ? outcome : 'malformed');
    this.#block = null;
  }

  /** The text ends at `to`, perhaps inside of a call. */
  cutOff(to: number): void {
    if (this.#block !== null) this.#steps?.quirk('call-cut-off', { from: this.#block.from, to });
  }

  name(id: number, begin: string, name: string): void {
    const place = this.places.get(id);
    const span = this.#nameSpan(begin, name);
    if (place !== undefined) place.name = span;
    this.#steps?.read('name', span);
  }

  key(begin: string, name: string): void {
    this.#steps?.read('key', this.#nameSpan(begin, name));
  }

  /** Something of a call was sent. */
  sent(id: number, isArguments: boolean): void {
    const place = this.places.get(id);
    if (place === undefined) return;
    place.span.to = Math.max(place.span.to, this.edge);
    if (!isArguments) return;
    if (place.arguments !== null) place.arguments.to = Math.max(place.arguments.to, this.edge);
    else if (this.element.from < this.edge) place.arguments = { from: this.element.from, to: this.edge };
  }

  /** What became of the value that ends with the element. */
  value(code: XmlCode | 'value' | 'coerced-value', { deferred, collectedFrom }: XmlPreparation): void {
    if (this.#steps === null) return;
    const { from, to } = this.element;
    const begin = (deferred ?? '') === '' ? this.parameterFrom : collectedFrom;
    const span = begin <= from ? { from: begin, to: from } : { from, to };
    if (code === 'value' || code === 'coerced-value' || code === 'literal-value' || code === 'no-literal') {
      this.#steps.read(code, span);
    } else {
      this.#steps.quirk(code, span);
    }
  }

  /** The name in `<function=NAME>`, or all after the `=` where the XML parser made another one of it. */
  #nameSpan(begin: string, name: string): Span {
    const { from, to } = this.element;
    const at = this.#elements.text(this.element).indexOf(name, begin.length);
    if (at >= 0) return { from: from + at, to: from + at + name.length };
    const nameFrom = Math.min(from + begin.length, to);
    return { from: nameFrom, to: Math.max(nameFrom, to - 1) };
  }

  #isAt(tag: string): boolean {
    return this.#elements.text(this.element) === tag;
  }
}
