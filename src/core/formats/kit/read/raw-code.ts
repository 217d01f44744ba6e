import { isAsciiSpace, type Span } from '../../../text/document/index.ts';
import { valueToText } from '../../../text/json/index.ts';
import type { Block } from './block.ts';
import { textUntil } from './text-until.ts';
import type { ToolIndex } from './tool-index.ts';
import type { Resumable } from './resumable.ts';

/** The names under which an interpreter is declared. */
const INTERPRETERS = ['python', 'ipython', 'code_interpreter', 'interpreter'];

export function interpreterIn(tools: ToolIndex): string | null {
  return INTERPRETERS.find((name) => tools.has(name)) ?? null;
}

/**
 * Reads the text up to one of `close`, or to the end, as code for the declared interpreter. `nameSpan` is the marker that
 * announces code.
 */
export function* rawCode(block: Block, nameSpan: Span, from: number, close: readonly string[]): Resumable<number> {
  const { source, tools, rec } = block;
  const name = interpreterIn(tools);
  if (name === null) return block.refuse('undeclared-bare-name', block.at);
  const end = yield* textUntil(source, from, close, Infinity);
  let start = from;
  let to = end.to;
  while (start < to && isAsciiSpace(source.code(start))) start += 1;
  while (to > start && isAsciiSpace(source.code(to - 1))) to -= 1;
  const span = { from: start, to };
  rec.read('name', nameSpan);
  if (end.literal === null && start === to) {
    block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, nameSpan.from, end.to);
    return block.end(end.to);
  }
  rec.read('value', span);
  const key = tools.parameters(name)[0] ?? 'code';
  const argumentsText = `{${valueToText(key)}:${valueToText(source.slice(start, to))}}`;
  block.call({ name, nameSpan, argumentsText, argumentsSpan: span }, { from: nameSpan.from, to: Math.max(to, from) });
  if (end.literal !== null) return block.end(block.closer(end.literal, end.to));
  rec.quirk('closer-missing', { from: to, to });
  return block.end(end.to);
}
