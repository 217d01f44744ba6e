import {
  ahead,
  capture,
  characters,
  choice,
  literal,
  optional,
  repeat,
  sequence,
  space,
  unless,
  until,
  whole,
} from '../peg/matchers.ts';
import { type Capture, type Matcher, type Reading } from '../peg/reading.ts';
import { jsonBoolean, jsonNull, jsonNumber } from '../peg/values.ts';
import { inside, newCall, type Message, type ReadCall } from '../message.ts';
import { mostCalls, toolName } from '../parts.ts';
import { anyTool, type Request } from '../request.ts';

const CHANNEL = '<|channel>';
const CHANNEL_END = '<channel|>';
const CALL = '<|tool_call>';
const QUOTE = '<|"|>';

/** Levels of nesting that are read; what is nested deeper is refused. */
const DEEPEST = 200;

const thought = sequence(`${CHANNEL}thought`, space, capture('reasoning', until(CHANNEL_END)), CHANNEL_END);
const emptyChannels = repeat(sequence(CHANNEL, unless(literal('thought'))));
/** Reasoning, or no channel at all. */
const channel = choice(sequence(ahead(literal(CHANNEL)), emptyChannels, thought), unless(literal(CHANNEL)));

/** Blocks of reasoning and words in any number, and then calls in Gemma's own notation. What does not fit is dropped. */
export function gemma4(request: Request): Matcher {
  const start = optional('<|turn>model\n');
  const words = (...stops: string[]): Matcher => sequence(channel, capture('content', until(...stops)));
  if (request.tools.length === 0) return sequence(start, repeat(words(CHANNEL, CHANNEL_END), 1));
  const call = anyTool(request, ({ name }) =>
    capture(
      'call',
      whole(capture('call-open', toolName(name), ahead(literal('{', 'wanted-name')))),
      capture('arguments', gemmaObject),
    ),
  );
  return sequence(
    start,
    repeat(words(CHANNEL, CHANNEL_END, CALL)),
    capture('dropped', until(CALL)),
    request.rules.asCalls(
      repeat(sequence(`${CALL}call:`, call, literal('<tool_call|>', 'wanted-closer')), 0, mostCalls(request)),
    ),
  );
}

const string = capture('gemma-string', QUOTE, capture('gemma-chars', until(QUOTE)), QUOTE);
const number = capture('gemma-number', jsonNumber);
const word = capture('gemma-word', choice(jsonBoolean, jsonNull));
const keyChars = capture(
  'gemma-chars',
  characters((code) => code !== 58 && code !== 125),
);
const key = capture('gemma-key', keyChars, ':');
const member = capture('gemma-member', key, space, valueIn);
const gemmaObject = capture('gemma-object', container('{', member, '}'));
const list = capture('gemma-list', container('[', valueIn, ']'));
const anyValue = choice(string, gemmaObject, list, number, word);

/** A function declaration, since objects and lists are values themselves. */
function valueIn(reading: Reading, at: number): number {
  if (reading.depth >= DEEPEST) return reading.refuse(at, 'wanted-shallower');
  reading.depth += 1;
  const to = anyValue(reading, at);
  reading.depth -= 1;
  return to;
}

function container(open: string, part: Matcher, close: string): Matcher {
  return sequence(
    open,
    space,
    choice(literal(close, 'wanted-closer'), sequence(part, repeat(sequence(',', space, part)), space, close)),
  );
}

/** Gemma's notation as JSON; what was cut off stays open. */
export function gemma4Message(reading: Reading): Message {
  const { text, captures } = reading;
  const calls: ReadCall[] = [];
  const texts = { content: '', reasoning: '' };
  captures.forEach((one, index) => {
    const { tag, from, to } = one;
    if (tag === 'content' || tag === 'reasoning') texts[tag] += text.slice(from, to);
    if (tag !== 'call') return;
    const name = find(captures, index, 'name');
    const args = find(captures, index, 'arguments');
    if (name === null || args === null) return;
    const nameSpan = captures[name] as Capture;
    const argumentsSpan = captures[args] as Capture;
    calls.push({
      ...newCall(one),
      name: text.slice(nameSpan.from, nameSpan.to),
      nameSpan,
      argumentsText: toJson(reading, args + 1),
      argumentsSpan,
    });
  });
  return { calls, ...texts };
}

function find(captures: readonly Capture[], index: number, tag: Capture['tag']): number | null {
  const end = captures[index]?.next ?? 0;
  for (let at = index + 1; at < end; at += 1) if (captures[at]?.tag === tag) return at;
  return null;
}

function toJson(reading: Reading, index: number): string {
  const { text, captures } = reading;
  const one = captures[index];
  if (one === undefined || one.from === one.to) return '';
  const { tag, from, to, isPartial } = one;
  const parts = (): string[] => [...inside(captures, index)].map((at) => toJson(reading, at));
  const closed = (open: string, middle: string, close: string): string => open + middle + (isPartial ? '' : close);
  if (tag === 'gemma-object') return closed('{', parts().join(','), '}');
  if (tag === 'gemma-list') return closed('[', parts().join(','), ']');
  if (tag === 'gemma-string') return closed('"', parts().join(''), '"');
  if (tag === 'gemma-key') return closed('"', parts().join(''), '":');
  if (tag === 'gemma-chars') return reading.insideOfString(one);
  return tag === 'gemma-member' ? parts().join('') : text.slice(from, to);
}
