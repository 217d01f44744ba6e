import type { JsonMember, JsonNode, JsonStringNode } from './node.ts';

/** An object or a list while its inside is read. */
export interface OpenContainer {
  readonly kind: 'object' | 'array';
  readonly from: number;
  readonly members: JsonMember[];
  readonly items: JsonNode[];
  /** The key whose value comes next. */
  key: JsonStringNode | null;
  /** How many braces were dropped after this one: `{{`. As many are dropped when it closes. */
  surplusOpeners: number;
}

/** The keys under which calls have their arguments. */
const OBJECT_KEYS = new Set(['arguments', 'parameters', 'args', 'params', 'input']);

/** The containers around a reader. */
export class OpenContainers {
  /** Outermost first. */
  readonly #stack: OpenContainer[] = [];
  /** How many there are of each kind. */
  readonly #count = { object: 0, array: 0 };

  /** The innermost one. */
  get top(): OpenContainer | undefined {
    return this.#stack.at(-1);
  }

  /** Whether the value comes next of a key that always has an object: a member there has lost its brace. */
  get expectsObject(): boolean {
    return OBJECT_KEYS.has(this.top?.key?.value ?? '');
  }

  has(kind: OpenContainer['kind']): boolean {
    return this.#count[kind] > 0;
  }

  /** Whether the outermost one is the only one of its kind, and others are open inside of it. */
  isOnlyOutside(kind: OpenContainer['kind']): boolean {
    return this.#count[kind] === 1 && this.#stack[0]?.kind === kind && this.#stack.length > 1;
  }

  /** Where they begin, outermost first. */
  starts(): number[] {
    return this.#stack.map(({ from }) => from);
  }

  open(kind: OpenContainer['kind'], from: number): void {
    this.#stack.push({ kind, from, members: [], items: [], key: null, surplusOpeners: 0 });
    this.#count[kind] += 1;
  }

  /** Closes the innermost one: the value that it is. */
  close({ kind, from, members, items }: OpenContainer, to: number): JsonNode {
    this.#stack.pop();
    this.#count[kind] -= 1;
    return kind === 'object' ? { kind, from, to, members } : { kind, from, to, items };
  }
}

/** Puts a value into its container. */
export function attach(container: OpenContainer, node: JsonNode): void {
  if (container.kind === 'array') {
    container.items.push(node);
  } else if (container.key !== null) {
    container.members.push({ key: container.key, value: node });
    container.key = null;
  }
}

export function closerOf({ kind }: OpenContainer): '}' | ']' {
  return kind === 'object' ? '}' : ']';
}
