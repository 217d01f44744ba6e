import { isDict, isList, PythonDict, type PythonValue } from '../../text/languages/index.ts';

/** A part of a JMESPath expression, applied to a value. */
type Step = (value: PythonValue) => PythonValue;

/**
 * As much of JMESPath as response schemas use: `@`, names, `a.b`, `[0]`, `'text'` and `{key: expression}`.
 * Null for anything else.
 */
export function compileJmespath(source: string): Step | null {
  const reader = new Reader(source);
  const step = reader.expression();
  return step !== null && reader.isOver() ? step : null;
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  isOver(): boolean {
    this.#blank();
    return this.#at === this.#source.length;
  }

  expression(): Step | null {
    let step = this.#primary();
    while (step !== null) {
      const before: Step = step;
      if (this.#take(/\.(?=\s*[A-Za-z_{"])/y) !== null) {
        const next = this.#primary();
        if (next === null) return null;
        step = (value) => next(before(value));
        continue;
      }
      const index = this.#take(/\[(-?\d+)\]/y)?.[1];
      if (index === undefined) return step;
      step = (value) => itemOf(before(value), Number(index));
    }
    return null;
  }

  #primary(): Step | null {
    if (this.#take(/@/y) !== null) return (value) => value;
    const text = this.#take(/'((?:[^'\\]|\\[^])*)'/y)?.[1];
    if (text !== undefined) return () => text.replaceAll("\\'", "'");
    const name = this.#take(/([A-Za-z_]\w*)|"([^"]*)"/y);
    if (name !== null) {
      const key = name[1] ?? name[2] ?? '';
      return (value) => (isDict(value) ? (value.get(key) ?? null) : null);
    }
    return this.#take(/\{/y) === null ? null : this.#hash();
  }

  /** `{key: expression, …}` */
  #hash(): Step | null {
    const entries: (readonly [string, Step])[] = [];
    for (;;) {
      const name = this.#take(/([A-Za-z_]\w*)|"([^"]*)"/y);
      if (name === null || this.#take(/:/y) === null) return null;
      const step = this.expression();
      if (step === null) return null;
      entries.push([name[1] ?? name[2] ?? '', step]);
      if (this.#take(/,/y) !== null) continue;
      if (this.#take(/\}/y) === null) return null;
      return (value) =>
        value === null ? null : new PythonDict(entries.map(([key, one]) => [key, one(value)] as const));
    }
  }

  #blank(): void {
    while (/\s/.test(this.#source.charAt(this.#at))) this.#at += 1;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    this.#blank();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }
}

function itemOf(value: PythonValue, index: number): PythonValue {
  return isList(value) ? (value.at(index) ?? null) : null;
}
