import type { Span } from '../../../text/document/index.ts';
import type { JsonObject } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { unescapeXml } from './entities.ts';
import { isPrototypeKey } from './prototype-keys.ts';
import { emptyRecord, put } from './values.ts';

/** `<function=NAME>` and its like with parameters, in a text of any protocol. */
export interface FunctionBlock extends Span {
  readonly name: string;
  /** Null where a parameter has no name, or one that is taken for an attack. */
  readonly args: JsonObject | null;
}

const OPENER = /<\s*(call|function|tool|invoke)\b/gi;
const PARAMETER_OPENER = /<\s*(?:parameter|param|argument|arg)\b/gi;
const BOUNDARY =
  /<\s*(?:parameter|param|argument|arg)\b|<\s*\/\s*(?:parameter|param|argument|arg|call|function|tool|invoke)\s*>/gi;
const SHORTHAND = /^<\s*[A-Za-z_][\w.-]*\b\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>/<]+))/;
const NAME_ATTRIBUTE = /\bname\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const NAME_OPENER = /<\s*(?:name|tool_name)\b/i;
const NAME_CLOSER = /<\s*\/\s*(?:name|tool_name)\s*>/i;

/** Those that name a declared tool. One without a closing tag ends where the next begins. */
export function functionBlocks(text: string, tools: readonly ToolDefinition[]): readonly FunctionBlock[] {
  const opens = tagsIn(text, OPENER);
  return opens.flatMap(({ from, to, tag, name: kind }, index): FunctionBlock[] => {
    const end = opens[index + 1]?.from ?? text.length;
    const isSelfClosing = closesItself(tag);
    const closer = isSelfClosing ? null : closerIn(text.slice(to, end), kind);
    const body = isSelfClosing ? '' : text.slice(to, closer === null ? end : to + closer.from);
    const name = nameOf(tag, body);
    if (!tools.some((tool) => tool.name === name)) return [];
    const blockTo = isSelfClosing ? to : closer === null ? end : to + closer.to;
    return [{ from, to: blockTo, name, args: parametersOf(body) }];
  });
}

interface Tag extends Span {
  readonly tag: string;
  /** In small letters. */
  readonly name: string;
}

/** Opening tags up to their next `>`. */
function tagsIn(text: string, opener: RegExp): readonly Tag[] {
  const tags: Tag[] = [];
  let to = 0;
  for (const match of text.matchAll(opener)) {
    const { 0: start, 1: name = '', index } = match;
    if (index < to) continue;
    to = text.indexOf('>', index + start.length) + 1;
    if (to === 0) break;
    tags.push({ from: index, to, tag: text.slice(index, to), name: name.toLowerCase() });
  }
  return tags;
}

function closesItself(tag: string): boolean {
  return tag.slice(0, -1).trimEnd().endsWith('/');
}

/** The first closing tag outside of parameters; where all are inside of them, the first. */
function closerIn(body: string, kind: string): Span | null {
  const tag = new RegExp(`<\\s*(\\/?)\\s*(parameter|param|argument|arg)\\b|<\\s*\\/\\s*${kind}\\b`, 'gi');
  let depth = 0;
  let fallback: Span | null = null;
  let at = 0;
  for (const match of body.matchAll(tag)) {
    const { 0: start, 1: slash, 2: parameter, index } = match;
    if (index < at) continue;
    at = body.indexOf('>', index + start.length) + 1;
    if (at === 0) break;
    if (parameter === undefined) {
      const closer = { from: index, to: at };
      if (depth === 0) return closer;
      fallback ??= closer;
    } else if (slash !== '') {
      depth = Math.max(0, depth - 1);
    } else if (!closesItself(body.slice(index, at))) {
      depth += 1;
    }
  }
  return fallback;
}

/** In the tag, or in an element of the body; empty where there is none. */
function nameOf(tag: string, body: string): string {
  const name = (valueIn(tag) ?? '').trim();
  if (name !== '') return name;
  const opener = NAME_OPENER.exec(body);
  const from = opener === null ? 0 : body.indexOf('>', opener.index + opener[0].length) + 1;
  if (from === 0) return '';
  const closer = NAME_CLOSER.exec(body.slice(from));
  return closer === null ? '' : unescapeXml(body.slice(from, from + closer.index)).trim();
}

/** The value after the name of a tag, or of its attribute `name`. */
function valueIn(tag: string): string | null {
  const [, ...shorthand] = SHORTHAND.exec(tag) ?? [];
  const [, ...attribute] = NAME_ATTRIBUTE.exec(tag) ?? [];
  const groups: readonly (string | undefined)[] = [...shorthand, ...attribute];
  const value = groups.find((group) => group !== undefined);
  return value === undefined ? null : unescapeXml(value);
}

/** Values are trimmed and else as written; of repeated names the last counts. */
function parametersOf(body: string): JsonObject | null {
  const args = emptyRecord();
  let at = 0;
  for (const { from, to, tag } of tagsIn(body, PARAMETER_OPENER)) {
    if (from < at) continue;
    const key = (valueIn(tag) ?? '').trim();
    const isSelfClosing = closesItself(tag);
    at = to;
    if (key === '' && isSelfClosing) continue;
    if (key === '' || isPrototypeKey(key)) return null;
    if (!isSelfClosing) {
      BOUNDARY.lastIndex = to;
      at = BOUNDARY.exec(body)?.index ?? body.length;
    }
    put(args, key, body.slice(to, at).trim());
  }
  return args;
}
