import { pythonRepr } from '../../text/languages/index.ts';
import type { Budget } from '../budget.ts';
import { pythonError } from '../faults.ts';
import { nowhere, Text, TextBuilder, emptyText, type Place, type RunOrigin } from './text.ts';
import {
  Callable,
  Dict,
  DictView,
  isText,
  List,
  Namespace,
  Once,
  Range,
  Thing,
  Tuple,
  Undefined,
  type Value,
} from './value.ts';

/** `str` and `repr` of values; what comes from a value keeps its place. */

/** `str(value)`. @throws TemplateFault for an int of more than 4300 digits */
export function strOf(value: Value, budget: Budget): Text {
  if (isText(value)) return value.isMarkup ? value.asMarkup(false) : value;
  if (value instanceof Undefined) return emptyText;
  if (value instanceof Thing) return reprOf(value, budget);
  return Text.computed(scalarRepr(value));
}

/** `repr(value)`. */
export function reprOf(value: Value, budget: Budget): Text {
  const out = new TextBuilder();
  writeRepr(out, value, nowhere, null, budget);
  return out.text();
}

/** None, a bool or a number as Python prints it. */
export function scalarRepr(value: null | boolean | bigint | number): string {
  if (typeof value === 'bigint') checkDigits(value);
  return pythonRepr(value);
}

/** The smallest int that `str` refuses. */
const TOO_MANY_DIGITS = 10n ** 4300n;

function checkDigits(value: bigint): void {
  if (value < TOO_MANY_DIGITS && value > -TOO_MANY_DIGITS) return;
  throw pythonError('ValueError', 'Exceeds the limit (4300 digits) for integer string conversion');
}

/** What brackets, commas and quotes of a container come from. */
export function structureOf(place: Place | null, outer: RunOrigin): RunOrigin {
  return place === null ? outer : { kind: 'value', place, part: 'structure', from: 0, to: 0, written: 'as-is' };
}

/** @param place the value's own, where it is a scalar inside of a container that has one */
function writeRepr(out: TextBuilder, value: Value, outer: RunOrigin, place: Place | null, budget: Budget): void {
  budget.spend(1);
  if (isText(value)) {
    budget.make(value.length + 2);
    if (value.isMarkup) {
      out.write('Markup(', outer);
      writeTextRepr(out, value, outer);
      out.write(')', outer);
    } else writeTextRepr(out, value, outer);
    return;
  }
  if (!(value instanceof Thing)) {
    const text = scalarRepr(value);
    out.write(
      text,
      place === null ? outer : { kind: 'value', place, part: 'text', from: 0, to: text.length, written: 'as-is' },
    );
    return;
  }
  if (value instanceof List) {
    const own = structureOf(value.place, outer);
    writeItems(out, value.items, '[', ']', own, value.place, budget);
  } else if (value instanceof Tuple) {
    writeItems(out, value.items, '(', value.items.length === 1 ? ',)' : ')', outer, null, budget);
  } else if (value instanceof Dict) {
    const own = structureOf(value.place, outer);
    out.write('{', own);
    for (const [index, [key, item]] of value.entries().entries()) {
      if (index > 0) out.write(', ', own);
      writeRepr(out, key, own, null, budget);
      out.write(': ', own);
      const itemPlace = value.place === null || !isText(key) ? null : { parent: value.place, key: key.text };
      writeRepr(out, item, own, itemPlace, budget);
    }
    out.write('}', own);
  } else if (value instanceof DictView) {
    out.write(`${value.type}(`, outer);
    writeItems(out, value.items(), '[', ']', outer, null, budget);
    out.write(')', outer);
  } else if (value instanceof Namespace) {
    const dict = new Dict();
    for (const [name, item] of value.attributes) dict.setNamed(Text.computed(name), item);
    out.write('<Namespace ', outer);
    writeRepr(out, dict, outer, null, budget);
    out.write('>', outer);
  } else out.write(labelOf(value), outer);
}

function writeItems(
  out: TextBuilder,
  items: readonly Value[],
  open: string,
  close: string,
  origin: RunOrigin,
  place: Place | null,
  budget: Budget,
): void {
  out.write(open, origin);
  for (const [index, item] of items.entries()) {
    if (index > 0) out.write(', ', origin);
    writeRepr(out, item, origin, place === null ? null : { parent: place, key: index }, budget);
  }
  out.write(close, origin);
}

/** An address as Python would write one; there it differs each time. */
const ADDRESS = 'at 0x7f0000000000>';

function labelOf(value: Thing): string {
  if (value instanceof Undefined) return 'Undefined';
  if (value instanceof Range) {
    const { start, stop, step } = value;
    return step === 1n ? `range(${start}, ${stop})` : `range(${start}, ${stop}, ${step})`;
  }
  if (value instanceof Callable && value.type === 'Macro') return `${value.label}>`;
  if (value instanceof Callable && value.type === 'type') return `${value.label}>`;
  if (value instanceof Callable || value instanceof Once) return `${value.label} ${ADDRESS}`;
  return 'label' in value && typeof value.label === 'string' ? value.label : `<${value.type} object ${ADDRESS}`;
}

/** Characters that `repr` of a str may write otherwise. */
const SPECIAL = /[^ !#-&(-[\]-~]/gu;

function writeTextRepr(out: TextBuilder, value: Text, outer: RunOrigin): void {
  const { text } = value;
  const quote = pythonRepr(text).charAt(0);
  const quotes = quotesOf(value, outer);
  out.write(quote, quotes);
  writeEscaped(out, value, SPECIAL, 'python', (character) =>
    character === quote || character === '\\' ? `\\${character}` : characterRepr(character),
  );
  out.write(quote, quotes);
}

function characterRepr(character: string): string {
  return character === "'" || character === '"' ? character : pythonRepr(character).slice(1, -1);
}

/** Quotes belong to the value that they enclose; those of a key to the dict. */
export function quotesOf(value: Text, outer: RunOrigin): RunOrigin {
  const origin = value.runs()[0]?.origin;
  return origin?.kind === 'value' && origin.part === 'text' ? structureOf(origin.place, outer) : outer;
}

/** A text with some characters written as escapes, each of which is a run of its own. */
export function writeEscaped(
  out: TextBuilder,
  value: Text,
  special: RegExp,
  written: 'json' | 'python',
  escape: (character: string) => string,
): void {
  const { text } = value;
  let copied = 0;
  for (const { 0: character, index } of text.matchAll(special)) {
    const escaped = escape(character);
    if (escaped === character) continue;
    if (index > copied) out.add(value.slice(copied, index));
    copied = index + character.length;
    const origin = value.slice(index, copied).runs()[0]?.origin ?? nowhere;
    out.write(escaped, origin === nowhere || origin.kind === 'computed' ? origin : { ...origin, written });
  }
  out.add(copied === 0 ? value : value.slice(copied, text.length));
}
