import type { JsonArrayNode, JsonMember, JsonNode, JsonObjectNode } from './node.ts';

/** Reads the value between two offsets of a text; it is good JSON. */
type ReadAgain = (text: string, from: number, to: number) => JsonNode;

/** A container below the levels of an outline. It was checked when the outline was made, and is read on demand. */
class Unread {
  readonly from: number;
  readonly to: number;
  readonly #text: string;
  readonly #readAgain: ReadAgain;
  #node: JsonNode | null = null;

  constructor(text: string, from: number, to: number, readAgain: ReadAgain) {
    this.from = from;
    this.to = to;
    this.#text = text;
    this.#readAgain = readAgain;
  }

  protected read(): JsonNode {
    this.#node ??= this.#readAgain(this.#text, this.from, this.to);
    return this.#node;
  }
}

export class UnreadObject extends Unread implements JsonObjectNode {
  readonly kind = 'object';

  get members(): readonly JsonMember[] {
    const node = this.read();
    return node.kind === 'object' ? node.members : [];
  }
}

export class UnreadArray extends Unread implements JsonArrayNode {
  readonly kind = 'array';

  get items(): readonly JsonNode[] {
    const node = this.read();
    return node.kind === 'array' ? node.items : [];
  }
}
