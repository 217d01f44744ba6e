import { partitionPoint, type Span } from '../../../text/document/index.ts';
import { readJson } from '../../../text/json/index.ts';
import { assembleLog, type Assembly, isFault } from '../../../log/index.ts';
import {
  at,
  CLASS_KEY,
  firstAt,
  type Frame,
  isBetweenMarkers,
  isObject,
  isPieceOfStream,
  itemsOf,
  keyed,
  keysOf,
  looseDeltas,
  placeOf,
  printedLines,
  requestOf,
  slice,
  stringAt,
  takeApart,
  type Value,
} from '../../index.ts';
import { type Answer, CALL_TOKEN, emptyTurn } from './answer.ts';
import { printedFinish } from './printed-finish.ts';
import type { GivenCall, Turn } from '../evidence.ts';

/** The streams in a text: two only where the first has ended, and all pieces after it have another id. */
export function streamsIn(frame: Frame, values: readonly Value[]): readonly Answer[] {
  const pieces = piecesIn(values);
  const ids = pieces.map((piece) => stringAt(piece, 'id'));
  const second = ids.findIndex((id) => id !== ids[0]);
  const isEnded = pieces
    .slice(0, second)
    .some((piece) => stringAt(itemsOf(at(piece, 'choices'))[0] ?? null, 'finish_reason') !== null);
  if (second > 0 && isEnded && ids.slice(second).every((id) => id !== null && id === ids[second]))
    return [pieces.slice(0, second), pieces.slice(second)].flatMap((part) => joined(frame, part) ?? []);
  const turns = betweenRequests(pieces, values);
  if (turns.length > 1) return turns.flatMap((part) => joined(frame, part) ?? []);
  const kinds = pieces.map((piece) => wireOf(piece));
  const other = kinds.findIndex((kind) => kind !== kinds[0]);
  // What one server sent, and what the next one made of it.
  if (other > 0 && kinds.slice(other).every((kind) => kind !== null && kind === kinds[other]))
    return [pieces.slice(0, other), pieces.slice(other)].flatMap((part) => joined(frame, part) ?? []);
  return [streamOf(frame, values)].flatMap((one) => one ?? []);
}

/** The pieces in parts, each after a request of its own: a proxy logs what goes to and fro. */
function betweenRequests(pieces: readonly Value[], values: readonly Value[]): readonly (readonly Value[])[] {
  const own = new Set(pieces);
  const asked = values.filter((value) => !own.has(value) && requestOf(value) !== null);
  const parts: Value[][] = asked.length === 0 ? [[...pieces]] : [];
  let last = -1;
  for (const piece of asked.length === 0 ? [] : pieces) {
    const turn = partitionPoint(asked, ({ span }) => span.to <= piece.span.from);
    if (turn === last) parts.at(-1)?.push(piece);
    else parts.push([piece]);
    last = turn;
  }
  return parts;
}

/** Whose events a piece is one of, where its type says so; null where it does not. */
function wireOf(piece: Value): string | null {
  return keyed(piece, 'choices') !== null
    ? 'choices'
    : (/^(?:response(?=\.)|content_block|message)/
        .exec(stringAt(piece, 'type') ?? '')?.[0]
        .replace('content_block', 'message') ?? null);
}

/** The stream that a text is, or that is scattered over its values; null where there is none. */
function streamOf(frame: Frame, values: readonly Value[]): Answer | null {
  const { assembly, har } = takeApart(frame.text);
  const pieces = piecesIn(values);
  const isBeside = pieces.length > 0 && values.some((value) => !pieces.includes(value) && isWhole(value));
  // What was logged among other words has its places in another text, and a whole answer beside a stream is none of its pieces.
  if (!isBeside && assembly !== null && har === null && assembly.log === frame.text)
    return streamed(assembly, (span) => frame.place(span));
  if (pieces.length === 0) {
    const lines = printedLines(frame.text) ?? '';
    const printed = assembleLog(lines);
    const isStream = printed.calls.length > 0 || (printed.text ?? '') !== '';
    const found = isStream ? streamed(printed, () => frame.place({ from: 0, to: frame.text.length })) : null;
    return found !== null && lines.startsWith(OF_DELTAS) ? partOf(found) : found;
  }
  return joined(frame, pieces);
}

function joined(frame: Frame, pieces: readonly Value[]): Answer | null {
  const { chunks, areDeltas: isPart } = chunksOf(pieces);
  const starts: number[] = [];
  let length = 0;
  for (const chunk of chunks) {
    starts.push(length);
    length += chunk.length + 1;
  }
  const assembly = assembleLog(chunks.join('\n'));
  if (assembly.kind === null) return null;
  const pieceAt = (at: number): Span => {
    const piece = pieces[partitionPoint(starts, (start) => start <= at) - 1];
    return piece === undefined ? { from: 0, to: 0 } : placeOf(piece);
  };
  const whole = streamed(assembly, ({ from, to }) => ({
    from: pieceAt(from).from,
    to: pieceAt(Math.max(from, to - 1)).to,
  }));
  // Who prints the pieces in a loop pastes some of them.
  const isTorn =
    pieces.every(isOfLangchain) &&
    (whole.turn.calls.some((call) => call.argumentsText !== '' && beginsInside(call)) ||
      (whole.turn.calls.length > 0 && whole.turn.calls.every(({ argumentsText }) => readJson(argumentsText).ok)));
  const arePrinted = printedLines(frame.text)?.startsWith(OF_DELTAS) === true;
  if (!isPart && !isTorn && !arePrinted) return whole;
  const last = pieces.at(-1)?.span;
  const finish = whole.turn.finish ?? (last === undefined ? null : printedFinish(frame, last));
  return partOf({ ...whole, turn: { ...whole.turn, finish } });
}

/** Whether a chunk was printed by LangChain, and written anew. */
function isOfLangchain(piece: Value): boolean {
  return keyed(piece, 'response_metadata') !== null || stringAt(piece, CLASS_KEY) === 'AIMessageChunk';
}

/** Whether the first piece of a call is not there: its name is missing, and its arguments begin in the middle. */
export function beginsInside({ name, argumentsText }: GivenCall): boolean {
  return name === '' && !/^\s*["[{]/.test(argumentsText);
}

function isWhole(value: Value): boolean {
  return isObject(at(itemsOf(at(value, 'choices'))[0] ?? null, 'message'));
}

/** What is before a delta that was printed without its choice, which has the reason for the end. */
const OF_DELTAS = '{"choices":[{"index":0,"delta":';

/** Deltas alone do not tell whether the stream began before them, and whether it ended. */
function partOf(answer: Answer): Answer {
  return { ...answer, isPart: true, faults: answer.faults.filter(({ code }) => code !== 'stream-cut') };
}

/** The values that are pieces of a stream, with what only counts or ends it. */
export function piecesIn(values: readonly Value[]): readonly Value[] {
  if (shellOf(values) !== null) return values;
  const outer = outermost(values);
  if (callPieces(outer) !== null) return outer;
  // LangChain and openai-python say of each what it is, whatever a program prints beside it.
  const chunks = outer.filter((value) => isPieceOfCall(itemsOf(value)[0] ?? value));
  if (callPieces(chunks) !== null) return chunks;
  const deltas = lastDeltas(values);
  if (areDeltas(deltas)) return deltas;
  const ofGemini = values.filter((value) => keyed(itemsOf(value)[0] ?? value, 'candidates') !== null);
  const events = ofGemini.flatMap((value) => (isObject(value) ? [value] : itemsOf(value)));
  if (events.length > 1 && events.slice(0, -1).every(isUnendedOfGemini)) return ofGemini;
  if (!values.some(isPiece)) return [];
  // Who has only the last piece of Ollama has a whole answer.
  const isOfOllama = values.some((value) => at(value, 'done')?.node.kind === 'false');
  return values.filter((value) => isPiece(value) || isRestOfStream(value, isOfOllama));
}

/** Without what is inside of the one before it: a list of pieces that was printed among words is found with each of its items. */
function outermost(values: readonly Value[]): readonly Value[] {
  let end = -1;
  return values.filter(({ span }) => {
    if (span.from < end) return false;
    end = span.to;
    return true;
  });
}

/** The last deltas in a row: the request may be before them, and what a person made of them after them. */
function lastDeltas(values: readonly Value[]): readonly Value[] {
  const end = values.findLastIndex(isDelta) + 1;
  return values.slice(values.slice(0, end).findLastIndex((value) => !isDelta(value)) + 1, end);
}

/** Events of Gemini are responses, and only the last of a stream says why it ended. */
function isUnendedOfGemini(value: Value): boolean {
  const [first = null] = itemsOf(at(value, 'candidates'));
  return (firstAt(first, ['finishReason', 'finish_reason'])?.node.kind ?? 'null') === 'null';
}

function isPieceOfCall(value: Value): boolean {
  return stringAt(value, 'type') === 'tool_call_chunk' || stringAt(value, CLASS_KEY) === 'ChoiceDeltaToolCall';
}

/** Whether a value is one of many that make a reply. The arguments of a call are none. */
function isPiece(value: Value): boolean {
  return isPieceOfStream(value) && !isBetweenMarkers(value.frame.text, value.span);
}

/**
 * The last of Ollama's says that it is done; one without a choice has the usage, or what Azure says of the prompt;
 * one that a paste cuts off has lost its delta, but says what it is.
 */
function isRestOfStream(value: Value, isOfOllama: boolean): boolean {
  if (stringAt(value, 'object') === 'chat.completion.chunk') return true;
  if (keyed(value, 'done') !== null) return isOfOllama && keyed(value, 'created_at') !== null;
  const choices = at(value, 'choices');
  return choices?.node.kind === 'array' && itemsOf(choices).length === 0;
}

const OF_DELTA: ReadonlySet<string> = new Set([
  'role',
  'content',
  'reasoning',
  'reasoning_content',
  'tool_calls',
  'refusal',
  'function_call',
]);

/** Each piece as the chunk of a stream, on one line; `areDeltas` says that their choices were not printed. */
function chunksOf(pieces: readonly Value[]): { readonly chunks: readonly string[]; readonly areDeltas: boolean } {
  const calls = callPieces(pieces);
  if (calls !== null) return { chunks: calls.split('\n'), areDeltas: true };
  const [before, after] = shellOf(pieces) ?? ['', ''];
  // What a program printed on several lines is one line here: JSON has no line breaks in its strings.
  const chunks = pieces.map((piece) => before + slice(piece).replaceAll(/\r?\n/g, ' ') + after);
  return { chunks, areDeltas: before === OF_DELTAS };
}

function callPieces(values: readonly Value[]): string | null {
  return looseDeltas(values);
}

/** What is around the inner parts of pieces, where only these were printed: choices or their deltas. Null for others. */
function shellOf(values: readonly Value[]): readonly [before: string, after: string] | null {
  const areChoices =
    values.length > 1 && values.every((value) => isObject(at(value, 'delta')) && keyed(value, 'choices') === null);
  if (areChoices) return ['{"choices":[', ']}'];
  return areDeltas(values) ? [OF_DELTAS, '}]}'] : null;
}

/** The deltas of a stream alone, as `jq .choices[].delta` prints them: none but the first has a role, so they are no messages. */
function areDeltas(values: readonly Value[]): boolean {
  return (
    values.filter((value) => keysOf(value).length > 0).length > 1 &&
    values.length > 2 &&
    values.every(isDelta) &&
    values.slice(1).every((value) => at(value, 'role') === null)
  );
}

function isDelta(value: Value): boolean {
  return isObject(value) && keysOf(value).every((key) => key === CLASS_KEY || OF_DELTA.has(key));
}

/** The reason for the end is in one of the last events. In UTF-16 units. */
const LAST_EVENTS = 4000;

function streamed(assembly: Assembly, place: (span: Span) => Span): Answer {
  const { steps, calls, errors, diagnoses, usage } = assembly;
  const over = (...codes: readonly string[]): Span | null => {
    const of = steps.filter(({ code }) => codes.includes(code));
    const [begin] = of;
    const end = of.at(-1);
    return begin === undefined || end === undefined ? null : place({ from: begin.from, to: end.to });
  };
  const text = assembly.text ?? '';
  const turn: Turn = {
    ...emptyTurn(over('text', 'reasoning', 'call-opened', 'call-arguments', 'finish')),
    text: text === '' ? null : { text, span: over('text') },
    reasoning: assembly.reasoning === '' ? null : { text: assembly.reasoning, span: over('reasoning') },
    calls: calls.map((call, number): GivenCall => {
      const own = steps.filter((step) => step.call === number);
      const [begin] = own;
      const end = own.at(-1);
      const span = begin === undefined || end === undefined ? null : place({ from: begin.from, to: end.to });
      return {
        id: call.id,
        name: call.name,
        argumentsText: call.argumentsText,
        type: null,
        state: null,
        error: null,
        span,
      };
    }),
    finish: assembly.finishReason === null ? null : { text: assembly.finishReason, span: over('finish') },
  };
  const [error] = errors;
  const whole = { from: steps[0]?.from ?? 0, to: steps.at(-1)?.to ?? 0 };
  return {
    kind: error === undefined ? 'stream' : 'error',
    turn,
    model: assembly.model === null ? null : { text: assembly.model, span: null },
    error: error === undefined ? null : { text: error.message, span: place(error) },
    nativeFinish: null,
    callsIn: null,
    tokens: usage?.output ?? null,
    prompt: usage?.input ?? null,
    isOfOllama: assembly.kind === 'ollama',
    thinking: null,
    faults: diagnoses
      .filter(({ fault }) => isFault(fault))
      .map(({ fault, message, span }) => ({ code: fault, says: message, span: place(span) })),
    endsCall: new RegExp(`"stop_reason": ?${CALL_TOKEN}\\b`).test(assembly.log.slice(-LAST_EVENTS)),
    endsAlike: assembly.kind === 'ollama' || assembly.kind === 'gemini',
    value: null,
    span: place(whole),
  };
}
