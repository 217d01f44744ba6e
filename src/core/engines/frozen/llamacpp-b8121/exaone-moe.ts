import { memberOf, nlohmannDump } from '../../../text/languages/index.ts';
import type { JsonNode } from '../../../text/json/index.ts';
import { b8121Format } from './format.ts';
import { inText } from './kit/listed-calls.ts';
import { stringOf, type MessageParser } from './kit/message.ts';
import { findMarker } from './kit/named-calls.ts';
import { Expression } from './kit/expression.ts';
import { literal, one } from './kit/pattern.ts';
import { tryReasoning } from './kit/reasoning.ts';
import { isNeverClosed } from './kit/unclosed-thought.ts';

const OPEN = new Expression([...literal('<tool_call'), one((code) => code !== 0x3e, '*'), ...literal('>')]);
const CLOSER = '</tool_call>';
const FENCE = '```';

export const exaoneMoe = b8121Format({
  slug: 'exaone-moe',
  name: 'EXAONE MoE',
  formats: ['hermes'],
  reads: 'JSON objects in <tool_call> tags, also with the call under function, and also in a fence.',
  opensThinking: true,
  read(parser) {
    if (!isNeverClosed(parser)) tryReasoning(parser, '<think>', '</think>');
    if (parser.looksForCalls()) readCalls(parser);
    parser.addRest();
  },
});

function readCalls(parser: MessageParser): void {
  for (let marker = findMarker(parser, OPEN); marker !== null; marker = findMarker(parser, OPEN)) {
    parser.beginBlock(marker);
    parser.consumeSpaces();
    parser.tryLiteral(`${FENCE}json`);
    parser.tryLiteral(FENCE);
    parser.consumeSpaces();
    const { node } = parser.json();
    parser.consumeSpaces();
    parser.tryLiteral(FENCE);
    parser.consumeSpaces();
    parser.consumeLiteral(CLOSER);
    const isCall = addCall(parser, node, marker.from);
    parser.endBlock(isCall ? 'matched' : 'malformed');
    parser.consumeSpaces();
  }
}

/** An object without a call becomes content, written again. */
function addCall(parser: MessageParser, node: JsonNode, from: number): boolean {
  const inner = memberOf(node, 'function');
  const call = partsOf(node) ?? (inner?.kind === 'object' ? partsOf(inner) : null);
  const name = call === null ? '' : stringOf(call.name);
  if (call === null || name === '') {
    parser.steps.quirk('object-as-content', inText(parser, node));
    parser.addContent(inText(parser, node), nlohmannDump(node, false));
    return false;
  }
  const ids = [call.id, memberOf(node, 'id')];
  const id = ids.find((one) => one?.kind === 'string' && one.value !== '');
  return parser.addCall({
    span: { from, to: parser.at },
    name,
    nameSpan: inText(parser, call.name),
    argumentsText: nlohmannDump(call.arguments, false),
    argumentsSpan: inText(parser, call.arguments),
    ...(id === undefined ? {} : { id: stringOf(id), idSpan: inText(parser, id) }),
  });
}

function partsOf(node: JsonNode): { name: JsonNode; arguments: JsonNode; id: JsonNode | undefined } | null {
  const name = memberOf(node, 'name');
  const value = memberOf(node, 'arguments');
  return name === undefined || value === undefined ? null : { name, arguments: value, id: memberOf(node, 'id') };
}
