import type { ExtractionError } from '../../extraction.ts';
import { member, type JsonNode } from '../../json/node.ts';
import { readJson } from '../../json/strict.ts';
import { nodeToText, nodeToValue } from '../../json/writer.ts';
import type { FoundCall, Recorder } from '../../recorder.ts';
import type { Span } from '../../span.ts';

/** The part of a call that stands in its payload. */
export type Payload = Pick<
  FoundCall,
  'id' | 'idSpan' | 'name' | 'nameSpan' | 'arguments' | 'argumentsText' | 'argumentsSpan'
>;

export type PayloadResult =
  { readonly ok: true; readonly payload: Payload } | { readonly ok: false; readonly error: ExtractionError };

/**
 * Reads `{"name", "arguments", "id"?}` as the fence and the raw tier do: the name must be a non-empty string, the
 * arguments an object, null, or a JSON string that holds an object.
 *
 * @param missingArguments what the runtime does when `arguments` is absent, or a number, a boolean or a list: the fence
 *   tier calls with `{}`, the raw tier refuses.
 */
export function readPayload(rec: Recorder, node: JsonNode, missingArguments: 'empty' | 'refuse'): PayloadResult {
  const { document } = rec;
  if (node.kind !== 'object') {
    rec.reject('not-an-object', spanOf(node));
    return refuse('missing_tool_name', node);
  }
  noteDuplicateKeys(rec, node);
  const name = member(node, 'name');
  if (name?.kind !== 'string' || name.value === '') {
    rec.reject(name === undefined ? 'missing-name' : 'name-not-text', spanOf(name ?? node));
    return refuse('missing_tool_name', name ?? node);
  }
  rec.read('name', name.value, name.from, name.to);

  const given = member(node, 'arguments');
  let args: Pick<Payload, 'arguments' | 'argumentsText' | 'argumentsSpan'>;
  if (given === undefined) {
    if (missingArguments === 'refuse') {
      rec.reject('missing-arguments', spanOf(node));
      return refuse('invalid_arguments', node);
    }
    noteOtherArgumentKey(rec, node);
    rec.read('no-arguments', '{}', node.from, node.to);
    args = noArguments;
  } else if (given.kind === 'object') {
    args = { arguments: nodeToValue(given), argumentsText: nodeToText(given, document), argumentsSpan: spanOf(given) };
    rec.read('arguments', args.argumentsText, given.from, given.to);
  } else if (given.kind === 'null') {
    rec.read('no-arguments', '{}', given.from, given.to);
    args = { ...noArguments, argumentsSpan: spanOf(given) };
  } else if (given.kind === 'string') {
    const inner = readJson(given.value);
    if (!inner.ok || inner.node.kind !== 'object') {
      if (given.value === '') rec.quirk('empty-arguments-text', spanOf(given));
      rec.reject(inner.ok ? 'arguments-not-an-object' : 'arguments-not-json', spanOf(given));
      return refuse('invalid_arguments', given);
    }
    args = {
      arguments: nodeToValue(inner.node),
      argumentsText: nodeToText(inner.node, given.value),
      argumentsSpan: spanOf(given),
    };
    rec.read('decoded-arguments', args.argumentsText, given.from, given.to);
  } else if (missingArguments === 'empty') {
    rec.quirk('arguments-dropped', spanOf(given));
    rec.read('no-arguments', '{}', given.from, given.to);
    args = { ...noArguments, argumentsSpan: spanOf(given) };
  } else {
    rec.reject('arguments-not-an-object', spanOf(given));
    return refuse('invalid_arguments', given);
  }
  return { ok: true, payload: { ...readId(rec, member(node, 'id'), node), name: name.value, nameSpan: spanOf(name), ...args } };
}

export const noArguments = { arguments: {}, argumentsText: '{}', argumentsSpan: null };

/** Elixir's `id || generate_id()`: only null and false ask for a generated id; `""` and 0 are kept. */
export function readId(rec: Recorder, id: JsonNode | undefined, owner: JsonNode): Pick<Payload, 'id' | 'idSpan'> {
  if (id === undefined || id.kind === 'null' || id.kind === 'false') {
    rec.read('generated-id', '', (id ?? owner).from, (id ?? owner).to);
    return { id: null, idSpan: null };
  }
  const text = id.kind === 'string' ? id.value : nodeToText(id, rec.document);
  rec.read('id', text, id.from, id.to);
  return { id: text, idSpan: spanOf(id) };
}

/** Keys other runtimes read as arguments and this one does not. */
const OTHER_ARGUMENT_KEYS = ['parameters', 'args', 'input', 'tool_args'];

function noteOtherArgumentKey(rec: Recorder, node: JsonNode): void {
  for (const key of OTHER_ARGUMENT_KEYS) {
    const other = member(node, key);
    if (other !== undefined) rec.quirk('other-key-ignored', spanOf(other));
  }
}

export function noteDuplicateKeys(rec: Recorder, node: JsonNode): void {
  if (node.kind !== 'object' || node.members.length < 2) return;
  const seen = new Set<string>();
  for (const { key } of node.members) {
    if (seen.has(key.value)) rec.quirk('duplicate-key', spanOf(key));
    seen.add(key.value);
  }
}

export function spanOf(node: Span): Span {
  return { from: node.from, to: node.to };
}

function refuse(code: ExtractionError['code'], node: Span): PayloadResult {
  return { ok: false, error: { code, span: spanOf(node), at: node.from } };
}
