import { valueToText } from '../../../text/json/index.ts';
import type { Block } from '../read/block.ts';
import { coerce } from '../read/coerce.ts';
import { trimmed } from '../read/raw-values.ts';
import { skipSpace, type Resumable } from '../read/resumable.ts';
import { textUntil } from '../read/text-until.ts';

const LONGEST_VALUE = 10_000;

/**
 * Reads the value of the only parameter after the name and a sign, up to the closer of the call; null where the tool has several.
 *
 *     <tool_call>ring_bell>2</tool_call>
 *                ^ nameFrom ^ after the sign
 */
export function* valueAfterSign(block: Block, name: string, close: string): Resumable<number | null> {
  const { source, tools, rec, at } = block;
  const [key, ...others] = tools.parameters(name);
  if (key === undefined || others.length > 0) return null;
  const nameFrom = yield* skipSpace(source, at);
  const from = nameFrom + name.length + 1;
  const end = yield* textUntil(source, from, [close, '<tool_call', '\n\n'], LONGEST_VALUE);
  const span = trimmed(block, from, end.to);
  if (end.literal !== close || span.from >= span.to) return null;
  const { json } = coerce(source.slice(span.from, span.to), tools.parameter(name, key), tools.schema(name));
  const argumentsText = `{${valueToText(key)}:${json}}`;
  const nameSpan = { from: nameFrom, to: nameFrom + name.length };
  const form = `{"name": ${valueToText(name)}, "arguments": ${argumentsText}}`;
  rec.repair('invented-form', { from: nameFrom, to: span.to }, form);
  rec.read('name', nameSpan);
  block.call({ name, nameSpan, argumentsText, argumentsSpan: span }, { from: nameFrom, to: span.to });
  return block.end(block.closer(close, end.to));
}
