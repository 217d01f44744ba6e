import type { Block } from '../read/block.ts';
import type { Opener } from '../read/opener.ts';
import { find, type Resumable } from '../read/resumable.ts';
import type { TaggedValues } from '../read/tagged-grammar.ts';
import { taggedValues } from '../read/tagged-values.ts';

const CALL = 'invoke name=';
const CLOSER = 'invoke>';
const grammar: TaggedValues = {
  call: { open: [CALL], close: [`</${CLOSER}`, CLOSER], nameFrom: [''] },
  value: { open: ['parameter name='], close: ['</parameter>', 'parameter>'], keyFrom: [''] },
};
const alone = taggedValues(grammar);

/** The tag of a call that lost its bracket. */
export const lostBracket: Opener = { text: CALL, atLineStart: true, next: /^["']/ };

/** The same after the opener of a wrapper. */
export const INVOKE_WITHOUT_BRACKET = /^invoke name ?=/;

/** What begins and what closes a tag without its signs. */
const TAG = /(?<![\w</])(?:invoke|parameter)(?= name=["'])|(?<!<\/)(?:invoke|parameter)>/g;
const NAME = /^["']([^"'\n]{1,200})["']/;

/**
 * Reads tags of which something took `<` and `</` away, and the markers around them. The tool must be declared, if any is.
 *
 *     invoke name="ring_bell">
 *     parameter name="n">2parameter>
 *     invoke>
 *
 * @param wrapper what the format writes around its calls
 */
export function lostBracketsAlone(
  wrapper: readonly [open: string, close: string],
): (block: Block) => Resumable<number> {
  return function* read(block) {
    const { source, tools, from, at } = block;
    const end = yield* find(source, CLOSER, at);
    const name = NAME.exec(source.slice(at, Math.min(source.length, at + 210)))?.[1];
    if (end < 0 || name === undefined || !tools.accepts(name)) return block.refuse('markup-not-followed', at);
    repair(block, from, end + CLOSER.length, wrapper);
    return yield* alone(block);
  };
}

/** The same between the markers of a wrapper. */
export function lostBracketsIn(close: string): (block: Block) => Resumable<number> {
  const wrapped = taggedValues({ ...grammar, close: [close] });
  return function* read(block) {
    const end = yield* find(block.source, close, block.at);
    repair(block, block.at, end < 0 ? block.source.length : end);
    return yield* wrapped(block);
  };
}

function repair(
  { source, rec }: Block,
  from: number,
  to: number,
  [open, close]: readonly [string, string] = ['', ''],
): void {
  for (const { 0: tag, index } of source.slice(from, to).matchAll(TAG)) {
    const at = from + index;
    const sign = tag.endsWith('>') ? '</' : '<';
    rec.repair('missing-marker', { from: at, to: at }, at === from ? open + sign : sign);
  }
  if (close !== '') rec.repair('missing-marker', { from: to, to }, close);
}
