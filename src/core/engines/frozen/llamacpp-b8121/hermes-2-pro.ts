import { typeAsKeyOfB8121 } from '../../llamacpp/refusals.ts';
import { b8121Format } from './format.ts';
import { tryArguments, tryJsonWithArguments } from './kit/dumped-args.ts';
import { addCall } from './kit/listed-calls.ts';
import type { Found, MessageParser } from './kit/message.ts';
import { Expression } from './kit/expression.ts';
import { any, capture, literal, one, optional, spaces } from './kit/pattern.ts';
import { unfinished } from './kit/raise.ts';
import { tryReasoning } from './kit/reasoning.ts';

const TAGS = ['tool_call', 'function_call', 'tool', 'tools', 'response', 'json', 'xml', 'JSON'];
const FENCE = '```';

/** An object that begins with a name, perhaps after a fence and a tag; or one of two tags that have the name. */
const OPEN = new Expression(
  [
    any([
      {
        ...capture(...literal(FENCE), optional(any(literal('xml'), literal('json'))), ...literal('\n'), spaces),
        repeat: '?',
      },
      { ...capture(any(...TAGS.map((tag) => literal(`<${tag}>`)))), repeat: '?' },
      capture(spaces, ...literal('{'), spaces, ...literal('"name"')),
    ]),
  ],
  [...literal('<function='), capture(one((code) => code !== 0x3e, '+')), ...literal('>')],
  [...literal('<function name="'), capture(one((code) => code !== 0x22, '+')), ...literal('">')],
);

const hermes = {
  formats: ['hermes'],
  reads: 'JSON objects that begin with a name, with or without a tag or a fence around them, and <function=NAME> tags.',
  read(parser: MessageParser): void {
    tryReasoning(parser, '<think>', '</think>');
    if (parser.looksForCalls())
      for (let found = find(parser); found !== null; found = find(parser)) readCall(parser, found);
    parser.addRest();
  },
};

export const hermes2Pro = b8121Format({ slug: 'hermes-2-pro', name: 'Hermes 2 Pro', ...hermes });

/** The template of the Hermes models themselves, which cannot render every tool. */
export const hermes2ProNous = b8121Format({
  slug: 'hermes-2-pro-nous',
  name: 'Hermes 2 Pro',
  variant: 'Nous template',
  templates: ['NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use'],
  refuses: typeAsKeyOfB8121,
  ...hermes,
});

function find(parser: MessageParser): Found | null {
  const area = { from: parser.at, to: parser.text.length };
  const found = parser.tryFind(OPEN);
  parser.steps.gate('finds-call', found !== null, area, found?.groups[0] ?? null);
  return found;
}

function readCall(parser: MessageParser, { groups }: Found): void {
  const [whole, fence = whole, tag = whole, object = whole, equals = whole, quoted = whole] = groups;
  const fenceEnd = fence.from === fence.to ? '' : FENCE;
  if (object.from < object.to) {
    parser.at = object.from;
    parser.beginBlock({ from: whole.from, to: parser.afterSpaces(object.from) });
    const json = tryJsonWithArguments(parser, { args: [['arguments']] });
    if (json === null || !addCall(parser, json.value) || json.isPartial) throw unfinished;
    closeCall(parser, tag.from === tag.to ? '' : `</${parser.slice(tag).slice(1)}`, fenceEnd);
    return;
  }
  const nameSpan = equals.from < equals.to ? equals : quoted;
  parser.beginBlock(whole);
  const json = tryArguments(parser);
  if (json === null) {
    parser.endBlock('malformed');
    return;
  }
  const span = { from: whole.from, to: parser.at };
  const call = { span, name: parser.slice(nameSpan), nameSpan, argumentsText: json.text, argumentsSpan: json.span };
  if (!parser.addCall(call) || json.isPartial) throw unfinished;
  closeCall(parser, '</function>', fenceEnd);
}

function closeCall(parser: MessageParser, tag: string, fence: string): void {
  for (const closer of fence === '' ? [tag] : [tag, fence]) {
    parser.consumeSpaces();
    parser.consumeLiteral(closer);
  }
  parser.closeCall();
  parser.consumeSpaces();
  parser.endBlock('matched');
}
