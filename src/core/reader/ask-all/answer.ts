import {
  type Extraction,
  type ExtractionError,
  type LedgerEntry,
  type LedgerKind,
  lostCharacters,
  meaning,
  type ToolCall,
  wordFor,
} from '../../trace/index.ts';

/** What the client of a runtime gets of one reply. */
export interface RuntimeAnswer {
  /** How its calls compare with those that were meant. */
  readonly calls: 'same' | 'other' | 'none';
  readonly count: number;
  /** The program runs the first of several calls alone. */
  readonly runsFirst?: true;
  /**
   * What becomes of a reply without a call: `shown` as text, all of it `reasoning`, `lost` where the part that was meant as a
   * call reaches the client in no form, or an error. Of a reply with calls: whether text beside them is lost.
   */
  readonly rest: 'shown' | 'reasoning' | 'lost' | ExtractionError['served'];
  /** Characters that reach the client in no form; 0 where only white space is lost. */
  readonly lost: number;
  /** The names of the first calls. */
  readonly names: readonly string[];
  /** The text that a user sees: its beginning, and how long it is. */
  readonly seen: { readonly start: string; readonly length: number };
  /** What is wrong, in the words of the runtime; null where nothing failed. */
  readonly error: string | null;
  /** The first character that reaches the client in another way than in the answer beside it; null where all do alike. */
  readonly partsAt: number | null;
}

/** A call as it is compared: where it begins, and what it means. */
interface PlacedCall {
  readonly from: number;
  readonly meaning: string;
}

/** One reading of a reply: its answer, and what a comparison needs. The steps are not kept, because they are too many. */
export interface KeptReading {
  readonly answer: RuntimeAnswer;
  readonly ledger: readonly LedgerEntry[];
  readonly calls: readonly PlacedCall[];
}

/** The beginning of the visible text that is kept, in UTF-16 units. */
const START = 120;

/** The most names that are kept, and the longest. A parser may take any text for a name. */
const NAMES = 3;
const LONGEST_NAME = 40;

/** @param meant the meanings of the calls that were meant */
export function keep(extraction: Extraction, meant: readonly string[]): KeptReading {
  const { content, error, ledger, runtime } = extraction;
  const calls = extraction.calls.map((call) => ({ from: call.span.from, meaning: meaning([call]) }));
  const isSame = calls.length === meant.length && calls.every((call, index) => call.meaning === meant[index]);
  const missing = lostCharacters(extraction);
  const seen = content ?? '';
  const isThought = calls.length === 0 && seen.trim() === '' && ledger.some(({ kind }) => kind === 'reasoning');
  const answer: RuntimeAnswer = {
    calls: calls.length === 0 ? 'none' : isSame ? 'same' : 'other',
    count: calls.length,
    ...(calls.length > 1 && runtime.telling?.runsFirst !== undefined ? { runsFirst: true as const } : {}),
    rest: error?.served ?? (missing > 0 ? 'lost' : isThought ? 'reasoning' : 'shown'),
    lost: missing,
    names: extraction.calls
      .slice(0, NAMES)
      .map(({ name }: ToolCall) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name)),
    seen: { start: seen.slice(0, START), length: seen.length },
    error: error === undefined ? null : wordFor(error.code, runtime.words),
    partsAt: null,
  };
  return { answer, ledger, calls };
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

/** The first character of a text that reaches the client in another way, or as part of another call; white space does not count. */
export function partingOf(text: string, one: KeptReading, other: KeptReading): number | null {
  const places = [wayParting(text, one.ledger, other.ledger), callParting(one.calls, other.calls)];
  const known = places.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function wayParting(text: string, one: readonly LedgerEntry[], other: readonly LedgerEntry[]): number | null {
  let index = 0;
  for (const entry of one) {
    for (; index < other.length; index += 1) {
      const beside = other[index] as LedgerEntry;
      const [from, to] = [Math.max(entry.from, beside.from), Math.min(entry.to, beside.to)];
      if (ways[entry.kind] !== ways[beside.kind]) {
        for (let at = from; at < to; at += 1) if (text.charCodeAt(at) > 0x20) return at;
      }
      if (beside.to > entry.to) break;
    }
  }
  return null;
}

function callParting(ones: readonly PlacedCall[], others: readonly PlacedCall[]): number | null {
  for (let index = 0; index < Math.max(ones.length, others.length); index += 1) {
    const [one, other] = [ones[index], others[index]];
    if (one?.meaning !== other?.meaning) return Math.min(one?.from ?? Infinity, other?.from ?? Infinity);
  }
  return null;
}
