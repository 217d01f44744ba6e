import type { Span } from '../../../text/document/index.ts';
import { b8121Format } from './format.ts';
import { tryArguments } from './kit/dumped-args.ts';
import type { MessageParser } from './kit/message.ts';
import { Literal } from './kit/pattern.ts';
import { unfinished } from './kit/raise.ts';
import { tryReasoning } from './kit/reasoning.ts';

const MESSAGE = '<|message|>';
const END = '<|end|>';
const ANALYSIS = '<|channel|>analysis';
const START = new Literal('<|start|>assistant');

// A header is matched as a whole. No part of these can take what belongs to the next, so they never go back.
const CALL_BY_ROLE =
  /^ to=functions\.([^< \t\n\v\f\r]+)<\|channel\|>(?:analysis|commentary)(?: (?:<\|constrain\|>)?[\w-]+)?$/;
const CALL_BY_CHANNEL =
  /^<\|channel\|>(?:analysis|commentary) to=functions\.([^< \t\n\v\f\r]+)(?: (?:<\|constrain\|>)?[\w-]+)?$/;
const CONTENT = /^<\|channel\|>(?:final(?: (?:<\|constrain\|>)?[\w-]+)?|commentary)$/;

export const gptOss = b8121Format({
  slug: 'gpt-oss',
  name: 'GPT-OSS',
  formats: ['harmony'],
  reads: 'Messages of channels, with calls that go to functions.NAME.',
  read(parser) {
    do {
      const header = parser.at;
      const message = parser.tryFindLiteral(MESSAGE);
      if (message === null) throw parser.unfinished('header-unfinished');
      readMessage(parser, message.prelude, header);
    } while (findStart(parser));
    dropTo(parser, parser.at, parser.text.length);
    parser.rest();
  },
});

function readMessage(parser: MessageParser, header: Span, from: number): void {
  const text = parser.slice(header);
  const [, name] = CALL_BY_ROLE.exec(text) ?? CALL_BY_CHANNEL.exec(text) ?? [];
  const opener = { from, to: parser.at };
  if (name !== undefined) {
    const nameFrom = from + text.indexOf('functions.') + 'functions.'.length;
    readCall(parser, opener, { from: nameFrom, to: nameFrom + name.length });
  } else if (text === ANALYSIS) {
    parser.at = from;
    tryReasoning(parser, ANALYSIS + MESSAGE, END);
  } else if (CONTENT.test(text)) {
    parser.steps.marker(parser.slice(opener), 'open', opener.from, opener.to);
    parser.blocks.push(opener);
    const end = parser.tryFindLiteral(END);
    if (end === null) {
      parser.addRest();
    } else {
      parser.addContent(end.prelude);
      parser.blocks.push(end.marker);
    }
  } else {
    parser.steps.reject('unknown-header', header);
    parser.at = from;
  }
}

function readCall(parser: MessageParser, opener: Span, nameSpan: Span): void {
  parser.beginBlock(opener);
  const json = tryArguments(parser);
  if (json === null) {
    parser.endBlock('malformed');
    return;
  }
  if (parser.syntax.tools.length > 0) {
    const span = { from: opener.from, to: parser.at };
    const call = { span, name: parser.slice(nameSpan), nameSpan, argumentsText: json.text, argumentsSpan: json.span };
    if (!parser.addCall(call)) throw unfinished;
  } else {
    parser.steps.quirk('no-tools', opener);
  }
  if (json.isPartial) throw unfinished;
  parser.endBlock('matched');
}

/** Goes after the beginning of the next message of the assistant. What lies before it is dropped. */
function findStart(parser: MessageParser): boolean {
  const from = parser.at;
  const found = parser.tryFind(START, { addsPrelude: false });
  if (found === null) {
    parser.at = from;
    return false;
  }
  dropTo(parser, from, found.groups[0].from);
  parser.blocks.push(found.groups[0]);
  return true;
}

const CLOSERS = ['<|call|>', '<|return|>', END, ''];

/** Text between two messages, and after the last one: only the markers that end a message are expected there. */
function dropTo(parser: MessageParser, from: number, to: number): void {
  if (CLOSERS.includes(parser.text.slice(from, to).trim())) parser.blocks.push({ from, to });
  else parser.steps.quirk('between-messages-dropped', { from, to });
}
