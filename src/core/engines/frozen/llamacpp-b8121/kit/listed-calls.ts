import type { Span } from '../../../../text/document/index.ts';
import { memberOf } from '../../../../text/languages/index.ts';
import type { JsonNode } from '../../../../text/json/index.ts';
import { jsonWithArguments } from './dumped-args.ts';
import { argumentsOf, stringOf, type MessageParser } from './message.ts';
import { findMarker } from './named-calls.ts';
import type { Pattern } from './pattern.ts';
import { unfinished } from './raise.ts';

/** Where the parts of a call are in its object. */
interface Keys {
  readonly name: string;
  readonly arguments: string;
  readonly id: string;
}

const OPENAI_KEYS: Keys = { name: 'name', arguments: 'arguments', id: 'id' };

/**
 * A list of calls after a marker: `parse_prefixed_json_tool_call_array`.
 *
 * @param given how many characters of the marker belong to the list
 */
export function readPrefixedList(parser: MessageParser, prefix: Pattern, given = 0): void {
  const marker = findMarker(parser, prefix);
  if (marker === null) {
    parser.addRest();
    return;
  }
  parser.beginBlock({ from: marker.from, to: marker.to - given });
  parser.at -= given;
  const { value, isPartial } = jsonWithArguments(parser, { args: [['arguments']] });
  if (!addCalls(parser, value) || isPartial) throw unfinished;
  parser.endBlock('matched');
}

/** The items of a list, or the values of an object; a value alone is its only item. */
export function itemsOf(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'array') return node.items;
  if (node.kind === 'object') return [...new Map(node.members.map(({ key, value }) => [key.value, value])).values()];
  return node.kind === 'null' ? [] : [node];
}

/** Calls of a list, up to the first that has no name. */
export function addCalls(parser: MessageParser, node: JsonNode): boolean {
  return itemsOf(node).every((item) => addCall(parser, item));
}

/** A call of an object. The arguments are a text by now, or are written. */
export function addCall(parser: MessageParser, node: JsonNode, keys = OPENAI_KEYS): boolean {
  const name = memberOf(node, keys.name);
  const id = memberOf(node, keys.id);
  const value = memberOf(node, keys.arguments);
  const span = inText(parser, node);
  if (name === undefined) parser.steps.reject('no-name', span);
  if (value === undefined) parser.steps.quirk('no-arguments', span);
  else if (isQuoted(parser, value)) parser.steps.quirk('arguments-as-string', inText(parser, value));
  const text = {
    name: name === undefined ? '' : stringOf(name),
    id: id === undefined ? '' : stringOf(id),
    argumentsText: value === undefined ? '' : argumentsOf(value),
  };
  if (name === undefined) return false;
  return parser.addCall({
    ...text,
    span,
    nameSpan: inText(parser, name),
    argumentsSpan: value === undefined ? null : inText(parser, value),
    idSpan: id === undefined ? null : inText(parser, id),
  });
}

function isQuoted(parser: MessageParser, { kind, from }: JsonNode): boolean {
  return kind === 'string' && parser.text.charAt(from) === '"';
}

/** What of a node is in the text: what completed it is not. */
export function inText({ text }: MessageParser, { from, to }: JsonNode): Span {
  return { from: Math.min(from, text.length), to: Math.min(to, text.length) };
}
