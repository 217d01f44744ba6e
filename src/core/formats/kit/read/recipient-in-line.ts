import type { Block } from './block.ts';
import { readCalls } from './json-calls.ts';
import { readJsonPayload, type JsonPayload } from './json-payload.ts';
import { known, lookingAt, oneOf, skipSpace, type Resumable } from './resumable.ts';
import { endsReply } from './words-around.ts';

/**
 * What is before the arguments of a message whose tokens are lost but for the type of its body. The name space says that it is a call, and so
 * does that type. Where GPT-5 leaves its format, the name space may follow a sentence without a blank, and words of other scripts the name,
 * with what is left of the header between them. Its tool for parallel calls has them in its arguments.
 */
export const RECIPIENT_BEFORE =
  /(?:(?<![\w."'=/?&-])|(?<=[a-z\d][.?!])(?=to=functions\.))(?:(?:assistant|user) ?)?(?:(?:commentary|analysis) )?to=(?:(?<many>multi_tool_use\.parallel)|(?<sure>functions\.)?(?<name>[A-Za-z_][\w.-]{0,80}?))(?: ?(?:in )?(?:commentary|analysis))?(?<words>[ \n]{0,3}(?:(?:code|json)[ \n]{0,3})?[^\p{ASCII}\s](?:[^\p{ASCII}]|[ \n,._?]|json|code|in|ary|commentary){0,120})?(?<type> ?(?:<\|constrain\|> ?)?(?:json|code)|<\|constrain\|>)?[ \n]{0,12}$/u;
const LONGEST_HEAD = 200;
/** What ends a message. */
const ENDS = ['<|call|>', '<|end|>'];
/** What may follow a call that leaked: words of other scripts, up to the end of the line or to the next header. */
const AFTER_LEAK = /^(?:[^\p{ASCII}]|[ +#]){0,60}(?:(?:assistant|analysis|commentary|user)? ?to=|\n|$)/u;
const LONGEST_AFTER = 80;

/**
 * Reads the arguments of a recipient in a line of words; the block opens with their bracket. The reply ends with such calls, or goes on
 * below them where the header is that of a leak.
 *
 *     I look it up. to=functions.tide_at json{"port": "Kiel"}
 *                                            ^ block.from
 */
export function* recipientInLine(block: Block): Resumable<number> {
  const { source, rec, from } = block;
  const found = RECIPIENT_BEFORE.exec(source.slice(Math.max(0, from - LONGEST_HEAD), from));
  const { name = '', many, sure: space = '', words } = found?.groups ?? {};
  if (found === null) return block.refuse('markup-not-followed', block.at);
  // What is before the bracket was shown already.
  const nameSpan = { from, to: from };
  const body = yield* readJsonPayload(source, from, ENDS);
  const { state, root, guesses, repairs, to, error } = body;
  const closer = state === 'whole' ? yield* oneOf(source, to, ENDS) : null;
  const next = yield* skipSpace(source, to + (closer?.length ?? 0));
  const isLast = (yield* lookingAt(source, next, 'to=')) || (yield* endsReply(source, next));
  const isLeak = words !== undefined || block.beginsReply(from - found[0].length);
  if (state === 'whole' && !isLast && !(isLeak && (yield* goesOn(block, body, name, words !== undefined))))
    return block.refuse('inside-a-line', block.at);
  rec.repair(
    'wrong-marker',
    { from: from - found[0].length, to: from },
    `<|channel|>commentary to=${many ?? space + name} <|constrain|>json<|message|>`,
  );
  if (many !== undefined) {
    readCalls(block, body, {});
    return block.end(closer === null ? to : block.closer(closer, to));
  }
  const payload = { name, nameSpan, argumentsText: '{}', argumentsSpan: null };
  if (state === 'cut') block.cut(payload, from);
  else if (state === 'broken') block.malformed('json-syntax', { from, to }, from, error);
  else if (guesses.length > 0) block.brokenOff(payload, { from, to });
  else block.namedCall({ name, nameSpan }, root, null, repairs, { from, to });
  return block.end(closer === null ? to : block.closer(closer, to));
}

/** Whether the reply may go on after a call that leaked: it has declared arguments, and no sentence has it as its word. */
function* goesOn(
  { source, tools }: Block,
  { root, to }: JsonPayload,
  name: string,
  hasWords: boolean,
): Resumable<boolean> {
  const keys = tools.parameters(name);
  const isDeclared = tools.has(name) && root?.members().every(({ key }) => keys.includes(key)) === true;
  if (name !== '' && !(tools.isEmpty ? hasWords : isDeclared)) return false;
  yield* known(source, to, to + LONGEST_AFTER);
  return AFTER_LEAK.test(source.slice(to, Math.min(source.length, to + LONGEST_AFTER)));
}
