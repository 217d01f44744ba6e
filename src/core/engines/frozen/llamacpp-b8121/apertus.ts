import { membersOf, nlohmannDump } from '../../../text/languages/index.ts';
import type { JsonNode, JsonObjectNode } from '../../../text/json/index.ts';
import { b8121Format } from './format.ts';
import { itemsOf } from './kit/listed-calls.ts';
import { readMarkedList } from './kit/marked-list.ts';
import type { MessageParser } from './kit/message.ts';
import { Literal } from './kit/pattern.ts';
import { tryReasoning } from './kit/reasoning.ts';

const OPEN = new Literal('<|tools_prefix|>');

export const apertus = b8121Format({
  slug: 'apertus',
  name: 'Apertus',
  formats: ['apertus'],
  reads: 'A list of JSON objects with the name as their only key, between <|tools_prefix|> and <|tools_suffix|>.',
  read(parser) {
    tryReasoning(parser, '<|inner_prefix|>', '<|inner_suffix|>');
    if (parser.looksForCalls()) {
      const add = (list: JsonNode): void => {
        for (const item of itemsOf(list)) if (item.kind === 'object') addShortCall(parser, item);
      };
      readMarkedList(parser, OPEN, '<|tools_suffix|>', add, { allowsSpaces: true });
    }
    parser.addRest();
  },
});

function addShortCall(parser: MessageParser, node: JsonObjectNode): void {
  const [member, ...others] = membersOf(node.members).values();
  if (member === undefined || others.length > 0) {
    parser.steps.reject('not-one-key', node);
    return;
  }
  const { key, value } = member;
  parser.addCall({
    span: { from: node.from, to: node.to },
    name: key.value,
    nameSpan: { from: key.from, to: key.to },
    argumentsText: value.kind === 'string' ? value.value : value.kind === 'null' ? '' : nlohmannDump(value, false),
    argumentsSpan: { from: value.from, to: value.to },
  });
}
