import { valueToText } from '../../text/json/index.ts';
import {
  at,
  firstAt,
  hasAny,
  isObject,
  itemsOf,
  jsonSource,
  keysOf,
  slice,
  stringAt,
  stringOf,
  type Source,
} from '../sources.ts';

/** Under what keys an app streams a piece of the reply, and in what it may be. */
const PIECES = ['answer', 'delta', 'content', 'text', 'token', 'chunk', 'data', 'response', 'message'];
const HOLDERS = ['data', 'delta', 'message', 'chunk'];

/** Events that are a piece of the text: others tell where it begins and ends, what a tool does, what was thought. */
const PIECE =
  /^(?!.*(?:tool|think|thought|reason|error))(?:.*[_.-])?(?:token|item|delta|chunk|content|text|message|answer|update|data)s?$/i;

/** What a record has beside its text, and a piece does not. */
const ASKED = ['prompt', 'question', 'input', 'messages', 'role', 'user', 'ts', 'choices'];

/** Fewer pieces are messages, and longer ones, in UTF-16 units and on average, are texts. */
const FEWEST = 3;
const LONGEST = 80;

/**
 * The events of an app of one's own, of which each has a piece of the text under some key, as the stream that a server would send.
 * They must say by their type that they are events, or hold a piece and nothing else. Null for other values.
 */
export function looseStream(values: readonly Source[]): string | null {
  const areEvents = values.every((value) => typeOf(value) !== null) && !areRecords(values);
  return values.length >= FEWEST && (areEvents || values.every(isPieceAlone)) ? streamOfPieces(values) : null;
}

/** The same of an event stream (SSE), JSON after `data:`: its events are pieces in any case. */
export function looseEvents(text: string): string | null {
  if (!/^(?:data|event|id): ?\S/m.test(text.slice(0, 4000))) return null;
  const values = [...text.matchAll(/^data: ?(\{.*)$/gm)].flatMap(([, json = '']) => jsonSource(json) ?? []);
  return values.length < 2 ? null : streamOfPieces(values);
}

/**
 * The pieces of calls that a program prints, one on each line, as the stream that a server would send: `delta.tool_calls` of each
 * chunk, one of them alone, or LangChain's chunks of a call. Null where each has a name: then they are whole calls.
 */
export function looseDeltas(values: readonly Source[]): string | null {
  const lines = values.map((value) => {
    const items = value.node.kind === 'array' ? itemsOf(value) : [value];
    const pieces = items.map(pieceOfCall);
    return pieces.length > 0 && pieces.every((piece) => piece !== null) ? { items, text: pieces.join() } : null;
  });
  const isContinued = lines.some((line) => line?.items.every((item) => !nameOf(item)) === true);
  if (values.length < 2 || !isContinued || !lines.every((line) => line !== null)) return null;
  return lines
    .map(({ text }) => `{"choices":[{"index":0,"delta":{"tool_calls":[${text.replaceAll(/\r?\n/g, ' ')}]}}]}`)
    .join('\n');
}

function pieceOfCall(value: Source): string | null {
  if (stringAt(value, 'type') === 'tool_call_chunk') {
    const part = (key: string): string => sliceOf(at(value, key), 'null');
    return `{"index":${sliceOf(at(value, 'index'), '0')},"id":${part('id')},"function":{"name":${part('name')},"arguments":${part('args')}}}`;
  }
  const called = at(value, 'function');
  // The first piece of vLLM has the name alone.
  const isPiece = called !== null && (stringAt(called, 'arguments') ?? stringAt(called, 'name')) !== null;
  return isPiece ? slice(value) : null;
}

function sliceOf(value: Source | null, other: string): string {
  return value === null ? other : slice(value);
}

function nameOf(piece: Source): string {
  const holder = at(piece, 'function') ?? piece;
  return stringAt(holder, 'name') ?? '';
}

function areRecords(values: readonly Source[]): boolean {
  const ids = values.flatMap((value) => stringAt(value, 'id') ?? []);
  return (ids.length > 1 && new Set(ids).size === ids.length) || values.some((value) => hasAny(value, ASKED));
}

function streamOfPieces(values: readonly Source[]): string | null {
  const pieces = values.flatMap((value) => (PIECE.test(typeOf(value) ?? 'data') ? (pieceOf(value) ?? []) : []));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (pieces.length < 2 || pieces.length * 3 < values.length || length > LONGEST * pieces.length) return null;
  return pieces.map((piece) => `{"choices":[{"index":0,"delta":{"content":${valueToText(piece)}}}]}`).join('\n');
}

function typeOf(value: Source): string | null {
  return stringAt(value, 'event') ?? stringAt(value, 'type');
}

/** A piece without anything around it, as `jq .choices[].delta` prints it. */
function isPieceAlone(value: Source, index: number): boolean {
  return isObject(value) && keysOf(value).every((key) => key === 'content' || (key === 'role' && index === 0));
}

function pieceOf(value: Source): string | null {
  for (const one of [value, ...HOLDERS.map((key) => at(value, key))]) {
    const piece = isObject(one) ? stringOf(firstAt(one, PIECES)) : null;
    if (piece !== null) return piece;
  }
  return null;
}
