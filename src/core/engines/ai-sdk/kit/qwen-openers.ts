import type { ToolDefinition } from '../../../tools/index.ts';
import { Excerpt } from '../../kit/index.ts';
import type { MisspeltOpeners, Opener } from './release.ts';

export const misspeltOpeners: MisspeltOpeners = {
  find: misspeltOpener,
  isUnfinished: isUnfinishedOpener,
  mended: mendedOpener,
};

/** `<function>NAME</function>` */
const NAME_AS_TEXT = /^\s*<(function|call|tool|invoke)\s*>\s*([A-Za-z_][\w.-]{0,255})\s*<\s*\/\s*\1\s*>/i;
/** `function=NAME>` */
const WITHOUT_BRACKET = /^\s*(function|call|tool|invoke)\s*=\s*"?([A-Za-z_][\w.-]{0,255})"?\s*>?/i;
/** `NAME` of a declared tool, before a line break or a tag */
const BARE_NAME = /^\s*([A-Za-z_][\w.-]{0,255})\s*(?:>[ \t]*)?(?=\r?\n|<)/;

/** What may still become one of them. */
const UNFINISHED = [
  /^\s*<(?:function|call|tool|invoke)$/i,
  /^\s*<(?:function|call|tool|invoke)\s*>\s*(?:[A-Za-z_][\w.-]{0,255}\s*)?(?:<(?:\s*\/(?:\s*[A-Za-z_]{0,12})?)?)?$/i,
  /^\s*(?:function|call|tool|invoke)(?:\s*=\s*"?(?:[A-Za-z_][\w.-]{0,255})?"?)?$/i,
];
const UNFINISHED_NAME = /^\s*([A-Za-z_][\w.-]{0,255})>?$/;

function misspeltOpener(inner: string, tools: readonly ToolDefinition[]): Opener | null {
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

function isUnfinishedOpener(inner: string, tools: readonly ToolDefinition[]): boolean {
  if (UNFINISHED.some((pattern) => pattern.test(inner))) return true;
  const [, name] = UNFINISHED_NAME.exec(inner) ?? [];
  return name !== undefined && tools.some((tool) => tool.name.startsWith(name));
}

/** A text with a tag in the place of its misspelt beginning. */
export function withOpener(inner: string, tools: readonly ToolDefinition[]): string {
  const opener = misspeltOpener(inner, tools);
  return opener === null ? inner : inner.slice(0, opener.from) + opener.tag + inner.slice(opener.to);
}

function mendedOpener(inner: Excerpt, tools: readonly ToolDefinition[]): Excerpt {
  const opener = misspeltOpener(inner.text, tools);
  if (opener === null) return inner;
  return Excerpt.join([inner.slice(0, opener.from), Excerpt.own(opener.tag), inner.slice(opener.to)]);
}
