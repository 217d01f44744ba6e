import { valueToText } from '../../../text/json/index.ts';
import type { Block } from '../read/block.ts';
import { argumentsIn, type Dress, type ReadArguments } from './listed-arguments.ts';
import type { Opener } from '../read/opener.ts';
import { patternOf } from '../read/pattern-of.ts';
import { trimmed } from '../read/raw-values.ts';
import { endsItsLine, type Resumable } from '../read/resumable.ts';
import { textUntil } from '../read/text-until.ts';
import type { ToolIndex } from '../read/tool-index.ts';

/** Most lists of a text that are read far in vain. */
export const MOST_LISTS_IN_VAIN = 8;
const LONGEST_BODY = 10_000;
/** The key of a name. */
const NAME_KEY = /(?:(?:(?:tool_|function_)?name|tool|function)[ \t]*:[ \t]*)?/.source;
/** A name, perhaps after its key or before an arrow. */
const NAME = new RegExp(`^(?:\\{\\s{0,9}tool\\s{0,9}=>\\s{0,9}|${NAME_KEY})["'\`]?([\\w.:/-]{1,200})["'\`]?`);
/** What is between a name and its arguments: signs, and words for arguments. */
const GAP =
  /^["'`*\])]{0,4}\s{0,9}(?:->|=>|[:,;|])?\*{0,2}\s{0,9}(?:[-*•][ \t]{1,3}(?=\*{0,2}(?:arg|param|input)))?(?:["'`*]{0,3}(?:and|with|the|action[ _]input|arguments?|args|parameters?|params|inputs?)\b["'`*]{0,3}\s{0,3}(?:=>|[:=])?["'`*]{0,3}\s{0,9}){0,4}(?:```[a-z]{0,10}[ \t]{0,9}\n\s{0,9})?/i;

/** What follows a name: a key below it, a flag, or a key and its value on the line. */
const FIRST_KEY = /(?:\n[\w.-]+ ?[:=]|[ \n]?--? ?\w| [\w.-]+(?: ?= ?["'\d[{tfn]|=[^\s=<]))/.source;
const KEY_OF_NAME = '(?:(?:tool_|function_)?name|tool|function)';
const BEGINS_LINES = new RegExp(`^(?:${KEY_OF_NAME} ?: ?)?[\\w.-]+${FIRST_KEY}`);

/** Whether a name and another key follow, to judge by the head of the text. */
export function beginsLines(head: string): boolean {
  return BEGINS_LINES.test(head) || /^\{ ?\n?tool ?=/.test(head);
}

/** The opener of a call in lines: a declared name, or its key, and another key follow. */
export function openerOfLines({ names }: ToolIndex, text: string): Opener {
  const name = `(?:${KEY_OF_NAME} ?: ?)?${patternOf(names)}`;
  return { text, next: new RegExp(`^${name}${FIRST_KEY}`), units: 8 };
}

/**
 * Reads a call whose name and arguments are a name and a list of keys and values in any dress, up to a closing marker. The
 * declared parameters must prove it; otherwise the block is refused.
 *
 *     <tool_call>read_gauge
 *     dial: oil
 *     </tool_call>
 */
export function* callInLines(block: Block, close: string): Resumable<number> {
  const { source, tools, rec } = block;
  const end = yield* textUntil(source, block.at, [close], LONGEST_BODY);
  const span = trimmed(block, block.at, end.to);
  const text = end.literal === null ? '' : source.slice(span.from, span.to);
  const call = (yield* endsItsLine(source, end.to + close.length)) ? namedList(tools, text) : null;
  if (call === null) {
    block.malformed('opener-without-body', { from: block.from, to: block.at });
    return block.end(block.at);
  }
  // No format has the name outside of the call: it has no place in one.
  const nameSpan = { from: span.from, to: span.from };
  rec.repair('invented-form', span, `{"name": ${valueToText(call.name)}, "arguments": ${call.json}}`);
  rec.read('name', nameSpan);
  block.call({ name: call.name, nameSpan, argumentsText: call.json, argumentsSpan: span }, span);
  return block.end(block.closer(close, end.to));
}

/** A name and its arguments as JSON. */
interface NamedList {
  readonly name: string;
  readonly json: string;
}

/** The name and the list of arguments that fill a text; null where they do not. */
export function namedList(tools: ToolIndex, text: string): NamedList | null {
  // The key of a name is one of YAML.
  const dress = /^(?:(?:tool_|function_)?name|tool|function)[ \t]*:/.test(text)
    ? { mayBeLines: true, mayBeWords: true }
    : undefined;
  const head = NAME.exec(text);
  const name = head?.[1] ?? '';
  if (head === null || !tools.accepts(name)) return null;
  const given = argumentsAfter(tools, tools.resolve(name), text.slice(head[0].length), dress);
  return given === null ? null : { name, json: given.json };
}

/** The arguments that fill the text after a name, but for signs and words before and after them; null where they do not. */
export function argumentsAfter(tools: ToolIndex, tool: string, text: string, dress?: Dress): ReadArguments | null {
  // The indentation of the first line of YAML is part of it.
  const gap = (GAP.exec(text)?.[0] ?? '').replace(/(\n)[ \t]+$/, '$1');
  // A word for arguments may itself be a key.
  return (
    argumentsIn(tools, tool, text.slice(gap.length), dress) ??
    argumentsIn(tools, tool, text.replace(/^["'`*]*\s*/, ''), dress)
  );
}
