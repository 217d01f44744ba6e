interface Written {
  readonly to: number;
  readonly json: string;
}

/** Parts of a text that grows, as they are written between the quotes of a JSON string: what is written once stays. */
export class WrittenTexts {
  /** By where they begin. */
  readonly #known = new Map<number, Written>();

  insideOfString(text: string, from: number, to: number): string {
    const known = this.#known.get(from);
    const isPart = known !== undefined && known.to <= to && !endsInPair(text, known.to);
    const json = isPart ? known.json + insideOfString(text.slice(known.to, to)) : insideOfString(text.slice(from, to));
    this.#known.set(from, { to, json });
    return json;
  }
}

/** Text as it is written between the quotes of a JSON string. */
export function insideOfString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Whether the unit before a place may be half of a character. */
function endsInPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xd800 && unit < 0xdc00;
}
