import { memberOf, nlohmannDump } from '../../../text/languages/index.ts';
import type { JsonNode } from '../../../text/json/index.ts';
import { b8121Format } from './format.ts';
import { inText } from './kit/listed-calls.ts';
import { stringOf, type MessageParser } from './kit/message.ts';
import { findMarker } from './kit/named-calls.ts';
import { Literal } from './kit/pattern.ts';
import { unfinished } from './kit/raise.ts';

const OPEN = new Literal('<|tool_call_start|>');
const CLOSE = new Literal('<|tool_call_end|>');

export const lfm2Json = b8121Format({
  slug: 'lfm2-json',
  name: 'LFM2 with JSON tools',
  formats: [],
  reads: 'JSON lists of calls between <|tool_call_start|> and <|tool_call_end|>.',
  read(parser) {
    if (!parser.looksForCalls()) {
      parser.addRest();
      return;
    }
    for (let marker = findMarker(parser, OPEN); marker !== null; marker = findMarker(parser, OPEN)) {
      parser.beginBlock(marker);
      const { node } = parser.json();
      parser.consumeSpaces();
      if (parser.tryConsume(CLOSE) === null) throw parser.unfinished('closer-missing');
      addCalls(parser, node);
      parser.endBlock('matched');
      parser.consumeSpaces();
    }
    const rest = parser.rest();
    if (parser.slice(rest).trim() !== '') parser.addContent(rest);
  },
});

function addCalls(parser: MessageParser, list: JsonNode): void {
  if (list.kind !== 'array') {
    parser.steps.reject('not-a-list', inText(parser, list));
    throw unfinished;
  }
  for (const item of list.items) {
    const span = inText(parser, item);
    const name = memberOf(item, 'name');
    if (name === undefined) {
      parser.steps.reject('no-name', span);
      throw unfinished;
    }
    const value = memberOf(item, 'arguments');
    const call = {
      span,
      name: stringOf(name),
      nameSpan: inText(parser, name),
      argumentsText: argumentsText(value),
      argumentsSpan: value === undefined ? null : inText(parser, value),
    };
    if (!parser.addCall(call)) throw unfinished;
  }
}

/** Arguments that are neither an object nor a text become `{}`. */
function argumentsText(value: JsonNode | undefined): string {
  if (value?.kind === 'object') return nlohmannDump(value, false);
  return value?.kind === 'string' ? value.value : '{}';
}
