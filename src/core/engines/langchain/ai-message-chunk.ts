import { readJavascriptJson } from '../../text/languages/index.ts';
import { isObject, type JsonValue } from '../../text/json/index.ts';
import { type LayerItem, parsedCall, type RawToolCall, type Refusal } from '../kit/index.ts';
import { joinChunks, type JoinedChunks } from './joined-chunks.ts';
import { langchainLayer } from './layer.ts';
import { completePartialJson } from './partial-json.ts';

const words = {
  'json-syntax': 'LangChain moves this call to invalid_tool_calls, because it cannot parse the arguments',
  'no-id': 'The call has no `id`: LangChain moves it to invalid_tool_calls',
  'arguments-not-an-object': 'The arguments are not an object: LangChain moves the call to invalid_tool_calls',
  'blank-arguments': 'The arguments are empty: LangChain uses `{}` instead',
  'completed-arguments': 'The arguments end too early: LangChain completes them, and the call looks whole',
  'joined-chunk': 'LangChain adds this to a call before it, which has the same index or the same id',
  'other-type': 'LangChain would add this to a call before it, but a part of it has another type there',
  'raises-Error': 'LangChain raises an exception: two chunks of a call cannot be added',
} as const;

type Code = keyof typeof words;

/**
 * What the sum of `AIMessageChunk`s has: the pieces of each call are joined by its index and id, and read as JSON that may be
 * cut. Where the pieces end makes no difference, so an entry is one piece here.
 */
export const aiMessageChunk = langchainLayer<Code>({
  slug: 'ai-message-chunk',
  flag: 'AIMessageChunk',
  emulates: 'The chunks of LangChain (JavaScript), summed after a stream: arguments that are cut off become a call.',
  file: 'messages/utils.ts',
  words,
  streams: true,
  read: readAll,
});

function readAll(entries: readonly RawToolCall[]): readonly LayerItem<Code>[] {
  const sum = joinChunks(entries);
  if (!sum.ok) {
    const raises = { kind: 'raises', raises: 'Error', refusal: { code: 'other-type', of: 'entry' } } as const;
    return [...readAll(entries.slice(0, sum.at)), raises];
  }
  const items = entries.map((): LayerItem<Code> => ({ kind: 'skipped', code: 'joined-chunk' }));
  for (const call of sum.calls) {
    const [first = 0, ...others] = call.entries;
    items[first] = readCall(call, others.length === 0 ? entries[first]?.given : undefined);
  }
  return items;
}

/** @param piece the arguments of its only entry; undefined where it has several */
function readCall({ id, name: given, text: whole }: JoinedChunks, piece: unknown): LayerItem<Code> {
  const name = given ?? '';
  const joined = whole.trim();
  const text = joined === '' ? '{}' : joined;
  const invalid = (refusal: Refusal<Code>): LayerItem<Code> => ({ kind: 'invalid', name, id, given: text, refusal });
  const reading = readJavascriptJson(text);
  const completed = reading.ok ? null : completePartialJson(text);
  if (!reading.ok && completed === null) {
    // Read again with the white space around it, for places in the document.
    const json = piece === undefined ? null : readJavascriptJson(piece);
    return invalid({ code: 'json-syntax', ...(json === null || json.ok ? {} : { json }) });
  }
  const value = reading.ok ? reading.value : (JSON.parse(completed ?? '') as JsonValue);
  if (!isObject(value)) return invalid({ code: 'arguments-not-an-object' });
  if (!id) return invalid({ code: 'no-id', of: 'entry' });
  if (completed !== null) return { kind: 'call', name, id, value, text: completed, notes: ['completed-arguments'] };
  return parsedCall({ name, id, given: text }, value, joined === '' ? ['blank-arguments'] : []);
}
