import type { JsonObjectNode } from '../../../json/node.ts';
import { lastOfEachKey, marshal, marshalText } from '../../../languages/go.ts';

/** `ToolCallFunctionArguments`: values as JSON text under their keys, a key set again in its first place. */
export class Arguments {
  readonly #values = new Map<string, string>();

  set(key: string, value: string): void {
    this.#values.set(key, value);
  }

  get text(): string {
    return `{${[...this.#values].map(([key, value]) => `${marshalText(key)}:${value}`).join(',')}}`;
  }
}

/** The members of a decoded object in their order; below them Go sorts. */
export function argumentsOf({ members }: JsonObjectNode): Arguments {
  const decoded = new Arguments();
  for (const [key, value] of lastOfEachKey(members)) decoded.set(key, marshal(value));
  return decoded;
}
