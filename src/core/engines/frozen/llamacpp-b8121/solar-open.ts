import { b8121Format } from './format.ts';
import { declaredTools, type DeclaredTool } from './kit/declared-tools.ts';
import { firstOf, leaveRest, mismatch, takes, textUntil } from './kit/matching.ts';
import type { MessageParser } from './kit/message.ts';
import { unfinished } from './kit/raise.ts';
import { takesArguments } from './kit/typed-json-call.ts';
import { trimmedEnd } from './kit/xml-content.ts';

const END = '<|end|>';
const NEXT = '<|begin|>assistant';
const ARGS = '<|tool_call:args|>';

export const solarOpen = b8121Format({
  slug: 'solar-open',
  name: 'peg-native',
  variant: 'Solar Open',
  templates: ['upstage-Solar-Open-100B'],
  formats: ['solar-open'],
  reads: 'Parts of reasoning, content and one call of a declared tool, each with its marker.',
  read(parser) {
    const declared = parser.syntax.tools;
    const tools = parser.knownOf(declared, () => declaredTools(declared));
    if (!takesPart(parser, tools)) {
      parser.steps.reject('no-part', { from: 0, to: parser.text.length });
      throw mismatch(parser, 0);
    }
    for (let at = parser.at; !parser.isAtEnd; at = parser.at) {
      if (takes(parser, END) && takes(parser, NEXT) && takesPart(parser, tools)) {
        parser.blocks.push({ from: at, to: at + END.length + NEXT.length });
        continue;
      }
      parser.at = at;
      break;
    }
    leaveRest(parser);
  },
});

/** The last text of a kind replaces the ones before it. */
function takesPart(parser: MessageParser, tools: readonly DeclaredTool[]): boolean {
  const from = parser.at;
  if (takes(parser, '<|think|>')) {
    takeText(parser, from, (span) => {
      parser.reasoning.length = 0;
      parser.addReasoning(span);
    });
    return true;
  }
  if (takes(parser, '<|content|>')) {
    takeText(parser, from, (span) => {
      parser.content.length = 0;
      parser.addContent(span);
    });
    return true;
  }
  return tools.length > 0 && takesCall(parser, tools, from);
}

function takeText(parser: MessageParser, from: number, add: (span: { from: number; to: number }) => void): void {
  parser.blocks.push({ from, to: parser.at });
  const span = textUntil(parser, END);
  add(trimmedEnd(parser.text, span));
  if (span.isOpen && parser.isPartial) throw unfinished;
}

function takesCall(parser: MessageParser, tools: readonly DeclaredTool[], from: number): boolean {
  if (!takes(parser, '<|tool_calls|>')) return false;
  if (parser.isAtEnd && parser.isPartial) throw unfinished;
  parser.beginBlock({ from, to: parser.at });
  const isCall = takesOpenCall(parser, tools);
  parser.endBlock(isCall ? 'matched' : 'malformed');
  if (!isCall) {
    parser.steps.reject('no-declared-call', { from, to: parser.text.length }, parser.at);
    parser.at = from;
  }
  return isCall;
}

function takesOpenCall(parser: MessageParser, tools: readonly DeclaredTool[]): boolean {
  const from = parser.at;
  const count = parser.calls.length;
  if (!takes(parser, '<|tool_call:begin|>')) return false;
  const idSpan = takesWhile(parser, /[\w-]/);
  if (idSpan === null || !takes(parser, '<|tool_call:name|>')) return false;
  const id = parser.slice(idSpan);
  const nameFrom = parser.at;
  if (takesWhile(parser, /[^<]/) === null || !takes(parser, ARGS)) return false;
  parser.at = nameFrom;
  const isCall = firstOf(parser, tools, ({ name }) => {
    if (!takes(parser, name)) return false;
    const nameSpan = { from: nameFrom, to: parser.at };
    return takes(parser, ARGS) && takesArguments(parser, { name, nameSpan, id, idSpan }, from);
  });
  if (!isCall || !takes(parser, '<|tool_call:end|>')) {
    parser.calls.length = count;
    return false;
  }
  parser.closeCall();
  return true;
}

/** At least one character of a kind. */
function takesWhile(parser: MessageParser, kind: RegExp): { from: number; to: number } | null {
  const from = parser.at;
  while (!parser.isAtEnd && kind.test(parser.text.charAt(parser.at))) parser.at += 1;
  if (parser.at > from) return { from, to: parser.at };
  if (parser.isAtEnd && parser.isPartial) throw unfinished;
  return null;
}
