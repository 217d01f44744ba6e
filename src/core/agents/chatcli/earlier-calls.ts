import { hash } from '../../text/document/index.ts';

interface Known {
  readonly args: Set<string>;
  readonly raws: Set<string>;
}

interface Call {
  readonly name: string;
  readonly args: string;
  readonly raw: string;
}

const GRAM = 8;
/** Bits of the filter, a power of two. */
const FILTER_BITS = 1 << 23;
/** The most calls that are compared without the filter. */
const FEW = 16;

/**
 * ChatCLI's rule for copies: a JSON call is dropped when an earlier call of the same name holds its arguments in its
 * own, or its text in its own.
 *
 * The original compares every call with all before it. A text can only be in another when all its runs of eight
 * characters do; a filter that knows these runs says no to nearly every call at once, and `allowance` bounds the rest.
 */
export class EarlierCalls {
  readonly #byName = new Map<string, Known>();
  readonly #calls: Call[] = [];
  #filter: Uint8Array | null = null;
  #allowance: number;

  /** @param allowance how many characters may be searched in all, beyond what the filter decides */
  constructor(allowance: number) {
    this.#allowance = allowance;
  }

  add(call: Call): void {
    const known = this.#byName.get(call.name) ?? { args: new Set(), raws: new Set() };
    this.#byName.set(call.name, known);
    known.args.add(call.args);
    known.raws.add(call.raw);
    this.#calls.push(call);
    if (this.#filter !== null) this.#note(call);
    else if (this.#calls.length > FEW) this.#openFilter();
  }

  /** Whether the call counts as a copy of an earlier one; null when too much would have to be searched to know. */
  hold(call: Call): boolean | null {
    const known = this.#byName.get(call.name);
    if (known === undefined) return false;
    if (call.args === '' || known.args.has(call.args) || known.raws.has(call.raw)) return true;
    const inArgs = this.#mayHold(call.args);
    const inRaws = this.#mayHold(call.raw);
    if (!inArgs && !inRaws) return false;
    for (const text of inArgs ? known.args : []) {
      const answer = this.#contains(text, call.args);
      if (answer !== false) return answer;
    }
    for (const text of inRaws ? known.raws : []) {
      const answer = this.#contains(text, call.raw);
      if (answer !== false) return answer;
    }
    return false;
  }

  #contains(text: string, part: string): boolean | null {
    if (text.length <= part.length) {
      this.#allowance -= 1;
      return this.#allowance < 0 ? null : false;
    }
    this.#allowance -= text.length;
    return this.#allowance < 0 ? null : text.includes(part);
  }

  #mayHold(text: string): boolean {
    const filter = this.#filter;
    if (filter === null) return true;
    for (let at = 0; at + GRAM <= text.length; at += 1) {
      const bit = hash(text, at, at + GRAM, 0) & (FILTER_BITS - 1);
      if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  #openFilter(): void {
    this.#filter = new Uint8Array(FILTER_BITS >>> 3);
    for (const call of this.#calls) this.#note(call);
  }

  #note({ args, raw }: Call): void {
    const filter = this.#filter;
    if (filter === null) return;
    for (const text of [args, raw]) {
      for (let at = 0; at + GRAM <= text.length; at += 1) {
        const bit = hash(text, at, at + GRAM, 0) & (FILTER_BITS - 1);
        filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
      }
    }
  }
}
