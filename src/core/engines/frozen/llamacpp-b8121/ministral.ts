import { b8121Format } from './format.ts';
import { declaredTools, type DeclaredTool } from './kit/declared-tools.ts';
import { firstOf, leaveRest, takeContent, takes, textUntil } from './kit/matching.ts';
import type { MessageParser } from './kit/message.ts';
import { unfinished } from './kit/raise.ts';
import { takesArguments } from './kit/typed-json-call.ts';
import { trimmedEnd } from './kit/xml-content.ts';

const OPEN = '[THINK]';
const CLOSE = '[/THINK]';
const CALL = '[TOOL_CALLS]';

export const ministral = b8121Format({
  slug: 'ministral',
  name: 'peg-native',
  variant: 'Ministral 3, Mistral Small 3.2',
  templates: [
    'mistralai-Ministral-3-14B-Reasoning-2512',
    'unsloth-mistral-Devstral-Small-2507',
    'Mistral-Small-3.2-24B-Instruct-2506',
  ],
  formats: ['mistral-v11'],
  reads: 'Reasoning in [THINK], and one call of a declared tool after [TOOL_CALLS], with [ARGS] before its JSON.',
  read(parser) {
    takeReasoning(parser);
    parser.consumeSpaces();
    const { tools } = parser.syntax;
    if (!parser.looksForCalls()) {
      takeContent(parser);
    } else {
      takeContent(parser, CALL);
      parser.consumeSpaces();
      takeCall(
        parser,
        parser.knownOf(tools, () => declaredTools(tools)),
      );
    }
    leaveRest(parser);
  },
});

function takeReasoning(parser: MessageParser): void {
  const from = parser.at;
  if (parser.isAtEnd || !takes(parser, OPEN)) return;
  const span = textUntil(parser, CLOSE);
  const isClosed = parser.tryLiteral(CLOSE);
  if (!isClosed && !parser.isPartial) {
    parser.steps.reject('unclosed-reasoning', { from, to: parser.text.length });
    parser.at = from;
    return;
  }
  parser.blocks.push({ from, to: span.from }, { from: span.to, to: parser.at });
  parser.addReasoning(trimmedEnd(parser.text, span));
  if (!isClosed) throw unfinished;
}

function takeCall(parser: MessageParser, tools: readonly DeclaredTool[]): void {
  const from = parser.at;
  if (parser.isAtEnd || !takes(parser, CALL)) return;
  parser.beginBlock({ from, to: parser.at });
  const nameFrom = parser.at;
  const isCall = firstOf(parser, tools, ({ name }) => {
    if (!takes(parser, name)) return false;
    const nameSpan = { from: nameFrom, to: parser.at };
    return takes(parser, '[ARGS]') && takesArguments(parser, { name, nameSpan, id: '', idSpan: null }, from);
  });
  if (!isCall) parser.steps.reject('no-declared-call', { from, to: parser.text.length }, nameFrom);
  parser.endBlock(isCall ? 'matched' : 'malformed');
  if (!isCall) parser.at = from;
}
