/** Up to so many keys of one object are compared one by one; a set costs more. */
const FEW_KEYS = 12;

/**
 * The keys so far of all objects that are open while a text is read, to find the one that occurs twice in its object.
 * A key is its place in the text, because a string for each costs more than all the rest that is done about it; only
 * one that was written with escapes is kept decoded.
 */
export class OpenKeys {
  #text = '';
  /** Places between the quotes, outermost object first. */
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #decoded: (string | null)[] = [];
  #count = 0;
  /** For each open object, where its keys begin in the lists. */
  readonly #first: number[] = [];
  /** For each open object, its keys once they are many. */
  readonly #many: (Set<string> | null)[] = [];
  #depth = 0;

  begin(text: string): void {
    this.#text = text;
    this.#count = 0;
    this.#depth = 0;
  }

  enter(): void {
    this.#first[this.#depth] = this.#count;
    this.#many[this.#depth] = null;
    this.#depth += 1;
  }

  leave(): void {
    this.#depth -= 1;
    this.#count = this.#first[this.#depth] as number;
  }

  /**
   * Notes the next key of the innermost object: true when the object has it already.
   *
   * @param decoded the key where it was written with escapes
   */
  isRepeated(from: number, to: number, decoded: string | null): boolean {
    const top = this.#depth - 1;
    const first = this.#first[top] as number;
    const end = this.#count;
    if (this.#many[top] !== null || end - first >= FEW_KEYS) return this.#isRepeatedOfMany(from, to, decoded);
    for (let index = first; index < end; index += 1) if (this.#is(index, from, to, decoded)) return true;
    this.#from[end] = from;
    this.#to[end] = to;
    this.#decoded[end] = decoded;
    this.#count = end + 1;
    return false;
  }

  #isRepeatedOfMany(from: number, to: number, decoded: string | null): boolean {
    const top = this.#depth - 1;
    let many = this.#many[top] ?? null;
    if (many === null) {
      many = new Set();
      for (let index = this.#first[top] as number; index < this.#count; index += 1) many.add(this.#key(index));
      this.#many[top] = many;
    }
    const key = decoded ?? this.#text.slice(from, to);
    const isRepeated = many.has(key);
    many.add(key);
    return isRepeated;
  }

  #is(index: number, from: number, to: number, decoded: string | null): boolean {
    if (decoded !== null || this.#decoded[index] !== null)
      return this.#key(index) === (decoded ?? this.#text.slice(from, to));
    const text = this.#text;
    const otherFrom = this.#from[index] as number;
    if ((this.#to[index] as number) - otherFrom !== to - from) return false;
    let at = from;
    while (at < to && text.charCodeAt(at) === text.charCodeAt(otherFrom + at - from)) at += 1;
    return at === to;
  }

  #key(index: number): string {
    return this.#decoded[index] ?? this.#text.slice(this.#from[index], this.#to[index]);
  }
}
