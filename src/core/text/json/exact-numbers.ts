/** The first number that stands for another one. A value of JavaScript holds it and those after it exactly. */
const FIRST = 9_007_199_254_740_000;

/**
 * Numbers of which a value of JavaScript loses digits. They become others that stand for them while such values are written as
 * a text, and come back in that text.
 *
 *     {"id": 12345678901234567890} → {"id": 9007199254740000} → id=9007199254740000 → id=12345678901234567890
 */
export class ExactNumbers {
  readonly #long: string[] = [];

  /** A JSON text without such numbers. */
  take(json: string): string {
    return json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => {
      if (token.startsWith('"') || String(Number(token)) === token) return token;
      this.#long.push(token);
      return String(FIRST + this.#long.length - 1);
    });
  }

  /** A text of values that were read from such JSON, with the numbers that were meant. */
  give(text: string): string {
    return this.#long.reduce((all, number, at) => all.replaceAll(String(FIRST + at), () => number), text);
  }
}
