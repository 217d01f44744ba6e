import type { JsonObjectNode } from '../../../text/json/index.ts';
import { compareBytes, lastOfEachKey, marshal, marshalText } from '../../../text/languages/index.ts';

/** `ToolCallFunctionArguments`: values as JSON text under their keys, a key set again in its first place. */
export class Arguments {
  readonly #values = new Map<string, string>();

  set(key: string, value: string): void {
    this.#values.set(key, value);
  }

  /** As a Go map is written: by key. */
  get sortedText(): string {
    return membersText([...this.#values].sort(([one], [other]) => compareBytes(one, other)));
  }

  get text(): string {
    return membersText([...this.#values]);
  }
}

function membersText(members: readonly (readonly [key: string, value: string])[]): string {
  return `{${members.map(([key, value]) => `${marshalText(key)}:${value}`).join(',')}}`;
}

/** The members of a decoded object in their order; below them Go sorts. */
export function argumentsOf({ members }: JsonObjectNode): Arguments {
  const decoded = new Arguments();
  for (const [key, value] of lastOfEachKey(members)) decoded.set(key, marshal(value));
  return decoded;
}
