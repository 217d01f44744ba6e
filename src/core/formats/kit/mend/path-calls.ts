import { valueToText } from '../../../text/json/index.ts';
import type { Block } from '../read/block.ts';
import { coerce } from '../read/coerce.ts';
import type { Opener } from '../read/opener.ts';
import { trimmed } from '../read/raw-values.ts';
import { lineEnd, oneOf, skipSpace, type Resumable } from '../read/resumable.ts';
import { textUntil } from '../read/text-until.ts';
import type { ToolIndex } from '../read/tool-index.ts';
import { turnEndIn } from '../read/turn-end.ts';
import { endsReply } from '../read/words-around.ts';

const LONGEST_VALUE = 10_000;

/** Openers for a call that is a path of a declared tool and its parameter, on a line of its own. */
export function pathOpeners(tools: ToolIndex): readonly Opener[] {
  return pathsOf(tools).map((text) => ({ text, atLineStart: true }));
}

/** Whether an opener is one of these. */
export function isPathOpener(opener: string): boolean {
  return /^[^<]+\/[^<]+>$/.test(opener);
}

function pathsOf(tools: ToolIndex): string[] {
  return tools.names.flatMap((name) => tools.parameters(name).map((key) => `${name}/${key}>`));
}

/**
 * Reads a tool, its parameter and the value on one line. The reply must be such lines alone: shells and paths look alike.
 *
 *     ring_bell/times>2
 *               ^ block.at is after the sign
 */
export function* pathCall(block: Block): Resumable<number> {
  const { source, tools, rec, from, at, opener } = block;
  const lineTo = yield* lineEnd(source, at);
  const turnTo = turnEndIn(source.slice(at, lineTo));
  const to = turnTo < 0 ? lineTo : at + turnTo;
  const span = trimmed(block, at, to);
  const next = yield* skipSpace(source, to);
  const last = rec.calls.at(-1)?.span.to ?? -1;
  const isFirst = block.startsReply || (last >= 0 && source.slice(last, from).trim() === '');
  const isMore = isFirst && (yield* oneOf(source, next, pathsOf(tools))) !== null;
  if (!isFirst || span.from >= span.to || !(isMore || (yield* endsReply(source, next))))
    return block.refuse('markup-not-followed', at);
  const name =
    tools.names.find(
      (one) => opener.startsWith(`${one}/`) && tools.parameters(one).includes(opener.slice(one.length + 1, -1)),
    ) ?? '';
  makeCall(block, { name, key: opener.slice(name.length + 1, -1), nameFrom: from }, span, span.to);
  return block.end(span.to);
}

/**
 * Reads the value of the only parameter after the name and a sign, up to the closer of the call; null where the tool has several.
 *
 *     <tool_call>ring_bell>2</tool_call>
 *                ^ nameFrom ^ after the sign
 */
export function* valueAfterSign(block: Block, name: string, close: string): Resumable<number | null> {
  const { source, tools, at } = block;
  const [key, ...others] = tools.parameters(name);
  if (key === undefined || others.length > 0) return null;
  const nameFrom = yield* skipSpace(source, at);
  const from = nameFrom + name.length + 1;
  const end = yield* textUntil(source, from, [close, '<tool_call', '\n\n'], LONGEST_VALUE);
  const span = trimmed(block, from, end.to);
  if (end.literal !== close || span.from >= span.to) return null;
  makeCall(block, { name, key, nameFrom }, span, span.to);
  return block.end(block.closer(close, end.to));
}

function makeCall(
  block: Block,
  { name, key, nameFrom }: { readonly name: string; readonly key: string; readonly nameFrom: number },
  value: { readonly from: number; readonly to: number },
  to: number,
): void {
  const { tools, rec, source } = block;
  const text = source.slice(value.from, value.to);
  const { json } = coerce(text, tools.parameter(name, key), tools.schema(name));
  const argumentsText = `{${valueToText(key)}:${json}}`;
  const nameSpan = { from: nameFrom, to: nameFrom + name.length };
  rec.repair('invented-form', { from: nameFrom, to }, `{"name": ${valueToText(name)}, "arguments": ${argumentsText}}`);
  rec.read('name', nameSpan);
  block.call({ name, nameSpan, argumentsText, argumentsSpan: value }, { from: nameFrom, to });
}
