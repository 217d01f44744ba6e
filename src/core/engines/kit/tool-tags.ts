import type { ToolDefinition } from '../../tools/index.ts';
import type { Span } from '../../text/document/index.ts';
import { valueToText } from '../../text/json/index.ts';
import type { EngineCall } from './engine-calls.ts';

const OPENER = '<content>';
const CLOSER = '</content>';

/** How a program reads one tag for each tool: `<read_file><path>a</path></read_file>`. */
export interface ToolTags {
  readonly tools: readonly string[];
  /** Of all tools: a parameter of another tool counts as well. */
  readonly parameters: readonly string[];
  /** The tools whose `content` goes from the first opener to the last closer. */
  readonly withContent: readonly string[];
  /** When that is: at the closing tag of the tool, or at each closer outside of a parameter. */
  readonly takesContentAt: 'tool-end' | 'stray-closer';
  /** The value of a parameter, of what is between its tags; `isCutOff` where its closing tag is not read. Null for none. */
  readonly value: (name: string, text: string, isCutOff: boolean) => string | null;
  /** A value that is longer than this with its closing tag is cut off there; any length is right where absent. */
  readonly longestValue?: number;
}

/** The tools as a request would declare them: each may have any parameter, and every value is a text. */
export function definitionsOf({ tools, parameters }: ToolTags): readonly ToolDefinition[] {
  const properties = Object.fromEntries(parameters.map((name) => [name, { type: 'string' }]));
  return tools.map((name) => ({ name, schema: { type: 'object', properties } }));
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
  const hasContent = tags.withContent.includes(name);
  const takesStray = hasContent && tags.takesContentAt === 'stray-closer';
  const firstOpener = takesStray ? text.indexOf(OPENER, begin) : -1;
  /** What the last stray closer ends, unless a parameter came after it. */
  let stray: Span | null = null;
  const put = (parameter: string, written: string, isCutOff: boolean): void => {
    const value = tags.value(parameter, written, isCutOff);
    if (value !== null) parameters.set(parameter, value);
  };
  const made = (to: number, isPartial: boolean): TaggedTool => {
    if (stray !== null) put('content', text.slice(stray.from, stray.to), false);
    return { span: { from, to }, name, nameSpan: { from: from + 1, to: begin - 1 }, parameters, isPartial };
  };
  const next = new RegExp(`<(?:(${tags.parameters.join('|')})|/${name}${takesStray ? '|/content' : ''})>`, 'g');
  next.lastIndex = begin;
  for (let tag = next.exec(text); tag !== null; tag = next.exec(text)) {
    const [found, parameter] = tag;
    if (parameter === undefined && found === CLOSER) {
      // Where no opener is found, its place is -1, and its length is added all the same.
      const contentFrom = (firstOpener < 0 || firstOpener > tag.index ? begin - 1 : firstOpener) + OPENER.length;
      if (tag.index > contentFrom) {
        stray = { from: contentFrom, to: tag.index };
        // The order of the parameters is that in which they were first set.
        if (!parameters.has('content')) parameters.set('content', '');
      }
      continue;
    }
    if (parameter === undefined) {
      if (hasContent && !takesStray) takeContent(text.slice(begin, tag.index), put);
      return made(tag.index + found.length, false);
    }
    const valueFrom = tag.index + found.length;
    const valueTo = text.indexOf(`</${parameter}>`, valueFrom);
    const isOpen = valueTo < 0;
    const to = isOpen ? text.length : valueTo + parameter.length + 3;
    const isTooLong = tags.longestValue !== undefined && to - valueFrom > tags.longestValue;
    const writtenTo = isTooLong ? valueFrom + tags.longestValue : isOpen ? to : valueTo;
    if (parameter === 'content') stray = null;
    put(parameter, text.slice(valueFrom, writtenTo), isTooLong || isOpen);
    if (isOpen && !isTooLong) break;
    next.lastIndex = isTooLong ? writtenTo + 1 : to;
  }
  return made(text.length, true);
}

function takeContent(inner: string, put: (parameter: string, written: string, isCutOff: boolean) => void): void {
  const from = inner.indexOf(OPENER);
  const to = inner.lastIndexOf(CLOSER);
  if (from >= 0 && to > from) put('content', inner.slice(from + OPENER.length, to), false);
}

/** The call of a tool: its arguments are an object of texts. */
export function callOfTool({ span, name, nameSpan, parameters }: TaggedTool): EngineCall {
  const written = Array.from(parameters, ([key, value]) => `${valueToText(key)}:${valueToText(value)}`);
  return { span, name, nameSpan, argumentsText: `{${written.join(',')}}`, argumentsSpan: span };
}
