import type { Block } from '../read/block.ts';
import { encodedCalls, makeEncodedCalls } from './odd-items.ts';
import type { Opener } from '../read/opener.ts';
import { readJsonPayload } from '../read/json-payload.ts';
import { endsReply } from '../read/words-around.ts';
import { skipSpace, type Resumable } from '../read/resumable.ts';

/** The beginning of a JSON string that holds an object or a list. */
export const encodedOpeners: readonly Opener[] = [
  { text: '"{', atLineStart: true, next: /^\\/ },
  { text: '"[', atLineStart: true, next: /^\{[ \n]?\\/ },
  { text: '"\\"', atLineStart: true, next: /^[{[\\]/ },
];

/** A name as it is written in such a string. */
const NAME = /\\+"(?:name|tool|function)\\+" ?: ?\\+"([^"\\]+)\\/;
const LONGEST_HEAD = 400;

/**
 * Reads a reply that is one JSON string which holds calls. If tools are declared, the calls must have their names.
 *
 *     "{\"name\": \"ring_bell\", \"arguments\": {}}"
 *     ^ block.from                                  ^ the end of the turn
 */
export function* readEncodedReply(block: Block): Resumable<number> {
  const { source, tools, from } = block;
  if (!block.startsReply) return block.refuse('inside-a-line', from + 1);
  const payload = yield* readJsonPayload(source, from, []);
  if (payload.state === 'cut') return cutReply(block);
  const calls = payload.root === null ? null : encodedCalls(payload.root);
  if (calls === null) return block.refuse('not-call-shaped', from + 1);
  const undeclared = calls.find(({ name }) => !tools.accepts(name));
  if (undeclared !== undefined) return block.refuse('undeclared-bare-name', payload.to, undeclared.name);
  if (!(yield* endsReply(source, yield* skipSpace(source, payload.to)))) return block.refuse('inside-a-line', from + 1);
  if (!makeEncodedCalls(block, calls, { from, to: payload.to })) return block.refuse('not-call-shaped', from + 1);
  return block.end(payload.to);
}

/** A reply that ends inside of the string. */
function cutReply(block: Block): number {
  const { source, tools, from } = block;
  const found = NAME.exec(source.slice(from, Math.min(source.length, from + LONGEST_HEAD)));
  const name = found?.[1];
  if (found === null || name === undefined || !tools.has(name)) return block.refuse('not-call-shaped', from + 1);
  const nameFrom = from + found.index + found[0].length - name.length - 1;
  const nameSpan = { from: nameFrom, to: nameFrom + name.length };
  block.cut({ name, nameSpan, argumentsText: '{}', argumentsSpan: null }, from);
  return block.end(source.length);
}
