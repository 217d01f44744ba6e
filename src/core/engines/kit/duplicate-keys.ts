import { partitionPoint, type Span } from '../../text/document/index.ts';
import type { JsonNode, JsonStringNode } from '../../text/json/index.ts';
import type { Recorder } from '../../trace/index.ts';

/** The keys inside `area`; `keys` are in source order. */
export function keysWithin(keys: readonly JsonStringNode[], area: Span): readonly JsonStringNode[] {
  if (keys.length === 0) return keys;
  return keys.slice(firstFrom(keys, area.from), firstFrom(keys, area.to));
}

/** Records the object's own keys that are among `duplicateKeys`, and not the keys of objects inside it. */
export function noteOwnDuplicates(rec: Recorder, node: JsonNode, duplicateKeys: readonly JsonStringNode[]): void {
  if (node.kind !== 'object' || duplicateKeys.length === 0) return;
  for (const { key } of node.members) {
    if (duplicateKeys[firstFrom(duplicateKeys, key.from)]?.from === key.from) rec.quirk('duplicate-key', key);
  }
}

/** The index of the first key that begins at or after `offset`. */
function firstFrom(keys: readonly JsonStringNode[], offset: number): number {
  return partitionPoint(keys, (key) => key.from < offset);
}
