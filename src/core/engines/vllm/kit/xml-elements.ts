import type { Span } from '../../../text/document/index.ts';

/** Finds the next place of a text in a longer one, for places that only go forward. */
class NextPlace {
  readonly #wanted: string;
  #text = '';
  #at = -2;

  constructor(wanted: string) {
    this.#wanted = wanted;
  }

  reset(text: string): void {
    this.#text = text;
    this.#at = -2;
  }

  /** -1 where there is none. */
  from(place: number): number {
    if (this.#at === -1 || this.#at >= place) return this.#at;
    this.#at = this.#text.indexOf(this.#wanted, place);
    return this.#at;
  }
}

const OPEN = '<tool_call>';
const FUNCTION = '<function=';

/**
 * `_find_next_complete_element`: a tag up to its `>`, or a tag that is broken off by the next `<`, or the text between
 * tags. Places count from the beginning of all that has come.
 */
export class ElementFinder {
  readonly #isStep: boolean;
  /** From `#base` on. */
  #buffer = '';
  #base = 0;
  #at = 0;
  readonly #less = new NextPlace('<');
  readonly #greater = new NextPlace('>');
  readonly #line = new NextPlace('\n');
  readonly #ends = { parameter: new NextPlace('</parameter>'), function: new NextPlace('</function>') };

  constructor(isStep: boolean) {
    this.#isStep = isStep;
  }

  /** What is not passed yet. */
  get rest(): Span {
    return { from: this.#base + this.#at, to: this.#base + this.#buffer.length };
  }

  push(chunk: string): void {
    this.#buffer = this.#buffer.slice(this.#at) + chunk;
    this.#base += this.#at;
    this.#at = 0;
    for (const place of [this.#less, this.#greater, this.#line, this.#ends.parameter, this.#ends.function]) {
      place.reset(this.#buffer);
    }
  }

  text({ from, to }: Span): string {
    return this.#buffer.slice(from - this.#base, to - this.#base);
  }

  pass({ to }: Span): void {
    this.#at = to - this.#base;
  }

  /** Null where more text is needed. */
  next(isInCall: boolean): Span | null {
    const end = this.#at < this.#buffer.length ? this.#end(isInCall) : -1;
    return end < 0 ? null : { from: this.#base + this.#at, to: this.#base + end };
  }

  #end(isInCall: boolean): number {
    const { length } = this.#buffer;
    const at = this.#at;
    if (this.#buffer.charAt(at) !== '<') {
      const next = this.#less.from(at);
      return next < 0 ? length : next;
    }
    const whole = this.#isStep ? this.#wholeElement() : -1;
    if (whole >= 0) return whole;
    const less = this.#less.from(at + 1);
    const greater = this.#greater.from(at + 1);
    if (greater >= 0 && (less < 0 || greater < less)) return greater + 1;
    if (less >= 0) return less;
    if (isInCall) return -1;
    const rest = this.#buffer.slice(at, at + OPEN.length);
    const mayBegin = length - at <= OPEN.length && OPEN.startsWith(rest);
    return mayBegin || rest.startsWith(FUNCTION) || (length - at <= FUNCTION.length && FUNCTION.startsWith(rest))
      ? -1
      : length;
  }

  /** `step3p5`: an opener whose line has no `>` goes on to its closer. -1 where it is none, or the closer is missing. */
  #wholeElement(): number {
    const at = this.#at;
    for (const tag of ['parameter', 'function'] as const) {
      if (!this.#buffer.startsWith(`<${tag}=`, at)) continue;
      const line = this.#line.from(at);
      const greater = this.#greater.from(at);
      if (greater >= 0 && (line < 0 || greater < line)) continue;
      const end = this.#ends[tag].from(at);
      if (end >= 0) return end + `</${tag}>`.length;
    }
    return -1;
  }
}
