import type { ExtractionError, Payload, Recorder } from '../../trace/index.ts';
import {
  compactText,
  type JsonNode,
  type JsonStringNode,
  member,
  nodeToText,
  outlineJson,
} from '../../text/json/index.ts';
import { noRepairs, partitionPoint, type Span } from '../../text/document/index.ts';
import type { NativeErrorCode } from './native-words.ts';

export type PayloadResult =
  | { readonly ok: true; readonly payload: Payload }
  | { readonly ok: false; readonly error: ExtractionError };

/**
 * Reads `{"name", "arguments", "id"?}` as the fence and the raw tier do: the name must be a non-empty string, the
 * arguments an object, null, or a JSON string that holds an object.
 *
 * @param missingArguments what the runtime does if `arguments` is absent, or a number, a boolean or a list: the fence tier
 *   makes the call with `{}`, the raw tier refuses it
 */
export function readPayload(
  rec: Recorder,
  node: JsonNode,
  duplicateKeys: readonly JsonStringNode[],
  missingArguments: 'empty' | 'refuse',
): PayloadResult {
  const { document } = rec;
  if (node.kind !== 'object') {
    rec.reject('not-an-object', node);
    return refuse('missing_tool_name', node);
  }
  noteOwnDuplicates(rec, node, duplicateKeys);
  const name = member(node, 'name');
  if (name?.kind !== 'string' || name.value === '') {
    rec.reject(name === undefined ? 'missing-name' : 'name-not-text', name ?? node);
    return refuse('missing_tool_name', name ?? node);
  }
  rec.read('name', name);

  const given = member(node, 'arguments');
  let argumentsText = '{}';
  let argumentsSpan: Span | null = null;
  if (given === undefined) {
    if (missingArguments === 'refuse') {
      rec.reject('missing-arguments', node);
      return refuse('invalid_arguments', node);
    }
    noteOtherArgumentKey(rec, node);
    rec.read('no-arguments', node);
  } else {
    argumentsSpan = spanOf(given);
    if (given.kind === 'object') {
      const duplicates = keysWithin(duplicateKeys, given);
      for (const key of duplicates) rec.quirk('duplicate-key', key);
      rec.read('arguments', given);
      argumentsText = compactText(given, document, duplicates.length > 0);
    } else if (given.kind === 'null') {
      rec.read('no-arguments', given);
    } else if (given.kind === 'string') {
      const inner = outlineJson(given.value);
      if (!inner.ok || inner.node.kind !== 'object') {
        if (given.value === '') rec.quirk('empty-arguments-text', given);
        rec.reject(inner.ok ? 'arguments-not-an-object' : 'arguments-not-json', given);
        return refuse('invalid_arguments', given);
      }
      rec.read('decoded-arguments', given);
      argumentsText = compactText(inner.node, given.value, inner.duplicateKeys.length > 0);
    } else if (missingArguments === 'empty') {
      rec.quirk('arguments-dropped', given);
      rec.read('no-arguments', given);
    } else {
      rec.reject('arguments-not-an-object', given);
      return refuse('invalid_arguments', given);
    }
  }
  const id = readId(rec, member(node, 'id'));
  return {
    ok: true,
    payload: {
      id: id.id,
      idSpan: id.idSpan,
      name: name.value,
      nameSpan: spanOf(name),
      argumentsText,
      argumentsSpan,
      repairs: noRepairs,
    },
  };
}

const generatedId = { id: null, idSpan: null };

/** Elixir's `id || generate_id()`: only null and false get a generated id; `""` and 0 stay. */
export function readId(rec: Recorder, id: JsonNode | undefined): Pick<Payload, 'id' | 'idSpan'> {
  if (id === undefined || id.kind === 'null' || id.kind === 'false') return generatedId;
  rec.read('id', id);
  return { id: id.kind === 'string' ? id.value : nodeToText(id, rec.document), idSpan: spanOf(id) };
}

/** Keys that other runtimes read as arguments, but this one does not. */
const OTHER_ARGUMENT_KEYS = ['parameters', 'args', 'input', 'tool_args'];

function noteOtherArgumentKey(rec: Recorder, node: JsonNode): void {
  for (const key of OTHER_ARGUMENT_KEYS) {
    const other = member(node, key);
    if (other !== undefined) rec.quirk('other-key-ignored', other);
  }
}

export function spanOf({ from, to }: Span): Span {
  return { from, to };
}

function refuse(code: NativeErrorCode, node: Span): PayloadResult {
  return { ok: false, error: { code, served: 'error', span: spanOf(node), at: node.from } };
}

/** The keys inside `area`; `keys` are in source order. */
function keysWithin(keys: readonly JsonStringNode[], area: Span): readonly JsonStringNode[] {
  if (keys.length === 0) return keys;
  return keys.slice(firstFrom(keys, area.from), firstFrom(keys, area.to));
}

/** Records the object's own keys that are among `duplicateKeys`, and not the keys of objects inside it. */
function noteOwnDuplicates(rec: Recorder, node: JsonNode, duplicateKeys: readonly JsonStringNode[]): void {
  if (node.kind !== 'object' || duplicateKeys.length === 0) return;
  for (const { key } of node.members) {
    if (duplicateKeys[firstFrom(duplicateKeys, key.from)]?.from === key.from) rec.quirk('duplicate-key', key);
  }
}

/** The index of the first key that begins at or after `offset`. */
function firstFrom(keys: readonly JsonStringNode[], offset: number): number {
  return partitionPoint(keys, (key) => key.from < offset);
}
