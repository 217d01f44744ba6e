import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt } from '../../kit/index.ts';

// Beginnings of blocks that 5.1.6 takes for the tag of a call, though they are not written as one.

/** `<function>NAME</function>` */
const NAME_AS_TEXT = /^\s*<(function|call|tool|invoke)\s*>\s*([A-Za-z_][\w.-]{0,255})\s*<\s*\/\s*\1\s*>/i;
/** `function=NAME>` */
const WITHOUT_BRACKET = /^\s*(function|call|tool|invoke)\s*=\s*"?([A-Za-z_][\w.-]{0,255})"?\s*>?/i;
/** `NAME` of a declared tool, before a line break or a tag */
const BARE_NAME = /^\s*([A-Za-z_][\w.-]{0,255})\s*>?[ \t]*(?=\r?\n|<)/;

/** What may still become one of them. */
const UNFINISHED = [
  /^\s*<(?:function|call|tool|invoke)$/i,
  /^\s*<(?:function|call|tool|invoke)\s*>\s*(?:[A-Za-z_][\w.-]{0,255})?\s*(?:<(?:\s*\/(?:\s*[A-Za-z_]{0,12})?)?)?$/i,
  /^\s*(?:function|call|tool|invoke)(?:\s*=\s*"?(?:[A-Za-z_][\w.-]{0,255})?"?)?$/i,
];
const UNFINISHED_NAME = /^\s*([A-Za-z_][\w.-]{0,255})>?$/;

/** Such a beginning. */
interface Opener {
  /** Where it ends in the text, and where white space before it does. */
  readonly to: number;
  readonly from: number;
  /** The tag that is read instead. */
  readonly tag: string;
}

/** @param inner what follows `<tool_call>` */
export function misspeltOpener(inner: string, tools: readonly ToolDefinition[]): Opener | null {
  const from = inner.length - inner.trimStart().length;
  const [named, [, tag = '', name = ''] = []] = first(inner, NAME_AS_TEXT) ?? first(inner, WITHOUT_BRACKET) ?? [];
  if (named !== undefined) return { from, to: named, tag: `<${tag.toLowerCase()}=${name}>` };
  const [bare, [, bareName = ''] = []] = first(inner, BARE_NAME) ?? [];
  const isDeclared = bare !== undefined && tools.some((tool) => tool.name === bareName);
  return isDeclared ? { from, to: bare, tag: `<function=${bareName}>` } : null;
}

function first(text: string, pattern: RegExp): readonly [number, RegExpExecArray] | null {
  const match = pattern.exec(text);
  return match === null ? null : [match[0].length, match];
}

/** Whether a text that is coming in may still become such a beginning. */
export function isUnfinishedOpener(inner: string, tools: readonly ToolDefinition[]): boolean {
  if (UNFINISHED.some((pattern) => pattern.test(inner))) return true;
  const [, name] = UNFINISHED_NAME.exec(inner) ?? [];
  return name !== undefined && tools.some((tool) => tool.name.startsWith(name));
}

/** A text with a tag in the place of its misspelt beginning. */
export function withOpener(inner: string, tools: readonly ToolDefinition[]): string {
  const opener = misspeltOpener(inner, tools);
  return opener === null ? inner : inner.slice(0, opener.from) + opener.tag + inner.slice(opener.to);
}

/** The same of a text that is coming in. */
export function mendedOpener(inner: Excerpt, tools: readonly ToolDefinition[]): Excerpt {
  const opener = misspeltOpener(inner.text, tools);
  if (opener === null) return inner;
  return Excerpt.join([inner.slice(0, opener.from), Excerpt.own(opener.tag), inner.slice(opener.to)]);
}
