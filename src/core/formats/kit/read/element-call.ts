import type { Payload, RejectCode } from '../../../trace/index.ts';
import { valueToText } from '../../../text/json/index.ts';
import type { FormatRejectCode } from './codes.ts';
import type { Block } from './block.ts';
import { coerce } from './coerce.ts';
import { elementsIn } from './elements.ts';
import { encodedObject } from './encoded.ts';
import { find, lookingAt, skipSpace, type Resumable } from './resumable.ts';

/** `<invoke><tool_name>N</tool_name><parameters><K>V</K>…</parameters></invoke>`: every part is an element, or the arguments are JSON. */
interface ElementCall {
  /** Without an element for the call: '' and the end of the values. */
  readonly call: readonly [open: string, close: string];
  /** The element that holds the name, and the one around the values. */
  readonly name: string;
  /** '' if the values are beside the name. */
  readonly values: string;
  /** The wrapper's closer. */
  readonly close: string;
  /** Whether no prompt has this element for a call. */
  readonly isInvented?: boolean;
}

export function elementCall({
  call: [open, close],
  name,
  values,
  close: wrapperClose,
  isInvented = false,
}: ElementCall): (block: Block) => Resumable<number> {
  const begin = open === '' ? `<${name}>` : open;
  return function* read(block) {
    const { source } = block;
    let at = block.at;
    for (;;) {
      const next = yield* skipSpace(source, at);
      if (yield* lookingAt(source, next, wrapperClose)) return block.end(block.closer(wrapperClose, next));
      if (!(yield* lookingAt(source, next, begin))) return block.end(at);
      const end = yield* find(source, close, next);
      if (end < 0) {
        block.cut(null, next);
        return block.end(source.length);
      }
      const to = end + close.length;
      const parts = partsOf(block, next + open.length, open === '' ? to : end, name, values);
      if (typeof parts === 'string') block.malformed(parts, { from: next, to });
      else {
        const inserted = `{"name": ${valueToText(parts.name)}, "arguments": ${parts.argumentsText}}`;
        if (isInvented) block.rec.repair('invented-form', { from: next, to }, inserted);
        block.call(parts, { from: next, to });
      }
      at = to;
    }
  };
}

function partsOf(
  block: Block,
  from: number,
  to: number,
  name: string,
  values: string,
): Payload | RejectCode | FormatRejectCode {
  const text = block.source.slice(from, to);
  const named = inside(text, name, 0);
  if (named === null || named.text.trim() === '') return 'missing-name';
  const nameSpan = { from: from + named.from, to: from + named.to };
  block.rec.read('name', nameSpan);
  const called = named.text.trim();
  const list = inside(text, values, named.to);
  const object = list?.text.trim().startsWith('{') === true ? encodedObject(list.text) : null;
  if (list !== null && object !== null)
    return {
      name: called,
      nameSpan,
      argumentsText: object,
      argumentsSpan: { from: from + list.from, to: from + list.to },
    };
  const declared = block.tools.parameters(called);
  // Beside the name, what is after the values is no part of them.
  const { children, isMixed, missing } = elementsIn(
    list?.text ?? text.slice(named.to + name.length + 3),
    list === null ? [] : declared,
  );
  if (isMixed || list === null) {
    const areBeside = values === '' && !isMixed && children.every(({ key }) => declared.includes(key));
    // Unreadable arguments are not the same as no arguments.
    if (children.length > 0 ? list === null && !areBeside : isMixed) return 'markup-not-followed';
    if (list !== null) block.rec.reject('markup-not-followed', { from: from + list.from, to: from + list.to });
  }
  for (const { at, tag, other } of missing) {
    const place = from + (list?.from ?? 0) + at;
    block.rec.repair(other > 0 ? 'wrong-marker' : 'missing-marker', { from: place, to: place + other }, tag);
  }
  const members: string[] = [];
  const seen = new Set<string>();
  for (const child of children) {
    if (seen.has(child.key)) continue;
    seen.add(child.key);
    const { json } = coerce(child.text, block.tools.parameter(called, child.key), block.tools.schema(called));
    members.push(`${valueToText(child.key)}:${json}`);
  }
  return {
    name: called,
    nameSpan,
    argumentsText: `{${members.join(',')}}`,
    argumentsSpan:
      members.length === 0
        ? null
        : { from: from + (list?.from ?? named.to + name.length + 3), to: from + (list?.to ?? text.length) },
  };
}

function inside(text: string, name: string, from: number): { text: string; from: number; to: number } | null {
  const open = text.indexOf(`<${name}>`, from);
  if (open < 0) return null;
  const start = open + name.length + 2;
  const end = text.lastIndexOf(`</${name}>`);
  return end < start ? null : { text: text.slice(start, end), from: start, to: end };
}
