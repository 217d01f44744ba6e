import {
  at,
  firstAt,
  itemsOf,
  placeOf,
  type Said,
  saidIn,
  slice,
  type Source,
  stringAt,
  stringOf,
} from '../../index.ts';
import type { GivenResult } from '../evidence.ts';

/** What came of a call, as clients send it back and keep it. */
export function resultOf(item: Source): GivenResult {
  const inner = firstAt(item, ['toolResult', 'tool_result']) ?? item;
  const given = firstAt(inner, [
    'content',
    'output',
    'result',
    'response',
    'responseData',
    'error',
    'value',
    'errorText',
    'Ok',
    'Err',
  ]);
  const said = saidIn(given) ?? joined(given) ?? { text: '', span: placeOf(item) };
  const status = stringAt(inner, 'status');
  const isError =
    at(item, 'is_error')?.node.kind === 'true' ||
    at(item, 'isError')?.node.kind === 'true' ||
    stringAt(item, 'type') === 'tool-error' ||
    status === 'error' ||
    firstAt(inner, ['error', 'Err']) !== null;
  const id = firstAt(item, ['tool_use_id', 'tool_call_id', 'call_id', 'toolCallId', 'toolUseId', 'id']);
  return { ...said, id: stringOf(id), isError };
}

/** The texts of a list of parts, or a value as it is written. */
function joined(value: Source | null): Said | null {
  if (value === null) return null;
  const texts = itemsOf(value).flatMap(
    (item) => stringOf(item) ?? stringAt(item, 'text') ?? stringAt(item, 'content') ?? [],
  );
  return { text: texts.length > 0 ? texts.join('\n') : slice(value), span: placeOf(value) };
}
