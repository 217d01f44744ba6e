import { extract, type ExtractOptions } from '../extract.ts';
import { tokenPieces } from '../../engines/kit/index.ts';
import type { Capabilities, Runtime } from '../../engines/runtime.ts';
import { readBothWays } from '../stream/extraction-stream.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import {
  type Extraction,
  type ExtractionError,
  type LedgerEntry,
  type LedgerKind,
  meaning,
  type ToolCall,
  wordFor,
} from '../../trace/index.ts';

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
  /** Characters that are not white space and reach the client in no form. */
  readonly lost: number;
  /** The names of the first calls. */
  readonly names: readonly string[];
  /** The text that a user sees: its beginning, and how long it is. */
  readonly seen: { readonly start: string; readonly length: number };
  /** What is wrong, in the words of the runtime; null where nothing failed. */
  readonly error: string | null;
  /** The first character that reaches the client otherwise than in the answer that it is compared with; null where none does. */
  readonly partsAt: number | null;
}

export interface RuntimeAnswers {
  readonly runtime: string;
  readonly whole: RuntimeAnswer;
  /** In about the pieces that a tokenizer makes; null where the text is too long to be streamed through every runtime. */
  readonly streamed: RuntimeAnswer | null;
}

/** With what a reply is read by every runtime, and with what the answers are compared. */
export interface AnswerOptions {
  /** What was meant, where somebody stated it; else what `auto` finds. */
  readonly expected: readonly IntendedCall[] | null;
  readonly capabilities: Capabilities;
  /** The id of the runtime whose whole answer the others are compared with; '' for none. */
  readonly against: string;
}

/** Longer texts are not streamed: many parsers read all of it again with every piece. In UTF-16 units. */
const LONGEST_STREAMED = 8000;

/** What each runtime makes of a text, whole and streamed. Yields after each, so that who asks can show progress or stop. */
export function* answersOf(
  text: string,
  tools: readonly ToolDefinition[],
  runtimes: readonly Runtime[],
  intended: readonly IntendedCall[],
  {
    capabilities = {},
    against = null,
  }: { readonly capabilities?: Capabilities; readonly against?: Runtime | null } = {},
): Generator<RuntimeAnswers> {
  const meant = meaning(intended);
  const pieces = text.length > LONGEST_STREAMED ? null : tokenPieces(text);
  const optionsFor = (runtime: Runtime): ExtractOptions => ({
    runtime: runtime.id,
    runtimes: [runtime],
    tools,
    capabilities,
  });
  const other = against && extract({ text }, optionsFor(against));
  for (const runtime of runtimes) {
    const options = optionsFor(runtime);
    const { whole, streamed } =
      pieces === null ? { whole: extract({ text }, options), streamed: null } : readBothWays(pieces, options);
    yield {
      runtime: runtime.id,
      whole: answerOf(whole, meant, other),
      streamed: streamed && answerOf(streamed, meant, other),
    };
  }
}

/** So much of the text that a user sees is kept, in UTF-16 units. */
const START = 120;

/** So many names are kept, and so much of each: a parser may take anything for a name. */
const NAMES = 3;
const LONGEST_NAME = 40;

function answerOf(extraction: Extraction, meant: string, other: Extraction | null): RuntimeAnswer {
  const { calls, content, error, lost, document, runtime } = extraction;
  const count = calls.length;
  const missing = lost.reduce((sum, { from, to }) => sum + inkIn(document, from, to), 0);
  const seen = content ?? '';
  return {
    calls: count === 0 ? 'none' : meaning(calls) === meant ? 'same' : 'other',
    count,
    rest: error?.served ?? (missing > 0 ? 'lost' : 'shown'),
    lost: missing,
    names: calls
      .slice(0, NAMES)
      .map(({ name }) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name)),
    seen: { start: seen.slice(0, START), length: seen.length },
    error: error === undefined ? null : wordFor(error.code, runtime.words),
    partsAt: other === null ? null : partingOf(extraction, other),
  };
}

/** How a character reaches the client. */
const ways = {
  content: 'text',
  reasoning: 'reasoning',
  call: 'call',
  markup: 'call',
  suppressed: 'nothing',
  malformed: 'nothing',
  lost: 'nothing',
} as const satisfies Record<LedgerKind, string>;

/** The first character that reaches the client in another way, or as part of another call; white space does not count. */
function partingOf(one: Extraction, other: Extraction): number | null {
  const places = [wayPartingOf(one, other), callPartingOf(one.calls, other.calls)].filter((at) => at !== null);
  return places.length === 0 ? null : Math.min(...places);
}

function wayPartingOf(one: Extraction, other: Extraction): number | null {
  const { document, ledger } = one;
  let index = 0;
  for (const entry of ledger) {
    for (; index < other.ledger.length; index += 1) {
      const beside = other.ledger[index] as LedgerEntry;
      const [from, to] = [Math.max(entry.from, beside.from), Math.min(entry.to, beside.to)];
      if (ways[entry.kind] !== ways[beside.kind]) {
        for (let at = from; at < to; at += 1) if (document.charCodeAt(at) > 0x20) return at;
      }
      if (beside.to > entry.to) break;
    }
  }
  return null;
}

function callPartingOf(ones: readonly ToolCall[], others: readonly ToolCall[]): number | null {
  for (let index = 0; index < Math.max(ones.length, others.length); index += 1) {
    const [one, other] = [ones[index], others[index]];
    if (one === undefined || other === undefined || meaning([one]) !== meaning([other]))
      return Math.min(one?.span.from ?? Infinity, other?.span.from ?? Infinity);
  }
  return null;
}

function inkIn(document: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (document.charCodeAt(at) > 0x20) count += 1;
  return count;
}
