import type { JsonNode } from '../json/node.ts';
import { readJson } from '../json/strict.ts';
import { writeTree } from '../json/write-tree.ts';
import { extract } from '../extract.ts';
import { tokenPieces } from '../runtimes/kit/token-pieces.ts';
import type { Capabilities, Runtime } from '../runtimes/runtime.ts';
import { openStream } from '../stream/extraction-stream.ts';
import type { ToolDefinition } from '../tools/tool.ts';
import type { ToolCall } from '../trace/call.ts';
import type { Extraction, ExtractionError } from '../trace/extraction.ts';

/** What was meant: a call by its name and its arguments as JSON. */
export type IntendedCall = Pick<ToolCall, 'name' | 'argumentsText'>;

/** What the client of a runtime gets of one reply. */
export interface RuntimeAnswer {
  /** Against the calls that were meant. */
  readonly calls: 'same' | 'other' | 'none';
  readonly count: number;
  /**
   * What becomes of a reply without a call: `shown` as text, `lost` where the part that was meant as a call reaches the client
   * in no form, or an error. Of a reply with calls: whether text beside them is lost.
   */
  readonly rest: 'shown' | 'lost' | ExtractionError['served'];
  /** Characters that are no white space and reach the client in no form. */
  readonly lost: number;
}

export interface RuntimeAnswers {
  readonly runtime: string;
  readonly whole: RuntimeAnswer;
  /** In about the pieces that a tokenizer makes; null where the text is too long to be streamed through every runtime. */
  readonly streamed: RuntimeAnswer | null;
}

/** Longer texts are not streamed: many parsers read all of it again with every piece. In UTF-16 units. */
const LONGEST_STREAMED = 8000;

/** What each runtime makes of a text, whole and streamed. Yields after each, so that who asks can show progress or stop. */
export function* answersOf(
  text: string,
  tools: readonly ToolDefinition[],
  runtimes: readonly Runtime[],
  intended: readonly IntendedCall[],
  capabilities: Capabilities = {},
): Generator<RuntimeAnswers> {
  const meant = meaning(intended);
  const pieces = text.length > LONGEST_STREAMED ? null : tokenPieces(text);
  for (const runtime of runtimes) {
    const options = { runtime: runtime.id, runtimes: [runtime], tools, capabilities };
    const whole = answerOf(extract({ text }, options), meant);
    yield { runtime: runtime.id, whole, streamed: pieces && answerOf(streamed(pieces, options), meant) };
  }
}

function streamed(pieces: readonly string[], options: Parameters<typeof openStream>[0]): Extraction {
  const stream = openStream(options);
  for (const piece of pieces) stream.push(piece);
  return stream.end().extraction;
}

function answerOf({ calls, error, lost, document }: Extraction, meant: string): RuntimeAnswer {
  const count = calls.length;
  const missing = lost.reduce((sum, { from, to }) => sum + inkIn(document, from, to), 0);
  return {
    calls: count === 0 ? 'none' : meaning(calls) === meant ? 'same' : 'other',
    count,
    rest: error?.served ?? (missing > 0 ? 'lost' : 'shown'),
    lost: missing,
  };
}

function inkIn(document: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (document.charCodeAt(at) > 0x20) count += 1;
  return count;
}

/** Equal for calls that mean the same: white space, the order of keys and `1.0` for `1` do not matter. */
function meaning(calls: readonly IntendedCall[]): string {
  return JSON.stringify(calls.map(({ name, argumentsText }) => [name, valueMeaning(argumentsText)]));
}

function valueMeaning(argumentsText: string): string {
  const reading = readJson(argumentsText);
  if (!reading.ok) return argumentsText;
  return writeTree(reading.node, {
    members: ({ members }) => {
      const last = new Map<string, JsonNode>(members.map(({ key, value }) => [key.value, value]));
      return [...last]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, value]) => [JSON.stringify(key), value] as const);
    },
    scalar: (node) => {
      if (node.kind === 'string') return JSON.stringify(node.value);
      if (node.kind !== 'number') return node.kind;
      const value = Number(node.literal);
      // Digits beyond those of a double count.
      return Number.isSafeInteger(value) || /[.eE]/.test(node.literal) ? String(value + 0) : node.literal;
    },
  });
}
