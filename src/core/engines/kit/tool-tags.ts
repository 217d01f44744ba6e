import type { Span } from '../../text/document/index.ts';
import { valueToText } from '../../text/json/index.ts';
import type { EngineCall } from './engine-calls.ts';

/** How a program reads one tag for each tool: `<read_file><path>a</path></read_file>`. */
export interface ToolTags {
  readonly tools: readonly string[];
  /** Of all tools: a parameter of another tool counts as well. */
  readonly parameters: readonly string[];
  /** The tools whose `content` goes from the first opener to the last closer. */
  readonly withContent: readonly string[];
  /** The value of a parameter, of what is between its tags. */
  readonly value: (name: string, text: string) => string;
  /** A longer value is dropped; any length is right where absent. */
  readonly longestValue?: number;
}

/** A tool with its parameters, perhaps cut off. */
export interface TaggedTool {
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly parameters: ReadonlyMap<string, string>;
  /** The reply ends inside of it. */
  readonly isPartial: boolean;
}

export interface TaggedReply {
  readonly tools: readonly TaggedTool[];
  /** What is between the tools, one more than there are tools; the last is null where a tool is cut off. */
  readonly texts: readonly (Span | null)[];
}

/** Walks through a reply: text up to the opening tag of a known tool, and in it the tags of known parameters. */
export function readToolTags(text: string, tags: ToolTags): TaggedReply {
  const opener = new RegExp(`<(${tags.tools.join('|')})>`, 'g');
  const tools: TaggedTool[] = [];
  const texts: (Span | null)[] = [];
  let at = 0;
  for (;;) {
    opener.lastIndex = at;
    const open = opener.exec(text);
    if (open === null) return { tools, texts: [...texts, { from: at, to: text.length }] };
    texts.push({ from: at, to: open.index });
    const tool = toolFrom(text, open.index, open[1] ?? '', tags);
    tools.push(tool);
    at = tool.span.to;
    if (tool.isPartial) return { tools, texts: [...texts, null] };
  }
}

function toolFrom(text: string, from: number, name: string, tags: ToolTags): TaggedTool {
  const begin = from + name.length + 2;
  const parameters = new Map<string, string>();
  const made = (to: number, isPartial: boolean): TaggedTool => ({
    span: { from, to },
    name,
    nameSpan: { from: from + 1, to: begin - 1 },
    parameters,
    isPartial,
  });
  const next = new RegExp(`<(?:(${tags.parameters.join('|')})|/${name})>`, 'g');
  next.lastIndex = begin;
  for (let tag = next.exec(text); tag !== null; tag = next.exec(text)) {
    const [found, parameter] = tag;
    if (parameter === undefined) {
      if (tags.withContent.includes(name)) takeContent(text.slice(begin, tag.index), parameters, tags);
      return made(tag.index + found.length, false);
    }
    const valueFrom = tag.index + found.length;
    const valueTo = text.indexOf(`</${parameter}>`, valueFrom);
    const length = (valueTo < 0 ? text.length : valueTo) - valueFrom;
    if (tags.longestValue !== undefined && length > tags.longestValue) {
      next.lastIndex = valueFrom + tags.longestValue + 1;
      continue;
    }
    parameters.set(parameter, tags.value(parameter, text.slice(valueFrom, valueFrom + length)));
    if (valueTo < 0) break;
    next.lastIndex = valueTo + parameter.length + 3;
  }
  return made(text.length, true);
}

function takeContent(inner: string, parameters: Map<string, string>, { value }: ToolTags): void {
  const from = inner.indexOf('<content>');
  const to = inner.lastIndexOf('</content>');
  if (from < 0 || to <= from) return;
  parameters.set('content', value('content', inner.slice(from + '<content>'.length, to)));
}

/** The call of a tool: its arguments are an object of texts. */
export function callOfTool({ span, name, nameSpan, parameters }: TaggedTool): EngineCall {
  const written = Array.from(parameters, ([key, value]) => `${valueToText(key)}:${valueToText(value)}`);
  return { span, name, nameSpan, argumentsText: `{${written.join(',')}}`, argumentsSpan: span };
}

/** A part of the text without the white space at its ends, as JavaScript's `trim` has it. */
export function trimmedPart(text: string, { from, to }: Span): Span {
  const part = text.slice(from, to);
  const begin = from + part.length - part.trimStart().length;
  return { from: begin, to: begin + part.trim().length };
}
