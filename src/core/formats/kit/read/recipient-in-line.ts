import type { Block } from './block.ts';
import { readJsonPayload } from './json-payload.ts';
import { lookingAt, oneOf, skipSpace, type Resumable } from './resumable.ts';
import { endsReply } from './words-around.ts';

/**
 * What is before the arguments of a message whose tokens are lost but for the type of its body. The name space says that it is a call, and so
 * does that type. Where GPT-5 leaves its format, the name space may follow a sentence without a blank, and words of other scripts the name.
 */
export const RECIPIENT_BEFORE =
  /(?:(?<![\w."'=/?&-])|(?<=[a-z\d][.?!])(?=to=functions\.))(?:assistant ?)?(?:(?:commentary|analysis) )?to=(?<sure>functions\.)?(?<name>[A-Za-z_][\w.-]{0,80}?)(?: ?(?:commentary|analysis))?(?:[ \n]{0,3}[^\p{ASCII}\s][^\p{ASCII}]{0,40})?(?<type> ?(?:<\|constrain\|> ?)?(?:json|code)|<\|constrain\|>)?[ \n]?$/u;
const LONGEST_HEAD = 160;
/** What ends a message. */
const ENDS = ['<|call|>', '<|end|>'];

/**
 * Reads the arguments of a recipient in a line of words; the block opens with their bracket. The reply ends with such calls.
 *
 *     I look it up. to=functions.tide_at json{"port": "Kiel"}
 *                                            ^ block.from
 */
export function* recipientInLine(block: Block): Resumable<number> {
  const { source, rec, from } = block;
  const found = RECIPIENT_BEFORE.exec(source.slice(Math.max(0, from - LONGEST_HEAD), from));
  const name = found?.groups?.name ?? '';
  if (found === null || name === '') return block.refuse('markup-not-followed', block.at);
  // What is before the bracket was shown already.
  const nameSpan = { from, to: from };
  const { state, root, guesses, repairs, to, error } = yield* readJsonPayload(source, from, ENDS);
  const closer = state === 'whole' ? yield* oneOf(source, to, ENDS) : null;
  const next = yield* skipSpace(source, to + (closer?.length ?? 0));
  const isLast = (yield* lookingAt(source, next, 'to=')) || (yield* endsReply(source, next));
  if (state === 'whole' && !isLast) return block.refuse('inside-a-line', block.at);
  const space = found.groups?.sure ?? '';
  rec.repair(
    'wrong-marker',
    { from: from - found[0].length, to: from },
    `<|channel|>commentary to=${space}${name} <|constrain|>json<|message|>`,
  );
  const payload = { name, nameSpan, argumentsText: '{}', argumentsSpan: null };
  if (state === 'cut') block.cut(payload, from);
  else if (state === 'broken') block.malformed('json-syntax', { from, to }, from, error);
  else if (guesses.length > 0) block.brokenOff(payload, { from, to });
  else block.namedCall({ name, nameSpan }, root, null, repairs, { from, to });
  return block.end(closer === null ? to : block.closer(closer, to));
}
