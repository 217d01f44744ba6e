import type { Span } from '../../../text/document/index.ts';
import { compactText, type JsonMember, type JsonNode } from '../../../text/json/index.ts';

/** A JSON value in the document. If it was repaired, its written form (`place`) differs from the form that is read (`node`). */
export class JsonPart {
  /** The written form. Its offsets are those of the document minus `base`. */
  readonly place: JsonNode;
  readonly base: number;
  /** The value as strict JSON; its offsets point into `text`. */
  readonly node: JsonNode;
  readonly text: string;
  readonly hasDuplicateKeys: boolean;
  #span: Span | null = null;

  constructor(place: JsonNode, base: number, node: JsonNode, text: string, hasDuplicateKeys: boolean) {
    this.place = place;
    this.base = base;
    this.node = node;
    this.text = text;
    this.hasDuplicateKeys = hasDuplicateKeys;
  }

  get span(): Span {
    this.#span ??= { from: this.place.from + this.base, to: this.place.to + this.base };
    return this.#span;
  }

  /** The members in source order. */
  members(): { readonly key: string; readonly keySpan: Span; readonly value: JsonPart }[] {
    if (this.node.kind !== 'object' || this.place.kind !== 'object') return [];
    const places = this.place.members;
    return this.node.members.flatMap(({ key, value }, index) => {
      const place = places[index];
      if (place === undefined) return [];
      const keySpan = { from: place.key.from + this.base, to: place.key.to + this.base };
      return [{ key: key.value, keySpan, value: this.#part(place.value, value) }];
    });
  }

  /** The first member of that name. */
  member(name: string): JsonPart | null {
    const { node, place } = this;
    if (node.kind !== 'object' || place.kind !== 'object') return null;
    for (let index = 0; index < node.members.length; index += 1) {
      const { key, value } = node.members[index] as JsonMember;
      const at = place.members[index]?.value;
      if (key.value === name) return at === undefined ? null : this.#part(at, value);
    }
    return null;
  }

  /** The member under the earliest of `keys` (at most 31) whose first member suits. Looks at each member once. */
  firstOf(keys: readonly string[], suits: (node: JsonNode) => boolean): JsonPart | null {
    const { node, place } = this;
    if (node.kind !== 'object' || place.kind !== 'object') return null;
    let best = keys.length;
    let bestIndex = -1;
    let seen = 0;
    for (let index = 0; index < node.members.length; index += 1) {
      const { key, value } = node.members[index] as JsonMember;
      const rank = keys.indexOf(key.value);
      if (rank < 0 || (seen & (1 << rank)) !== 0) continue;
      seen |= 1 << rank;
      if (rank < best && suits(value)) {
        best = rank;
        bestIndex = index;
      }
    }
    const value = node.members[bestIndex]?.value;
    const at = place.members[bestIndex]?.value;
    return value === undefined || at === undefined ? null : this.#part(at, value);
  }

  items(): JsonPart[] {
    if (this.node.kind !== 'array' || this.place.kind !== 'array') return [];
    const places = this.place.items;
    return this.node.items.flatMap((item, index) => {
      const place = places[index];
      return place === undefined ? [] : [this.#part(place, item)];
    });
  }

  compact(codes?: number[]): string {
    return compactText(this.node, this.text, this.hasDuplicateKeys, codes);
  }

  #part(place: JsonNode, node: JsonNode): JsonPart {
    return new JsonPart(place, this.base, node, this.text, this.hasDuplicateKeys);
  }
}
