import {
  capture,
  characters,
  choice,
  literal,
  optional,
  repeat,
  sequence,
  space,
  until,
  whole,
} from '../peg/matchers.ts';
import type { Matcher } from '../peg/reading.ts';
import { jsonArguments, toolName } from '../parts.ts';
import { anyTool, type Request } from '../request.ts';

const START = '<|start|>assistant';
const END = '<|end|>';
const MESSAGE = '<|message|>';

const channel = sequence('<|channel|>', choice('commentary', 'analysis'));
const message = until(END);
const stray = optional('<|channel|>commentary', optional(' to=assistant'));
const analysis = sequence(stray, `<|channel|>analysis${MESSAGE}`, capture('reasoning', message), END);
const preamble = sequence(`<|channel|>commentary${MESSAGE}`, capture('content', message), END);
const final = sequence(stray, `<|channel|>final${MESSAGE}`, capture('content', message));
/** Calls of built-in tools: without tools of the request they are thrown away. */
const unasked = whole(optional(channel), ' to=', capture('dropped', message), END);
const constraint = optional(space, optional('<|constrain|>'), characters(isWordCode));

/** Channels before, and then one call or one answer. What follows is not read. */
export function gptOss(request: Request): Matcher {
  const before = repeat(sequence(START, choice(preamble, analysis)));
  if (request.tools.length === 0) return sequence(before, START, choice(final, unasked));
  const call = anyTool(request, (tool) => {
    const recipient = sequence(' to=functions.', toolName(tool.name));
    const open = (...parts: Matcher[]): Matcher =>
      whole(capture('call-open', ...parts, constraint, literal(MESSAGE, 'wanted-name')));
    return choice(
      sequence(open(recipient, channel), jsonArguments(tool)),
      sequence(open(channel, recipient), jsonArguments(tool)),
    );
  });
  return sequence(before, START, choice(request.rules.asCalls(call), final));
}

/** Where the sampler is bound: at a recipient in a header. Inside of reasoning as well. */
export function gptOssBegins(reply: string): number {
  const header = /<\|start\|>assistant(?=(?:<\|channel\|>(?:commentary|analysis))?\s{1,40}to)/;
  // The first header is that of the prompt.
  return header.exec(START + reply)?.index ?? -1;
}

/** Letters and digits of ASCII, `_` and `-`. */
function isWordCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 45
  );
}
