import { b8121Format } from './format.ts';
import type { MessageParser } from './kit/message.ts';
import { findMarker } from './kit/named-calls.ts';
import { Expression } from './kit/expression.ts';
import { capture, isWordCode, Literal, literal, one, spaces } from './kit/pattern.ts';
import { unfinished } from './kit/raise.ts';
import { tryReasoning } from './kit/reasoning.ts';
import { XmlArguments } from './kit/xml-arguments.ts';
import { readObject } from './llama-3-x.ts';

const OPEN = new Literal('<|python_tag|>');
const word = capture(one(isWordCode, '+'));
const NAME = new Expression([spaces, word, spaces, ...literal('.'), spaces, ...literal('call(')]);
const KEY = new Expression([spaces, word, spaces, ...literal('='), spaces]);

export const llama3XBuiltin = b8121Format({
  slug: 'llama-3-x-builtin',
  name: 'Llama 3.x with builtin tools',
  formats: ['llama3-builtin'],
  reads: 'NAME.call(KEY=JSON) after <|python_tag|>, and else as Llama 3.x.',
  read(parser) {
    tryReasoning(parser, '<think>', '</think>');
    if (!parser.looksForCalls()) {
      parser.addRest();
      return;
    }
    const marker = findMarker(parser, OPEN);
    if (marker === null) {
      readObject(parser);
      return;
    }
    parser.beginBlock(marker);
    readCall(parser, marker.from);
    parser.endBlock('matched');
  },
});

function readCall(parser: MessageParser, from: number): void {
  const found = parser.tryConsume(NAME);
  if (found === null) throw parser.unfinished('no-builtin-call');
  const [whole, nameSpan = whole] = found.groups;
  const args = new XmlArguments();
  const argumentsFrom = parser.at;
  for (let key = parser.tryConsume(KEY); key !== null; key = parser.tryConsume(KEY)) {
    const [all, name = all] = key.groups;
    parser.steps.read('key', name);
    args.setJson(parser.slice(name), parser.json().node);
    parser.consumeSpaces();
    if (!parser.tryLiteral(',')) break;
  }
  const argumentsSpan = { from: argumentsFrom, to: parser.at };
  parser.consumeLiteral(')');
  const span = { from, to: parser.at };
  parser.consumeSpaces();
  const name = parser.slice(nameSpan);
  if (!parser.addCall({ span, name, nameSpan, argumentsText: args.json, argumentsSpan })) throw unfinished;
}
