import { isRegexWord } from '../../text/languages/index.ts';
import { bind } from '../arguments.ts';
import { pythonError, typeError } from '../faults.ts';
import { formatPercent } from '../format/percent.ts';
import type { Filter, Host } from '../host.ts';
import { capitalized } from '../methods/case.ts';
import { padded } from '../methods/string-methods.ts';
import { emptyText, Text } from '../values/text.ts';
import {
  joined,
  lengthOf,
  linesOf,
  recased,
  repeated,
  replaced,
  sliceByIndices,
  stripped,
} from '../values/text-parts.ts';
import { Dict, isText, Tuple, typeName, Undefined, type Value } from '../values/value.ts';
import { strOf } from '../values/write.ts';
import { wrapped } from './wrap.ts';

/** Filters that make texts of texts. */

function recase(name: string, change: (text: string) => string): Filter {
  return (value, args, host) => {
    bind(name, args, []);
    const text = strOf(value, host.budget);
    host.budget.make(text.length);
    return recased(text, change);
  };
}

/** `title` of Jinja2: words begin after a hyphen, a space, or an opening bracket. */
function titled(text: string): string {
  let out = '';
  let isInside = false;
  for (const character of text) {
    const isBorder = /[-\s({[<]/.test(character);
    out += isBorder ? character : isInside ? character.toLowerCase() : character.toUpperCase();
    isInside = !isBorder;
  }
  return out;
}

function indented(value: Value, width: Value, first: boolean, blank: boolean, host: Host): Text {
  if (value instanceof Undefined) throw value.fault();
  if (!isText(value)) throw typeError(`unsupported operand type(s) for +=: '${typeName(value)}' and 'str'`);
  const indention = isText(width) ? width : repeated(Text.computed(' '), widthOf(width), host.budget);
  const newline = Text.computed('\n');
  const lines = linesOf(Text.join([value, newline]));
  let at = 0;
  const parts: Text[] = [];
  for (const [index, line] of lines.entries()) {
    const isIndented = index === 0 ? first : blank || line.length > 0;
    // A line end that is one in the value keeps its origin.
    if (index > 0) parts.push(value.text.charAt(at - 1) === '\n' ? value.slice(at - 1, at) : newline);
    at += line.length + (value.text.startsWith('\r\n', at + line.length) ? 2 : 1);
    if (isIndented) parts.push(indention);
    parts.push(line);
    host.budget.make(line.length + indention.length);
  }
  return Text.join(parts);
}

function widthOf(width: Value): bigint {
  if (typeof width === 'bigint') return width;
  if (typeof width === 'boolean') return width ? 1n : 0n;
  throw typeError(`can't multiply sequence by non-int of type '${typeName(width)}'`);
}

export const textFilters: Readonly<Record<string, Filter>> = {
  upper: recase('do_upper', (text) => text.toUpperCase()),
  lower: recase('do_lower', (text) => text.toLowerCase()),
  capitalize: recase('do_capitalize', capitalized),
  title: recase('do_title', titled),
  trim: (value, args, host) => {
    const characters = bind('do_trim', args, ['chars']).get('chars') ?? null;
    const text = strOf(value, host.budget);
    host.budget.spend(1 + (text.length >> 6));
    if (characters !== null && !isText(characters))
      throw typeError(`strip arg must be None or str, not ${typeName(characters)}`);
    return stripped(text, characters?.text ?? null, 'both').asMarkup(isText(value) && value.isMarkup);
  },
  replace: (value, args, host) => {
    const bound = bind('do_replace', args, ['old!', 'new!', 'count']);
    const [old, replacement] = [
      bound.asText('old', host.budget) ?? emptyText,
      bound.asText('new', host.budget) ?? emptyText,
    ];
    return replaced(strOf(value, host.budget), old.text, replacement, bound.count('count') ?? -1, host.budget);
  },
  indent: (value, args, host) => {
    const bound = bind('do_indent', args, ['width', 'first', 'blank']);
    return indented(value, bound.value('width', 4n), bound.isTrue('first'), bound.isTrue('blank'), host);
  },
  center: (value, args, host) => {
    const width = bind('do_center', args, ['width']).count('width') ?? 80;
    return padded(strOf(value, host.budget), width, Text.computed(' '), 'both', host);
  },
  format: (value, args, host) => {
    const { positional, keywords } = args;
    if (positional.length > 0 && keywords.size > 0) {
      const message = "can't handle positional and keyword arguments at the same time";
      throw pythonError('FilterArgumentError', message);
    }
    if (keywords.size === 0) return formatPercent(strOf(value, host.budget), new Tuple(positional), host.budget);
    const named = new Dict();
    for (const [key, one] of keywords) named.setNamed(Text.computed(key), one);
    return formatPercent(strOf(value, host.budget), named, host.budget);
  },
  truncate: (value, args, host) => {
    const bound = bind('do_truncate', args, ['length', 'killwords', 'end', 'leeway']);
    const length = bound.count('length') ?? 255;
    const end = bound.text('end') ?? Text.computed('...');
    const leeway = bound.count('leeway') ?? 5;
    if (length < lengthOf(end))
      throw pythonError('AssertionError', `expected length >= ${lengthOf(end)}, got ${length}`);
    if (leeway < 0) throw pythonError('AssertionError', `expected leeway >= 0, got ${leeway}`);
    if (!isText(value)) throw typeError(`object of type '${typeName(value)}' has no len()`);
    if (lengthOf(value) <= length + leeway) return value;
    const cut = sliceByIndices(value, 0, length - lengthOf(end), 1);
    const space = bound.isTrue('killwords') ? -1 : cut.text.lastIndexOf(' ');
    host.budget.make(cut.length + end.length);
    return Text.join([space < 0 ? cut : cut.slice(0, space), end]);
  },
  wordwrap: (value, args, host) => {
    const bound = bind('do_wordwrap', args, ['width', 'break_long_words', 'wrapstring', 'break_on_hyphens']);
    if (!isText(value)) throw typeError(`'${typeName(value)}' object has no attribute 'splitlines'`);
    const width = bound.count('width') ?? 79;
    if (width <= 0) throw pythonError('ValueError', `invalid width ${width} (must be > 0)`);
    const style = {
      width,
      breakLong: bound.isTrue('break_long_words', true),
      onHyphens: bound.isTrue('break_on_hyphens', true),
    };
    const separator = bound.text('wrapstring') ?? Text.computed('\n');
    host.budget.make(value.length);
    const paragraphs = linesOf(value).map((line) => joined(separator, wrapped(line, style), host.budget));
    return joined(separator, paragraphs, host.budget);
  },
  wordcount: (value, args, host) => {
    bind('do_wordcount', args, []);
    let count = 0;
    let isInside = false;
    for (const character of strOf(value, host.budget).text) {
      const isWord = isRegexWord(character.codePointAt(0) ?? 0);
      if (isWord && !isInside) count += 1;
      isInside = isWord;
    }
    return BigInt(count);
  },
};
