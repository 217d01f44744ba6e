import { capture, choice, end, literal, optional, repeat, sequence, space, until } from '../peg/matchers.ts';
import type { Capture, Matcher, Reading } from '../peg/reading.ts';
import { inside, newCall, type Message, type ReadCall } from '../message.ts';
import { argument, argumentClose, callClose, callOpen, inOrder, jsonUpTo, several, textUpTo } from '../parts.ts';
import { anyTool, type DeclaredTool, type Request, type Rules } from '../request.ts';
import type { Parameter, Schema } from '../schema.ts';

const NS = ']<]minimax[>[';
const THINK = '<mm:think>';
const THINK_END = '</mm:think>';

/** MiniMax-M3: the key is the tag; objects with declared members and lists are tags in tags. */
export function minimaxM3(request: Request): Matcher {
  const thinkAt = request.prompt.indexOf(THINK);
  const prompt = literal(thinkAt < 0 ? request.prompt : request.prompt.slice(0, thinkAt));
  const block = request.isThinking
    ? sequence(THINK, space, capture('reasoning', until(THINK_END)), THINK_END)
    : sequence(THINK, capture('dropped', until(THINK_END)), THINK_END);
  const reasoning = optional(choice(block, literal(THINK_END)));
  if (request.tools.length === 0) return sequence(prompt, reasoning, capture('content', until()), end);
  const open = `${NS}<tool_call>`;
  const call = anyTool(request, callOf(request));
  const close = literal(`${NS}</tool_call>`, 'wanted-closer');
  const calls = optional(request.rules.asCalls(sequence(open, space, several(request, call, space), space, close)));
  return sequence(prompt, reasoning, capture('content', until(open)), calls, end);
}

function callOf({ rules }: Request) {
  return ({ name, parameters }: DeclaredTool): Matcher =>
    capture(
      'call',
      callOpen(name, { open: `${NS}<invoke name="`, close: '">' }),
      space,
      membersOf(rules, parameters, `tool-${name}-arg`),
      space,
      callClose(`${NS}</invoke>`),
    );
}

/** The required ones in the order of the schema, and then any of the others. */
function membersOf(rules: Rules, parameters: readonly Parameter[], rule: string): Matcher {
  const all = parameters.map(({ name, schema, isRequired }) => {
    const own = `${rule}-${name}`;
    const value = valueOf(rules, schema, own, `${NS}</${name}>`);
    return { isRequired, part: rules.rule(own, argument(name, { open: `${NS}<`, close: '>' }, value)) };
  });
  return inOrder(
    all.filter(({ isRequired }) => isRequired).map(({ part }) => part),
    all.filter(({ isRequired }) => !isRequired).map(({ part }) => part),
  );
}

function valueOf(rules: Rules, schema: Schema, rule: string, close: string): Matcher {
  if (schema.mayBeText) return textUpTo(close);
  const closer = argumentClose(close);
  if (schema.kind === 'any-of') {
    return choice(...schema.children.map((child, index) => valueOf(rules, child, `${rule}-${index}`, close)));
  }
  if (schema.kind === 'object' && schema.parameters.length > 0) {
    return sequence(capture('members', membersOf(rules, schema.parameters, rule)), space, closer);
  }
  const [items] = schema.children;
  if (schema.kind === 'array' && items !== undefined) {
    const own = `${rule}-item`;
    const item = rules.rule(own, capture('item', `${NS}<item>`, valueOf(rules, items, own, `${NS}</item>`)));
    return sequence(capture('items', repeat(sequence(space, item))), space, closer);
  }
  return jsonUpTo(close, schema);
}

/** The tags as JSON; what was cut off stays open. */
export function minimaxM3Message(reading: Reading): Message {
  const { text, captures } = reading;
  const calls: ReadCall[] = [];
  const texts = { content: '', reasoning: '' };
  captures.forEach((one, index) => {
    const { tag, from, to, isPartial } = one;
    if (tag === 'content' || tag === 'reasoning') texts[tag] += text.slice(from, to);
    if (tag !== 'call') return;
    const nameSpan = captures.slice(index, index + 3).find((part) => part.tag === 'name');
    if (nameSpan === undefined) return;
    const first = [...inside(captures, index)].map((at) => captures[at]).find((part) => part?.tag === 'argument');
    calls.push({
      ...newCall(one),
      name: text.slice(nameSpan.from, nameSpan.to),
      nameSpan,
      argumentsText: containerOf(reading, index, !isPartial),
      argumentsSpan: first === undefined ? null : { from: first.from, to },
    });
  });
  return { calls, ...texts };
}

function containerOf(reading: Reading, index: number, isClosed: boolean): string {
  const { text, captures } = reading;
  const isList = captures[index]?.tag === 'items';
  const entries: string[] = [];
  for (const at of inside(captures, index)) {
    const entry = captures[at] as Capture;
    if (entry.tag !== (isList ? 'item' : 'argument')) continue;
    const value = valueText(reading, at, !entry.isPartial);
    const key = captures.slice(at, at + 3).find(({ tag }) => tag === 'key');
    if (isList) entries.push(value);
    else if (key !== undefined) entries.push(`${JSON.stringify(text.slice(key.from, key.to))}:${value}`);
  }
  const close = isList ? ']' : '}';
  return (isList ? '[' : '{') + entries.filter((entry) => entry !== '').join(',') + (isClosed ? close : '');
}

function valueText(reading: Reading, index: number, isClosed: boolean): string {
  const { text, captures } = reading;
  for (const at of inside(captures, index)) {
    const part = captures[at] as Capture;
    const { tag, from, to } = part;
    if (tag === 'members' || tag === 'items') return containerOf(reading, at, isClosed);
    if (tag === 'text') return `"${reading.insideOfString(part)}${isClosed ? '"' : ''}`;
    if (tag === 'value') return text.slice(from, to);
  }
  return '';
}
