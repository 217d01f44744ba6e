import { type JsonNode, readJson, valueToText } from '../../../text/json/index.ts';
import type { Block } from '../read/block.ts';
import type { Opener } from '../read/opener.ts';
import { patternOf } from '../read/pattern-of.ts';
import { trimmed } from '../read/raw-values.ts';
import type { Resumable } from '../read/resumable.ts';
import { textUntil } from '../read/text-until.ts';
import type { ToolIndex } from '../read/tool-index.ts';
import { yamlMapping } from '../read/yaml-mapping.ts';

const LONGEST_BODY = 10_000;
/** A name on a line of its own, perhaps after its key, and perhaps the key of the arguments. */
const HEAD =
  /^(?:(?:tool_)?name[ \t]*:[ \t]*)?([\w.-]{1,200})[ \t]*\n(?:(?:arguments|parameters|args|input)[ \t]*:[ \t]*\n)?/;

/** Whether a name and another key follow, each on a line of its own, to judge by the head of the text. */
export function beginsLines(head: string): boolean {
  return /^(?:(?:tool_)?name ?: ?)?[\w.-]+\n[\w.-]+ ?[:=]/.test(head);
}

/** The opener of a call in lines: a declared name, or its key, and another key follow. */
export function openerOfLines({ names }: ToolIndex, text: string): Opener {
  return { text, next: new RegExp(`^(?:(?:tool_)?name ?: ?)?${patternOf(names)}\\n[\\w.-]+ ?[:=]`), units: 8 };
}

/**
 * Reads a call whose name and arguments are lines of `key: value` or `key=value` up to a closing marker. The declared
 * parameters must prove it; otherwise the block is refused.
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
  const head = HEAD.exec(text);
  const name = head?.[1] ?? '';
  const given = head === null ? null : argumentsInLines(tools, name, text.slice(head[0].length));
  if (given === null) {
    block.malformed('opener-without-body', { from: block.from, to: block.at });
    return block.end(block.at);
  }
  // No format has the name outside of the call: it has no place in one.
  const nameSpan = { from: span.from, to: span.from };
  rec.repair('invented-form', span, `{"name": ${valueToText(name)}, "arguments": ${given.json}}`);
  rec.read('name', nameSpan);
  block.call({ name, nameSpan, argumentsText: given.json, argumentsSpan: span }, span);
  return block.end(block.closer(close, end.to));
}

/** Arguments as JSON, and its members. */
interface ReadArguments {
  readonly json: string;
  readonly members: Extract<JsonNode, { kind: 'object' }>['members'];
}

/** The arguments in lines of `key: value` or `key=value`; null unless all keys are parameters of the tool. */
export function argumentsInLines(tools: ToolIndex, tool: string, text: string): ReadArguments | null {
  const declared = tools.parameters(tool);
  const indent = /^[ \t]*/.exec(text)?.[0] ?? '';
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  const yaml = lines.map((line) => line.replace(/^([\w.-]+)[ \t]*=[ \t]*/, '$1: ')).join('\n');
  const reading = declared.length === 0 ? null : yamlMapping(yaml, tools.schema(tool));
  const read = reading === null ? null : readJson(reading.json);
  if (reading === null || read?.ok !== true || read.node.kind !== 'object') return null;
  const { members } = read.node;
  return members.every(({ key }) => declared.includes(key.value)) ? { json: reading.json, members } : null;
}
