import { membersOf, nlohmannDump } from '../../../../text/languages/index.ts';
import type { JsonMember, JsonNode, JsonStringNode } from '../../../../text/json/index.ts';
import type { Span } from '../../../../text/document/index.ts';
import type { MessageParser } from './message.ts';
import type { Healing, PartialJson } from './partial-json.ts';
import { Raise, unfinished } from './raise.ts';

/** JSON in which the arguments are texts. */
export interface DumpedJson {
  readonly value: JsonNode;
  /** Something was cut off at the end. */
  readonly isPartial: boolean;
}

/** Keys, from the outermost value to a member. Lists on the way do not count. */
type Path = readonly string[];

/** Which members become texts: arguments are written as JSON, the content is cut off where the text ends. */
interface Paths {
  readonly args: readonly Path[];
  readonly content?: Path;
}

/** Below so many levels nobody looks. */
const DEEPEST = 16;

/** Arguments right here, as JSON. */
export function tryArguments(
  parser: MessageParser,
): { readonly text: string; readonly span: Span; readonly isPartial: boolean } | null {
  const json = parser.tryJson();
  if (json === null) return null;
  const { text, isCut } = dumped(parser, json.node, json.healing);
  return { text, span: { from: Math.min(json.node.from, parser.at), to: parser.at }, isPartial: isCut };
}

/** JSON right here; the members at these paths become texts. */
export function jsonWithArguments(parser: MessageParser, paths: Paths): DumpedJson {
  const json = tryJsonWithArguments(parser, paths);
  if (json === null) throw unfinished;
  return json;
}

export function tryJsonWithArguments(parser: MessageParser, paths: Paths): DumpedJson | null {
  const json = parser.tryJson();
  return json && new Dumper(parser, json, paths).dump();
}

class Dumper {
  readonly #parser: MessageParser;
  readonly #marker: string;
  readonly #healing: Healing | null;
  readonly #node: JsonNode;
  readonly #paths: Paths;
  #isPartial = false;

  constructor(parser: MessageParser, { node, healing }: PartialJson, paths: Paths) {
    this.#parser = parser;
    this.#marker = healing === null ? '' : parser.marker;
    this.#healing = healing;
    this.#node = node;
    this.#paths = paths;
  }

  dump(): DumpedJson {
    const value = this.#read(this.#node, []);
    return { value, isPartial: this.#isPartial };
  }

  #read(node: JsonNode, path: Path, depth = 0): JsonNode {
    const { from, to } = node;
    if (this.#paths.args.some((args) => isSame(args, path))) {
      const { text, isCut } = dumped(this.#parser, node, this.#healing);
      this.#isPartial ||= isCut;
      return { kind: 'string', from, to, value: text };
    }
    if (isSame(this.#paths.content, path) && node.kind !== 'string')
      throw new Raise('runtime_error', 'Content path must be a string', from);
    if (depth > DEEPEST) {
      this.#isPartial ||= this.#healing !== null;
      return node;
    }
    if (node.kind === 'object') return { kind: 'object', from, to, members: this.#members(node.members, path, depth) };
    if (node.kind !== 'array') return node;
    const items: JsonNode[] = [];
    for (const item of node.items) {
      if (item.kind === 'string' && this.#holdsMarker(item.value)) break;
      items.push(this.#read(item, path, depth + 1));
    }
    return { kind: 'array', from, to, items };
  }

  #members(members: readonly JsonMember[], path: Path, depth: number): JsonMember[] {
    const read: JsonMember[] = [];
    for (const { key, value } of membersOf(members).values()) {
      if (this.#holdsMarker(key.value)) break;
      const own = [...path, key.value];
      if (value.kind !== 'string') {
        read.push({ key, value: this.#read(value, own, depth + 1) });
      } else if (!this.#holdsMarker(value.value)) {
        read.push({ key, value });
      } else {
        if (isSame(this.#paths.content, own) && this.#healing?.dumped === this.#marker)
          read.push({ key, value: this.#beforeMarker(value) });
        break;
      }
    }
    return read;
  }

  #beforeMarker(node: JsonStringNode): JsonStringNode {
    return { ...node, value: node.value.slice(0, node.value.indexOf(this.#marker)) };
  }

  #holdsMarker(text: string): boolean {
    const holds = this.#healing !== null && text.includes(this.#marker);
    this.#isPartial ||= holds;
    return holds;
  }
}

function isSame(one: Path | undefined, other: Path): boolean {
  return one?.length === other.length && one.every((key, index) => key === other[index]);
}

/** A value as JSON in ASCII, cut off where it was completed. */
function dumped(
  parser: MessageParser,
  node: JsonNode,
  healing: Healing | null,
): { readonly text: string; readonly isCut: boolean } {
  const text = nlohmannDump(node, true, healing?.string);
  const at = healing === null ? -1 : text.indexOf(healing.dumped);
  if (at < 0) return { text, isCut: false };
  const cut = text.slice(0, at);
  if (healing !== null && healing.string !== null && at > 1)
    parser.openArguments = { text: cut, to: parser.text.length, isJson: true };
  return { text: cut === '"' ? '' : cut, isCut: true };
}
