import type { JsonNode } from '../../../../text/json/index.ts';
import { inText } from './listed-calls.ts';
import type { MessageParser } from './message.ts';
import { findMarker } from './named-calls.ts';
import type { Pattern } from './pattern.ts';
import { unfinished } from './raise.ts';

/** A list between two markers; it is read when it is whole. */
export function readMarkedList(
  parser: MessageParser,
  open: Pattern,
  closer: string,
  add: (list: JsonNode) => void,
  { allowsSpaces = false } = {},
): void {
  const marker = findMarker(parser, open);
  if (marker === null) return;
  parser.beginBlock(marker);
  const { node } = parser.json();
  if (node.kind !== 'array') {
    parser.steps.reject('not-a-list', inText(parser, node));
    throw unfinished;
  }
  if (allowsSpaces) parser.consumeSpaces();
  parser.consumeLiteral(closer);
  add(node);
  parser.endBlock('matched');
}
