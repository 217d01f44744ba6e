import { isAsciiSpace, LineFeeds, withLineFeeds } from '../../text/document/index.ts';
import {
  type Ending,
  openDocument,
  type OpenedDocument,
  type Outcome,
  type Recorder,
  type ToolCall,
} from '../../trace/index.ts';
import {
  FormatPass,
  type FormatSet,
  type PreparedFormats,
  type Resumable,
  TextSource,
  type Tier,
  type ToolFormat,
} from '../../formats/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { callDeltas, nothing } from '../../engines/kit/index.ts';
import type { Delta, RuntimeStream } from '../../engines/runtime.ts';
import { hasNativeCalls, nativeTier, readNative } from './native-tier.ts';
import type { OwnCode } from './words.ts';

const TIERS: readonly { readonly tier: Tier; readonly gate: 'contains-marker' | 'contains-bare-call' }[] = [
  { tier: 'marked', gate: 'contains-marker' },
  { tier: 'bare', gate: 'contains-bare-call' },
];

/** Whether formats are read in a tier. One with markers is also read in that of bare JSON where its keys tell it. */
function hasTier(formats: readonly ToolFormat[], tier: Tier): boolean {
  return formats.some((format) => format.tier === tier || (tier === 'bare' && format.bare !== undefined));
}

/** What a chunk made known. */
interface News {
  /** All text that was shown and turned out to be reasoning. Nearly always null. */
  readonly withdrawn: Extract<Delta, { kind: 'withdrawn' }> | null;
  readonly visible: readonly Delta[];
  readonly calls: readonly ToolCall[];
}

/** Empty for most chunks. */
const noCalls: readonly ToolCall[] = [];
/** What a chunk inside of a block made known. */
const noNews: News = { withdrawn: null, visible: nothing, calls: noCalls };

/** Reads a text in chunks for the calls of some formats. Every chunking gives the same extraction. */
class FormatReader {
  readonly #id: string;
  readonly #source = new TextSource();
  readonly #rec: Recorder<OwnCode>;
  readonly #pass: FormatPass;
  readonly #run: Resumable<void>;
  #shownTo = 0;
  /** The end of the content that the last chunk made known. */
  #contentTo = -1;
  #shownEntries = 0;
  #shownCalls = 0;
  #shownCharacters = 0;
  #retractions = 0;

  constructor(id: string, prepared: PreparedFormats, rec: Recorder<OwnCode>) {
    this.#id = id;
    this.#rec = rec;
    this.#pass = new FormatPass(this.#source, rec, prepared);
    this.#run = this.#pass.run();
  }

  /** Reads one more chunk, whose line ends must be LF. The answer has only what this chunk made known. */
  push(chunk: string): News {
    this.#source.push(chunk);
    this.#run.next();
    return this.#news();
  }

  /** The text has ended. */
  endText(): News {
    this.#source.end();
    this.#run.next();
    return this.#news();
  }

  /** Reads all of a text, for whoever only wants the extraction. */
  read(text: string): void {
    this.#source.push(text);
    this.#run.next();
    this.#source.end();
    this.#run.next();
  }

  /** Puts the steps in their order, once the whole response is known. */
  finish(opened: OpenedDocument): Outcome {
    const rec = this.#rec;
    const read = readable(opened);
    const whole = { from: 0, to: read.document.length };
    rec.settle(read);
    rec.rejoin([]);
    rec.enter('cascade', this.#id, whole);
    noteLineEnds(rec, opened, read);
    nativeTier(rec, read, 0);
    const outcomes = TIERS.filter(({ tier }) => hasTier(this.#pass.formats, tier)).map((one) => this.#tier(one, read));
    const outcome = (['matched', 'malformed'] as const).find((wanted) => outcomes.includes(wanted)) ?? 'empty';
    rec.leave(whole, outcome);
    return { content: read.text === null ? null : contentIn(rec) };
  }

  /** Where the text begins that has arrived and is not shown yet; null when all of it is shown. */
  get withheldFrom(): number | null {
    return this.#shownTo < this.#source.length ? this.#shownTo : null;
  }

  /** The beginning of the word that ends at `at`. Some markers begin with a word, so the word is held back too. */
  #wordFrom(at: number): number {
    const source = this.#source;
    let from = at;
    while (from > 0 && at - from <= LONGEST_WORD && !isAsciiSpace(source.code(from - 1))) from -= 1;
    return at - from > LONGEST_WORD ? at : from;
  }

  #tier({ tier, gate }: (typeof TIERS)[number], { text, document }: OpenedDocument): Ending {
    const rec = this.#rec;
    const area = text ?? { from: 0, to: document.length };
    const found = this.#pass.first[tier];
    const isThere = rec.gate(gate, found !== null, area, found);
    rec.enter('tier', tier, area);
    if (!isThere) {
      rec.skip(text === null ? 'no-text' : 'no-marker', area);
      return rec.leave(area, 'skipped');
    }
    const lane = this.#pass.lanes[tier];
    rec.rejoin(lane);
    const has = (wanted: Ending): boolean => lane.some((event) => event.kind === 'leave' && event.outcome === wanted);
    return rec.leave(area, has('matched') ? 'matched' : has('malformed') ? 'malformed' : 'empty');
  }

  /** What may be shown now: content and quoted markup. */
  #news(): News {
    const { ledger, ledgerTo, calls, retractions } = this.#rec;
    const { contentTo } = this.#pass;
    const isSame =
      contentTo === this.#contentTo &&
      ledger.length === this.#shownEntries &&
      calls.length === this.#shownCalls &&
      retractions === this.#retractions;
    if (isSame && !this.#source.ended) return noNews;
    this.#contentTo = contentTo;
    const withdrawn = this.#withdraw();
    let visible: Delta[] | null = null;
    for (; this.#shownEntries < ledger.length; this.#shownEntries += 1) {
      const entry = ledger[this.#shownEntries];
      if (entry?.kind === 'content') visible = this.#show(entry.from, entry.to, visible);
    }
    this.#shownTo = Math.max(this.#shownTo, ledgerTo);
    if (!this.#pass.isReasoning) {
      const to = this.#source.ended ? contentTo : this.#wordFrom(contentTo);
      visible = this.#show(ledgerTo, to, visible);
      this.#shownTo = Math.max(this.#shownTo, to);
      // A word that is held back is shown in one piece.
      if (this.#source.keep - to <= LONGEST_WORD) this.#source.keep = Math.min(this.#source.keep, to);
    }
    const fresh = calls.length === this.#shownCalls ? noCalls : calls.slice(this.#shownCalls);
    this.#shownCalls = calls.length;
    return { withdrawn, visible: visible ?? nothing, calls: fresh };
  }

  /** What was shown is taken back when a lone closer makes it reasoning. */
  #withdraw(): News['withdrawn'] {
    if (this.#retractions === this.#rec.retractions) return null;
    this.#retractions = this.#rec.retractions;
    const [characters, calls] = [this.#shownCharacters, this.#shownCalls];
    this.#shownEntries = this.#shownCalls = this.#shownCharacters = 0;
    return characters + calls === 0 ? null : { kind: 'withdrawn', characters, calls };
  }

  /** Shows the part of a range that was not shown before. Most chunks show one part, or none: they get no list that grows. */
  #show(from: number, to: number, visible: Delta[] | null): Delta[] | null {
    const start = Math.max(from, this.#shownTo);
    if (to <= start) return visible;
    const delta: Delta = { kind: 'content', text: this.#source.slice(start, to), from: start };
    this.#shownCharacters += to - start;
    if (visible === null) return [delta];
    visible.push(delta);
    return visible;
  }
}

/** Longer words are shown as they come. */
const LONGEST_WORD = 80;

/** Reads a whole response: its native calls where there are any, else its text. */
export function readWhole(
  id: string,
  set: FormatSet,
  opened: OpenedDocument,
  tools: readonly ToolDefinition[],
  steps: Recorder<OwnCode>,
): Outcome {
  if (hasNativeCalls(opened)) {
    const tiers = TIERS.filter(({ tier }) => hasTier(set.formats, tier)).map(({ tier }) => tier);
    return readNative(id, tiers, opened, steps);
  }
  const { document, text } = readable(opened);
  const reader = new FormatReader(id, set.prepare(tools), steps);
  reader.read(text === null ? '' : document.slice(text.from, text.to));
  return reader.finish(opened);
}

/** Reads a reply while it comes in. Every chunking gives the same extraction. */
export function openReader(
  id: string,
  set: FormatSet,
  tools: readonly ToolDefinition[],
  steps: Recorder<OwnCode>,
): RuntimeStream {
  const reader = new FormatReader(id, set.prepare(tools), steps);
  const lines = new LineFeeds();
  /** How many calls the client has. */
  let sent = 0;
  const deltasOf = ({ withdrawn, visible, calls }: News): readonly Delta[] => {
    if (withdrawn !== null) sent = 0;
    if (calls.length === 0 && withdrawn === null) return visible;
    const deltas = [...(withdrawn === null ? [] : [withdrawn]), ...visible, ...callDeltas(calls, sent)];
    sent += calls.length;
    return deltas;
  };
  return {
    push: (chunk) => deltasOf(reader.push(lines.push(chunk))),
    withheld() {
      const from = reader.withheldFrom;
      return from === null ? null : { from, why: 'undecided', mayBecome: [] };
    },
    hidden: () => steps.ledger.filter(({ kind }) => kind !== 'content'),
    end() {
      const held = lines.end();
      const last = held === '' ? nothing : deltasOf(reader.push(held));
      const deltas = [...last, ...deltasOf(reader.endText())];
      return { ...reader.finish(steps.opened), deltas };
    },
  };
}

/** The response as it is read: with LF at the end of every line, whatever the lines ended with. */
function readable(opened: OpenedDocument): OpenedDocument {
  const { document, text, native: part } = opened;
  const given = text === null ? '' : document.slice(text.from, text.to);
  if (!given.includes('\r\n')) return opened;
  const calls = part === null ? {} : { tool_calls_text: document.slice(part.from, part.to) };
  return openDocument({ text: withLineFeeds(given), ...calls });
}

function noteLineEnds(rec: Recorder<OwnCode>, opened: OpenedDocument, read: OpenedDocument): void {
  if (read === opened) return;
  let at = opened.document.indexOf('\r\n');
  while (opened.document[at - 1] === '\r') at -= 1;
  rec.read('line-ends', { from: at, to: at + 1 });
}

/** What the ledger has as content: calls, their markup and reasoning are not part of it. */
function contentIn({ ledger, ledgerTo, opened }: Recorder<OwnCode>): string {
  const { document, text } = opened;
  const textTo = text?.to ?? 0;
  let content = '';
  for (const { kind, from, to } of ledger) if (kind === 'content') content += document.slice(from, to);
  return content + document.slice(Math.min(ledgerTo, textTo), textTo);
}
