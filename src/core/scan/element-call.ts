import type { Payload } from '../extracted-call.ts';
import { valueToText } from '../json/writer.ts';
import type { Block } from './block.ts';
import { coerce } from './coerce.ts';
import { find, lookingAt, skipSpace, type Wait } from './waiting.ts';

/** `<invoke><tool_name>N</tool_name><parameters><K>V</K>…</parameters></invoke>`: every part is an element. */
export interface ElementCall {
  readonly call: readonly [open: string, close: string];
  /** The element that holds the name, and the one around the values. */
  readonly name: string;
  readonly values: string;
  /** The wrapper's closer. */
  readonly close: string;
}

export function elementCall({
  call: [open, close],
  name,
  values,
  close: wrapperClose,
}: ElementCall): (block: Block) => Wait<number> {
  return function* read(block) {
    const { source } = block;
    let at = block.at;
    for (;;) {
      const next = yield* skipSpace(source, at);
      if (yield* lookingAt(source, next, wrapperClose)) return block.end(block.closer(wrapperClose, next));
      if (!(yield* lookingAt(source, next, open))) return block.end(at);
      const end = yield* find(source, close, next);
      if (end < 0) {
        block.cut(null, next);
        return block.end(source.length);
      }
      const to = end + close.length;
      const parts = partsOf(block, next + open.length, end, name, values);
      if (parts === null) block.malformed('missing-name', { from: next, to });
      else block.call(parts, { from: next, to });
      at = to;
    }
  };
}

function partsOf(block: Block, from: number, to: number, name: string, values: string): Payload | null {
  const text = block.source.slice(from, to);
  const named = inside(text, name, 0);
  if (named === null || named.text.trim() === '') return null;
  const nameSpan = { from: from + named.from, to: from + named.to };
  block.rec.read('name', nameSpan);
  const called = named.text.trim();
  const list = inside(text, values, named.to);
  const members: string[] = [];
  const seen = new Set<string>();
  for (const child of list === null ? [] : childrenOf(list.text)) {
    if (seen.has(child.key)) continue;
    seen.add(child.key);
    const { json } = coerce(child.text, block.tools.parameter(called, child.key), block.tools.schema(called));
    members.push(`${valueToText(child.key)}:${json}`);
  }
  return {
    name: called,
    nameSpan,
    argumentsText: `{${members.join(',')}}`,
    argumentsSpan: list === null || members.length === 0 ? null : { from: from + list.from, to: from + list.to },
  };
}

function inside(text: string, name: string, from: number): { text: string; from: number; to: number } | null {
  const open = text.indexOf(`<${name}>`, from);
  if (open < 0) return null;
  const start = open + name.length + 2;
  const end = text.lastIndexOf(`</${name}>`);
  return end < start ? null : { text: text.slice(start, end), from: start, to: end };
}

interface Child {
  readonly key: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The elements of a text, one level deep: `<K>V</K>`. Text between them is passed over. */
export function childrenOf(text: string): readonly Child[] {
  return elementsIn(text).children;
}

/** Where the element begins that the text leaves open, or null. */
export function openChild(text: string): number | null {
  return elementsIn(text).open;
}

function elementsIn(text: string): { children: readonly Child[]; open: number | null } {
  const children: Child[] = [];
  const opener = /<([\p{L}_][\p{L}\p{N}_.-]*)\s*(\/?)>/gu;
  for (let found = opener.exec(text); found !== null; found = opener.exec(text)) {
    const key = found[1] ?? '';
    const from = found.index + found[0].length;
    if (found[2] === '/') {
      children.push({ key, text: '', from, to: from });
      continue;
    }
    const to = text.indexOf(`</${key}>`, from);
    if (to < 0) return { children, open: found.index };
    children.push({ key, text: text.slice(from, to), from, to });
    opener.lastIndex = to + key.length + 3;
  }
  return { children, open: null };
}
