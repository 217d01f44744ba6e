import type { Span } from '../../../text/document/index.ts';
import { compareBytes, lastOfEachKey, readGoJson } from '../../../text/languages/index.ts';
import type { JsonNode, JsonObjectNode } from '../../../text/json/index.ts';

/** Objects that are closed, from left to right, none in another. Brackets in strings do not count. */
export function* closedObjects(text: string, from: number): Generator<Span> {
  // Quicker than the loop, and all that is asked while an object comes in.
  if (!text.includes('}', from)) return;
  let depth = 0;
  let start = -1;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      at += 1;
    } else if (character === '"') {
      inString = !inString;
    } else if (inString) {
      continue;
    } else if (character === '{') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth === 0 && start >= 0) {
        yield { from: start, to: at + 1 };
        start = -1;
      }
      depth = Math.max(0, depth);
    }
  }
}

interface FoundArguments {
  /** Null where the object has a name and no arguments. */
  readonly node: JsonObjectNode | null;
  /** In offsets of the object. */
  readonly place: Span;
  /** Whether the original's answer depends on the random order of a map. */
  readonly isRandom: boolean;
}

/** The arguments in an object, or all of it where it has none. */
export function argumentsIn(root: JsonObjectNode, tool: string): FoundArguments {
  let isRandom = false;
  /** What is still to be searched, last first. */
  const pending: JsonObjectNode[] = [root];
  for (let object = pending.pop(); object !== undefined; object = pending.pop()) {
    const members = lastOfEachKey(object.members);
    const keys = members.has('name') ? ['arguments', 'parameters'] : [tool];
    for (const key of keys) {
      const place = members.get(key);
      const node = place === undefined ? undefined : objectIn(place);
      if (place !== undefined && node !== undefined) return { node, place, isRandom };
    }
    if (members.has('name')) return { node: null, place: object, isRandom };
    const children = [...members]
      .sort(([one], [other]) => compareBytes(one, other))
      .flatMap(([, value]) => (value.kind === 'array' ? value.items : [value]))
      .filter((value) => value.kind === 'object');
    isRandom ||= children.length > 1;
    for (const child of children.toReversed()) pending.push(child);
  }
  return { node: root, place: root, isRandom };
}

/** A value that is an object, or a string that holds one; null for a string that holds `null`, undefined for all else. */
function objectIn(value: JsonNode): JsonObjectNode | null | undefined {
  if (value.kind === 'object') return value;
  const decoded = value.kind === 'string' ? readGoJson(value.value) : null;
  if (decoded?.kind === 'null') return null;
  return decoded?.kind === 'object' ? decoded : undefined;
}
