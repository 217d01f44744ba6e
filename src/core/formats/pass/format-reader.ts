import type { ToolCall } from '../../trace/call.ts';
import type { Extraction } from '../../trace/extraction.ts';
import type { Tier, ToolFormat } from '../format.ts';
import { Recorder } from '../../trace/recorder.ts';
import type { OpenedDocument } from '../../document/response.ts';
import { TextSource } from '../kit/source.ts';
import { isSpace, type Resumable } from '../kit/resumable.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Outcome } from '../../trace/trace.ts';
import { nativeEntries, readNativeCalls } from '../../runtimes/kit/native-calls.ts';
import { FormatPass } from './format-pass.ts';
import type { FormatSet, PreparedFormats } from './prepared-formats.ts';

const TIERS: readonly { readonly tier: Tier; readonly gate: 'contains-marker' | 'contains-bare-call' }[] = [
  { tier: 'marked', gate: 'contains-marker' },
  { tier: 'bare', gate: 'contains-bare-call' },
];

/**
 * After the end of any text. Not Infinity, which is a float: the engine would keep the ends of all pieces and all nodes
 * as floats with it, each an object of its own, and thousands of calls would take twice the time.
 */
const BEYOND = 0x3fffffff;

/** While a text is coming in, nobody knows where it ends. */
const unfinished: OpenedDocument = {
  document: '',
  text: { from: 0, to: BEYOND },
  native: null,
  nativeNode: null,
  nativeError: null,
};

/** Whether formats are read in a tier. One with markers is also read in that of bare JSON where its keys tell it. */
function hasTier(formats: readonly ToolFormat[], tier: Tier): boolean {
  return formats.some((format) => format.tier === tier || (tier === 'bare' && format.bare !== undefined));
}

/** What a chunk made known. */
export interface ReaderEvents {
  readonly visible: string;
  readonly calls: readonly ToolCall[];
}

/** Most chunks bring none. */
const noCalls: readonly ToolCall[] = [];

/** Reads a text in chunks for the calls of some formats. Every chunking gives the same extraction. */
export class FormatReader {
  readonly #id: string;
  readonly #source = new TextSource();
  readonly #rec = new Recorder(unfinished, []);
  readonly #pass: FormatPass;
  readonly #run: Resumable<void>;
  #shownTo = 0;
  #shownEntries = 0;
  #shownCalls = 0;

  constructor(id: string, prepared: PreparedFormats) {
    this.#id = id;
    this.#pass = new FormatPass(this.#source, this.#rec, prepared);
    this.#run = this.#pass.run();
  }

  /** Reads on; what it answers was not known before. Line ends must be LF. */
  push(chunk: string): ReaderEvents {
    this.#source.push(chunk);
    this.#run.next();
    return this.#news();
  }

  /** The text is over. */
  endText(): ReaderEvents {
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

  /** The extraction from the whole response, whose text was pushed. Native calls hide the text. */
  finish(opened: OpenedDocument): Extraction {
    const rec = this.#rec;
    const whole = { from: 0, to: opened.document.length };
    rec.settle(opened);
    rec.rejoin([]);
    rec.enter('cascade', this.#id, whole);
    native(rec, opened, 0);
    const outcomes = TIERS.filter(({ tier }) => hasTier(this.#pass.formats, tier)).map((one) =>
      this.#tier(one, opened),
    );
    const outcome = (['matched', 'malformed'] as const).find((wanted) => outcomes.includes(wanted)) ?? 'empty';
    rec.leave(whole, outcome);
    return rec.finish(this.#id);
  }

  /** What has come. */
  get text(): string {
    return this.#source.slice(0, this.#source.length);
  }

  /** Where the text begins that came and is not shown; null when all of it is. */
  get withheldFrom(): number | null {
    return this.#shownTo < this.#source.length ? this.#shownTo : null;
  }

  /** Where the word begins that ends at `at`: some markers begin with words, which are held back with it. */
  #wordFrom(at: number): number {
    const source = this.#source;
    let from = at;
    while (from > 0 && at - from <= LONGEST_WORD && !isSpace(source.code(from - 1))) from -= 1;
    return at - from > LONGEST_WORD ? at : from;
  }

  #tier({ tier, gate }: (typeof TIERS)[number], { text, document }: OpenedDocument): Outcome {
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
    const has = (wanted: Outcome): boolean => lane.some((event) => event.kind === 'leave' && event.outcome === wanted);
    return rec.leave(area, has('matched') ? 'matched' : has('malformed') ? 'malformed' : 'empty');
  }

  /** What may be shown now: content and quoted markup. */
  #news(): ReaderEvents {
    const { ledger, ledgerTo, calls } = this.#rec;
    let visible = '';
    // What was shown can be taken back when a lone closer makes it reasoning.
    if (this.#shownEntries > ledger.length) this.#shownEntries = 0;
    for (; this.#shownEntries < ledger.length; this.#shownEntries += 1) {
      const entry = ledger[this.#shownEntries];
      if (entry?.kind === 'content') visible += this.#unshown(entry.from, entry.to);
    }
    this.#shownTo = Math.max(this.#shownTo, ledgerTo);
    if (!this.#pass.isReasoning) {
      const to = this.#source.ended ? this.#pass.contentTo : this.#wordFrom(this.#pass.contentTo);
      visible += this.#unshown(ledgerTo, to);
      this.#shownTo = Math.max(this.#shownTo, to);
    }
    if (calls.length < this.#shownCalls) this.#shownCalls = calls.length;
    const fresh = calls.length === this.#shownCalls ? noCalls : calls.slice(this.#shownCalls);
    this.#shownCalls = calls.length;
    return { visible, calls: fresh };
  }

  /** What of a range was not shown before. */
  #unshown(from: number, to: number): string {
    const start = Math.max(from, this.#shownTo);
    return to > start ? this.#source.slice(start, to) : '';
  }
}

/** Longer words are shown as they come. */
const LONGEST_WORD = 80;

/** Reads a whole response: its native calls where there are any, else its text. */
export function extractWith(
  id: string,
  set: FormatSet,
  opened: OpenedDocument,
  tools: readonly ToolDefinition[],
): Extraction {
  const { document, text, nativeNode } = opened;
  if (nativeNode?.kind === 'array' && nativeNode.items.length > 0) return extractNative(id, set.formats, opened);
  const reader = new FormatReader(id, set.prepare(tools));
  reader.read(text === null ? '' : document.slice(text.from, text.to));
  return reader.finish(opened);
}

function extractNative(id: string, formats: readonly ToolFormat[], opened: OpenedDocument): Extraction {
  const rec = new Recorder(opened, []);
  const whole = { from: 0, to: opened.document.length };
  const items = opened.nativeNode?.kind === 'array' ? opened.nativeNode.items : [];
  rec.enter('cascade', id, whole);
  native(rec, opened, items.length);
  for (const { tier } of TIERS) {
    if (!hasTier(formats, tier)) continue;
    const area = opened.text ?? whole;
    rec.enter('tier', tier, area);
    rec.skip('earlier-tier-matched', area);
    rec.leave(area, 'skipped');
  }
  rec.leave(whole, rec.error === null ? 'matched' : 'malformed');
  return rec.finish(id);
}

/** The native tier: repairs and keeps every entry, as the most lenient of the runtimes does. */
function native(
  rec: Recorder,
  { document, native: part, nativeNode, nativeError }: OpenedDocument,
  count: number,
): void {
  const area = part ?? { from: document.length, to: document.length };
  rec.enter('tier', 'native', area);
  if (nativeError !== null) rec.reject('native-not-json', area, nativeError.at, nativeError);
  else if (nativeNode !== null && nativeNode.kind !== 'array') rec.reject('native-not-a-list', area);
  const items = count > 0 && nativeNode?.kind === 'array' ? nativeNode.items : [];
  if (rec.gate('native-list', items.length > 0, area)) {
    for (const { from, to } of items) rec.mark('call', from, to);
    readNativeCalls(rec, nativeEntries(document, items), { tier: 'native', format: 'native', lenient: true });
  }
  rec.leave(area, items.length === 0 ? 'empty' : rec.error === null ? 'matched' : 'malformed');
}
