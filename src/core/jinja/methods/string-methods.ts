import { bind, type Bound } from '../arguments.ts';
import { pythonError, typeError, unsupported } from '../faults.ts';
import { formatBraces } from '../format/braces.ts';
import type { Host } from '../host.ts';
import { decimalValue, isNamePart, isNameStart, isPrintableCode, isPythonSpace } from '../../text/languages/index.ts';
import { iterate } from '../values/iterate.ts';
import { emptyText, Text } from '../values/text.ts';
import {
  charactersOf,
  joined,
  lengthOf,
  linesOf,
  repeated,
  replaced,
  recased,
  sliceByIndices,
  splitAt,
  splitAtSpace,
  stripped,
} from '../values/text-parts.ts';
import { Dict, isText, List, Tuple, typeName, type CallArguments, type Value } from '../values/value.ts';
import { capitalized, isCased, swappedCase, titled } from './case.ts';

/** The methods of Python's str. */

export type StringMethod = (self: Text, args: CallArguments, host: Host) => Value;

/** The methods whose arguments may be given by name. */
const withKeywords: ReadonlySet<string> = new Set(['split', 'rsplit', 'splitlines', 'expandtabs']);

/** A method whose arguments have names. */
function method(names: string, run: (self: Text, args: Bound, host: Host) => Value): (name: string) => StringMethod {
  const parameters = names === '' ? [] : names.split(' ');
  return (name) => (self, args, host) => {
    if (args.keywords.size > 0 && !withKeywords.has(name)) throw typeError(`str.${name}() takes no keyword arguments`);
    host.budget.spend(1 + (self.length >> 6));
    return run(self, bind(name, args, parameters), host);
  };
}

function strip(sides: 'both' | 'left' | 'right'): (name: string) => StringMethod {
  return method('chars', (self, args) => stripped(self, charactersToStrip(args), sides));
}

function charactersToStrip(args: Bound): string | null {
  const value = args.get('chars');
  if (value === undefined || value === null) return null;
  if (isText(value)) return value.text;
  throw typeError(`strip arg must be None or str, not ${typeName(value)}`);
}

function split(fromRight: boolean): (name: string) => StringMethod {
  return method('sep maxsplit', (self, args, host) => {
    const separator = args.get('sep');
    const most = args.count('maxsplit') ?? -1;
    const parts =
      separator === undefined || separator === null
        ? splitAtSpace(self, most, fromRight)
        : splitAt(self, separatorOf(separator), most, fromRight);
    host.budget.spend(parts.length);
    return new List(parts);
  });
}

function separatorOf(value: Value): string {
  if (!isText(value)) throw typeError(`must be str or None, not ${typeName(value)}`);
  if (value.text === '') throw pythonError('ValueError', 'empty separator');
  return value.text;
}

function partition(fromRight: boolean): (name: string) => StringMethod {
  return method('sep!', (self, args) => {
    const separator = separatorOf(args.value('sep', null));
    const at = fromRight ? self.text.lastIndexOf(separator) : self.text.indexOf(separator);
    if (at < 0) return new Tuple(fromRight ? [emptyText, emptyText, self] : [self, emptyText, emptyText]);
    const to = at + separator.length;
    return new Tuple([self.slice(0, at), self.slice(at, to), self.slice(to, self.length)]);
  });
}

/** The part that `start` and `end` of a search mean. */
function area(self: Text, args: Bound): { readonly part: Text; readonly from: number; readonly isPast: boolean } {
  const length = lengthOf(self);
  const place = (value: number | undefined, missing: number): number =>
    value === undefined ? missing : value < 0 ? Math.max(value + length, 0) : value;
  const from = place(args.count('start'), 0);
  const to = Math.min(place(args.count('end'), length), length);
  return { part: sliceByIndices(self, from, Math.max(to - from, 0), 1), from, isPast: from > length };
}

function find(fromRight: boolean, isStrict: boolean): (name: string) => StringMethod {
  return method('sub! start end', (self, args) => {
    const wanted = textArgument(args, 'sub');
    const { part, from, isPast } = area(self, args);
    const at = fromRight ? part.text.lastIndexOf(wanted) : part.text.indexOf(wanted);
    if (at >= 0 && !isPast) return BigInt(from + lengthOf(part.slice(0, at)));
    if (isStrict) throw pythonError('ValueError', 'substring not found');
    return -1n;
  });
}

function textArgument(args: Bound, name: string): string {
  const value = args.value(name, null);
  if (isText(value)) return value.text;
  throw typeError(`must be str, not ${typeName(value)}`);
}

function ends(test: (text: string, affix: string) => boolean): (name: string) => StringMethod {
  return (name) =>
    method('prefix! start end', (self, args) => {
      const value = args.value('prefix', null);
      const { part, isPast } = area(self, args);
      const affixes = value instanceof Tuple ? value.items : [value];
      for (const affix of affixes) {
        if (isText(affix)) continue;
        throw typeError(`${name} first arg must be str or a tuple of str, not ${typeName(affix)}`);
      }
      return affixes.some((affix) => isText(affix) && !isPast && test(part.text, affix.text));
    })(name);
}

function pad(side: 'left' | 'right' | 'both'): (name: string) => StringMethod {
  return method('width! fillchar', (self, args, host) => {
    const fill = args.text('fillchar') ?? Text.computed(' ');
    if (lengthOf(fill) !== 1) throw typeError('The fill character must be exactly one character long');
    return padded(self, args.count('width') ?? 0, fill, side, host);
  });
}

export function padded(self: Text, width: number, fill: Text, side: 'left' | 'right' | 'both', host: Host): Text {
  const missing = width - lengthOf(self);
  if (missing <= 0) return self.slice(0, self.length);
  const left = side === 'right' ? 0 : side === 'left' ? missing : Math.floor(missing / 2) + (missing & width & 1);
  const filled = (count: number): Text => repeated(fill, BigInt(count), host.budget);
  return Text.join([filled(left), self, filled(missing - left)]);
}

function recase(change: (text: string) => string): (name: string) => StringMethod {
  return method('', (self, _args, host) => {
    host.budget.make(self.length);
    return recased(self, change);
  });
}

/** `isalpha` and its like: all characters, and at least one. */
function every(test: (code: number, character: string) => boolean, whenEmpty = false): (name: string) => StringMethod {
  return method('', (self) => {
    if (self.length === 0) return whenEmpty;
    for (const character of self.text) if (!test(character.codePointAt(0) ?? 0, character)) return false;
    return true;
  });
}

const format: (name: string) => StringMethod = () => (self, args, host) => formatBraces(self, args, host);

const table: Readonly<Record<string, (name: string) => StringMethod>> = {
  strip: strip('both'),
  lstrip: strip('left'),
  rstrip: strip('right'),
  split: split(false),
  rsplit: split(true),
  partition: partition(false),
  rpartition: partition(true),
  splitlines: method('keepends', (self, args) => new List(linesOf(self, args.isTrue('keepends')))),
  replace: method('old! new! count', (self, args, host) => {
    const old = textArgument(args, 'old');
    textArgument(args, 'new');
    return replaced(self, old, args.text('new') ?? emptyText, args.count('count') ?? -1, host.budget);
  }),
  join: method('iterable!', (self, args, host) => {
    const parts: Text[] = [];
    for (const part of iterate(args.value('iterable', null), host.budget)) {
      if (!isText(part))
        throw typeError(`sequence item ${parts.length}: expected str instance, ${typeName(part)} found`);
      parts.push(part);
    }
    return joined(self, parts, host.budget);
  }),
  startswith: ends((text, affix) => text.startsWith(affix)),
  endswith: ends((text, affix) => text.endsWith(affix)),
  removeprefix: method('prefix!', (self, args) => {
    const prefix = textArgument(args, 'prefix');
    return self.slice(self.text.startsWith(prefix) ? prefix.length : 0, self.length);
  }),
  removesuffix: method('suffix!', (self, args) => {
    const suffix = textArgument(args, 'suffix');
    return self.slice(0, suffix !== '' && self.text.endsWith(suffix) ? self.length - suffix.length : self.length);
  }),
  find: find(false, false),
  rfind: find(true, false),
  index: find(false, true),
  rindex: find(true, true),
  count: method('sub! start end', (self, args) => {
    const wanted = textArgument(args, 'sub');
    const { part, isPast } = area(self, args);
    if (isPast) return 0n;
    return BigInt(wanted === '' ? lengthOf(part) + 1 : splitAt(part, wanted, -1).length - 1);
  }),
  upper: recase((text) => text.toUpperCase()),
  lower: recase((text) => text.toLowerCase()),
  casefold: recase((text) => text.toUpperCase().toLowerCase()),
  capitalize: recase(capitalized),
  title: recase(titled),
  swapcase: recase(swappedCase),
  center: pad('both'),
  ljust: pad('right'),
  rjust: pad('left'),
  zfill: method('width!', (self, args, host) => {
    const isSigned = /^[+-]/.test(self.text) ? 1 : 0;
    const zero = Text.computed('0');
    const width = (args.count('width') ?? 0) - isSigned;
    return Text.join([self.slice(0, isSigned), padded(self.slice(isSigned, self.length), width, zero, 'left', host)]);
  }),
  expandtabs: method('tabsize', (self, args, host) => {
    const size = args.count('tabsize') ?? 8;
    const parts: Text[] = [];
    let column = 0;
    for (const character of charactersOf(self)) {
      const spaces = size > 0 ? size - (column % size) : 0;
      const isTab = character.text === '\t';
      parts.push(isTab ? repeated(Text.computed(' '), BigInt(spaces), host.budget) : character);
      column = character.text === '\n' || character.text === '\r' ? 0 : column + (isTab ? spaces : 1);
    }
    return Text.join(parts);
  }),
  isalpha: every((_code, character) => /\p{L}/u.test(character)),
  isalnum: every((_code, character) => /[\p{L}\p{N}]/u.test(character)),
  isdigit: every(
    (code, character) =>
      decimalValue(code) >= 0 || /[\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089\u2460-\u2468]/.test(character),
  ),
  isdecimal: every((code) => decimalValue(code) >= 0),
  isnumeric: every((_code, character) => /\p{N}/u.test(character)),
  isspace: every((code) => isPythonSpace(code)),
  isascii: every((code) => code < 0x80, true),
  isprintable: every((code) => isPrintableCode(code), true),
  isidentifier: method('', (self) => {
    const codes = Array.from(self.text, (character) => character.codePointAt(0) ?? 0);
    return codes.length > 0 && codes.every((code, index) => (index === 0 ? isNameStart(code) : isNamePart(code)));
  }),
  islower: method('', (self) => isCased(self.text, 'lower')),
  isupper: method('', (self) => isCased(self.text, 'upper')),
  istitle: method('', (self) => /\p{L}/u.test(self.text) && titled(self.text) === self.text),
  format,
  format_map: () => (self, args, host) => {
    const mapping = bind('format_map', args, ['mapping!']).value('mapping', null);
    return formatBraces(self, { positional: [], keywords: keywordsOf(mapping) }, host);
  },
  encode: () => () => {
    throw unsupported('`str.encode`');
  },
  translate: () => () => {
    throw unsupported('`str.translate`');
  },
  maketrans: () => () => {
    throw unsupported('`str.maketrans`');
  },
};

function keywordsOf(mapping: Value): ReadonlyMap<string, Value> {
  const keywords = new Map<string, Value>();
  if (!(mapping instanceof Dict)) return keywords;
  for (const [key, value] of mapping.entries()) if (isText(key)) keywords.set(key.text, value);
  return keywords;
}

export const stringMethods: ReadonlyMap<string, StringMethod> = new Map(
  Object.entries(table).map(([name, make]) => [name, make(name)] as const),
);
