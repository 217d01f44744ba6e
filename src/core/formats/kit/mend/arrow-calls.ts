import type { Block } from '../read/block.ts';
import { valueToText } from '../../../text/json/index.ts';
import { PythonEnd } from '../read/python-end.ts';
import { endsItsLine, oneOf, skipSpace, type Resumable } from '../read/resumable.ts';
import { MOST_LISTS_IN_VAIN, namedList } from './named-list.ts';

/** How such a call begins, to judge by the head of the text. */
export const ARROW_CALL = /^\{[ \n]?tool ?=/;
/** Perl and Ruby write such hashes as well, but no flags in them. */
const FLAG = /[{\s]--[\p{L}_]/u;
const LONGEST = 10_000;

/**
 * Reads calls that are written with arrows and flags, up to a closing marker if one is given. Models of MiniMax write them so
 * where no template tells them how.
 *
 *     {tool => "ring_bell", args => {
 *       --times 2
 *     }}
 */
export function* arrowCalls(block: Block, close: readonly string[]): Resumable<number> {
  const { source, rec, tools } = block;
  let at = block.at;
  for (;;) {
    const from = yield* skipSpace(source, at);
    if ((yield* oneOf(source, from, ['{'])) === null || source.listsInVain >= MOST_LISTS_IN_VAIN) break;
    const end = new PythonEnd(from);
    let state = end.scan(source);
    while (state === 'more' && !source.ended && source.length - from < LONGEST) {
      yield;
      state = end.scan(source);
    }
    if (state !== 'end') {
      source.listsInVain += 1;
      if (close.length > 0 && block.calls === 0)
        block.malformed('markup-not-followed', { from: block.from, to: from + 1 });
      break;
    }
    const text = source.slice(from, end.at);
    const call = close.length > 0 || !tools.isEmpty || FLAG.test(text) ? namedList(tools, text) : null;
    // In a line of prose it is only named.
    if (call === null || (close.length === 0 && !(yield* endsItsLine(source, end.at)))) break;
    const span = { from, to: end.at };
    const nameFrom = from + text.indexOf(call.name);
    const nameSpan = { from: nameFrom, to: nameFrom + call.name.length };
    rec.repair('invented-form', span, `{"name": ${valueToText(call.name)}, "arguments": ${call.json}}`);
    rec.read('name', nameSpan);
    block.call({ name: call.name, nameSpan, argumentsText: call.json, argumentsSpan: span }, span);
    at = end.at;
  }
  if (block.calls === 0 && !block.isMalformed) {
    if (close.length === 0) return block.refuse('not-call-shaped', block.at);
    block.malformed('opener-without-body', { from: block.from, to: block.at });
  }
  const next = yield* skipSpace(source, at);
  const closer = yield* oneOf(source, next, close);
  return block.end(closer === null ? at : block.closer(closer, next));
}
