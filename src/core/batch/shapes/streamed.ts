import { type Assembly, assembleLog } from '../../log/index.ts';
import type { Said } from '../reply.ts';
import { at, fieldsOf, listAt, textAt } from '../values.ts';
import { call } from './calls.ts';

/** Server-sent events, as proxies keep what came. */
const EVENTS = /^\s{0,20}(?:event: ?[\w.]{1,80}\r?\n)?data: ?\{/;
const PIECE = /^(?:message_start|content_block_\w+|response\.\w+)/;

/** What a stream adds up to that a record keeps as it came: as text, or as the list of its pieces. Null for what is none. */
export function saidInStream(value: unknown): Said[] | null {
  const log =
    typeof value === 'string'
      ? EVENTS.test(value) && value
      : Array.isArray(value) && isPiece(value[0]) && JSON.stringify(value);
  return typeof log === 'string' ? saidInAssembly(assembleLog(log)) : null;
}

/** What a stream adds up to; null where it says nothing. */
export function saidInAssembly({ text, calls }: Assembly): Said[] | null {
  if (text === null && calls.length === 0) return null;
  const made = calls.map(({ name, argumentsText }) => call(name, argumentsText));
  return [{ text, calls: made.length === 0 ? null : made }];
}

function isPiece(value: unknown): boolean {
  const fields = fieldsOf(value);
  const [choice] = listAt(fields, 'choices');
  return fieldsOf(at(fieldsOf(choice), 'delta')) !== null || PIECE.test(textAt(fields, 'type') ?? '');
}
