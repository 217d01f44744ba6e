import type { Tier, ToolFormat } from '../format.ts';
import type { Recorder } from '../../trace/recorder.ts';
import { Block } from '../kit/block.ts';
import { headAt, knownHead } from '../kit/head.ts';
import type { MarkerTrie } from '../kit/marker-trie.ts';
import type { TextSource } from '../kit/source.ts';
import type { ToolIndex } from '../kit/tool-index.ts';
import { codeAt, find, isSpace, lineEnd, type Resumable } from '../kit/resumable.ts';
import type { Span } from '../../document/span.ts';
import type { SuppressedReason } from '../../trace/extraction.ts';
import type { FormatCode, FormatRejectCode } from '../kit/codes.ts';
import type { TraceEvent } from '../../trace/trace.ts';
import { readBareJson } from './bare-json.ts';
import { MarkdownCode } from './markdown-code.ts';
import { markerTable, type Marker } from './marker-table.ts';

const LF = 0x0a;
const BACKTICK = 0x60;
const TILDE = 0x7e;
const GREATER = 0x3e;
const SPACE = 0x20;
const OPEN_TAG = 0x3c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** With these begin code blocks and quotes. */
const LINE_SIGNS = new Set([BACKTICK, TILDE, GREATER]);

const QUOTATION_MARKS = new Set(Array.from('"\'“‘„‚«‹「『', (mark) => mark.charCodeAt(0)));

/** What a marker is refused with where nothing is a call. */
const INSIDE = {
  quoted: 'quoted',
  'in-reasoning': 'inside-reasoning',
  'in-result': 'inside-result',
} as const satisfies Partial<Record<SuppressedReason, FormatRejectCode>>;

/**
 * Reads a text once, from left to right, for the calls of all given formats. Markers are looked for outside of closed
 * reasoning, inline code, blockquotes and code blocks of other languages; the earliest opener wins, and what follows it
 * decides which format it is.
 */
export class FormatPass {
  readonly source: TextSource;
  readonly rec: Recorder<FormatCode>;
  readonly tools: ToolIndex;
  readonly formats: readonly ToolFormat[];
  readonly lanes: Readonly<Record<Tier, TraceEvent[]>> = { marked: [], bare: [] };
  /** Where the first candidate of each tier is. */
  readonly first: Record<Tier, Span | null> = { marked: null, bare: null };
  /** What is not in the ledger yet is content up to here. */
  contentTo = 0;
  readonly #anywhere: MarkerTrie<Marker>;
  readonly #atLineStart: MarkerTrie<Marker>;
  readonly #triggers: ReadonlySet<number>;
  readonly #trigger: RegExp;
  readonly #lineCodes: ReadonlySet<number>;
  readonly #code: MarkdownCode;
  #lineFrom = 0;
  /** Bare JSON is not looked for before this offset. */
  #bareFrom = 0;
  /** Where reasoning began that is never closed, or -1. */
  #openReasoning = -1;
  #sawReasoning = false;
  /** Reasoning at the beginning of the text ends here. */
  #introTo = 0;
  /** What the last block began with, as far as it takes to know its format. */
  #last: { readonly text: string; readonly opener: string; readonly format: ToolFormat } | null = null;

  constructor(source: TextSource, rec: Recorder<FormatCode>, tools: ToolIndex, formats: readonly ToolFormat[]) {
    this.source = source;
    this.rec = rec;
    this.tools = tools;
    this.formats = formats;
    const table = markerTable(formats, tools);
    this.#anywhere = table.anywhere;
    this.#atLineStart = table.atLineStart;
    this.#triggers = table.triggers;
    this.#trigger = table.trigger;
    this.#lineCodes = table.lineCodes;
    this.#code = new MarkdownCode(source, (from, to) => this.#suppressIn(from, to, 'quoted'));
  }

  *run(): Resumable<void> {
    const { source } = this;
    let at = yield* this.#lineStart(0);
    for (;;) {
      const hit = this.#hitFrom(at);
      if (hit < 0) {
        at = source.length;
        this.contentTo = at;
        if (source.ended) break;
        source.keep = at;
        yield;
        continue;
      }
      this.contentTo = hit;
      const code = source.code(hit);
      if (code === LF) {
        const next = source.code(hit + 1);
        // Most lines begin with what begins nothing else.
        if (next > SPACE && !LINE_SIGNS.has(next) && !this.#lineCodes.has(next)) {
          this.#lineFrom = hit + 1;
          at = hit + 1;
        } else at = yield* this.#lineStart(hit + 1);
      } else if (code === BACKTICK) at = yield* this.#backticks(hit);
      else {
        const block = this.#blockAt(hit) ?? this.#markerAt(hit, this.#anywhere);
        at = Math.max(typeof block === 'number' ? block : yield* block, hit + 1);
      }
      this.contentTo = at;
    }
    if (this.#openReasoning >= 0) this.rec.mark('reasoning', this.#openReasoning, source.length);
  }

  /** True while reasoning is open that may never be closed. */
  get isReasoning(): boolean {
    return this.#openReasoning >= 0;
  }

  /** True when only white space lies between the last line break, block or reasoning and `at`. */
  startsLine(at: number): boolean {
    const from = Math.max(this.#lineFrom, this.rec.ledgerTo);
    if (at - from > 200) return false;
    for (let index = from; index < at; index += 1) if (!isSpace(this.source.code(index))) return false;
    return true;
  }

  startsText(at: number): boolean {
    for (let index = this.#introTo; index < at; index += 1) if (!isSpace(this.source.code(index))) return false;
    return true;
  }

  open(format: ToolFormat, opener: string, from: number): Block {
    const { rec } = this;
    const startsLine = this.startsLine(from);
    const startsText = startsLine && this.startsText(from);
    if (this.#openReasoning >= 0) {
      rec.mark('reasoning', this.#openReasoning, from);
      this.#openReasoning = -1;
      this.#into('marked');
      rec.quirk('call-ends-reasoning', { from, to: from + opener.length });
    }
    // A format with markers may be read without them.
    const tier = opener === '' ? 'bare' : format.tier;
    this.note(tier, from, from + Math.max(1, opener.length));
    return new Block(this, format.id, tier, opener, from, startsText, startsLine);
  }

  note(tier: Tier, from: number, to: number): void {
    this.first[tier] ??= { from, to };
    this.#into(tier);
  }

  #into(tier: Tier): void {
    this.rec.divert(this.lanes[tier]);
  }

  #hitFrom(at: number): number {
    const { source } = this;
    if (at >= source.length) return -1;
    // Most often something begins right after a block.
    if (this.#triggers.has(source.code(at))) return at;
    const { text, base } = source.view(at, source.length);
    this.#trigger.lastIndex = at - base;
    // A match is one unit long, and `test` makes no list of it.
    return this.#trigger.test(text) ? this.#trigger.lastIndex - 1 + base : -1;
  }

  /** Reads the block that begins at `hit`; null where that takes more text or another look. */
  #blockAt(hit: number): Resumable<number> | number | null {
    const { source } = this;
    if (this.#isInQuotes(hit)) return null;
    // Blocks of one reply begin alike: what the last one was need not be found out again.
    if (this.#last === null || !source.startsWith(this.#last.text, hit)) {
      const match = this.#anywhere.match(source, hit);
      if (match === null || match === 'more' || match.value.candidates.length === 0) return null;
      const { value: marker, to, isLongest } = match;
      const head = needsHead(marker) ? knownHead(source, to, marker.units) : { text: '', to };
      const format = head === null ? null : candidateFor(marker, head.text);
      if (head === null || format === null) return null;
      if (!isLongest || head.to >= source.length) return format.read(this.open(format, marker.literal, hit));
      // With the unit that ends the head, or else the head could go on.
      this.#last = { text: source.slice(hit, head.to + 1), opener: marker.literal, format };
    }
    const { format, opener } = this.#last;
    return format.read(this.open(format, opener, hit));
  }

  *#markerAt(hit: number, trie: MarkerTrie<Marker>): Resumable<number> {
    const { source } = this;
    let match = trie.match(source, hit);
    while (match === 'more') {
      source.keep = hit;
      yield;
      match = trie.match(source, hit);
    }
    if (match !== null) {
      const { value: marker, to } = match;
      if (marker.candidates.length > 0) {
        const format = yield* this.#choose(marker, to);
        if (format !== null && format.tier === 'marked' && this.#isInQuotes(hit)) {
          this.note('marked', hit, to);
          this.rec.reject('quoted', { from: hit, to });
          this.rec.suppressed.push({ span: { from: hit, to }, reason: 'quoted', name: null });
          return yield* lineEnd(this.source, to);
        }
        if (format !== null) {
          const end = format.read(this.open(format, marker.literal, hit));
          return typeof end === 'number' ? end : yield* end;
        }
      }
      if (marker.aside?.kind === 'reasoning') return yield* this.#reasoning(hit, to, marker.aside.close);
      if (marker.aside?.kind === 'result') return yield* this.#result(hit, to, marker.aside.close);
      if (marker.isMarkup) return yield* this.#lone(marker, hit, to);
      if (marker.literal.length > 1) {
        this.note('marked', hit, to);
        this.rec.rejectOneOfMany('opener-without-body', hit, to);
        return to;
      }
    }
    const code = source.code(hit);
    if (code !== OPEN_BRACE && code !== OPEN_BRACKET) return hit + 1;
    if (hit < this.#bareFrom) return hit + 1;
    const bare = yield* readBareJson(this, hit, this.#code.closer);
    this.#bareFrom = bare.bareFrom;
    return bare.at;
  }

  /** A quotation mark comes right before it, and other text before that: code and logs quote markup so. */
  #isInQuotes(at: number): boolean {
    return QUOTATION_MARKS.has(this.source.code(at - 1)) && !this.startsLine(at - 1);
  }

  *#choose(marker: Marker, to: number): Resumable<ToolFormat | null> {
    return candidateFor(marker, needsHead(marker) ? yield* headAt(this.source, to, marker.units) : '');
  }

  /** A closing marker or a control token on its own. */
  *#lone(marker: Marker, from: number, to: number): Resumable<number> {
    const { rec } = this;
    const isMention = yield* this.#isMention(marker, from, to);
    this.#into('marked');
    if (marker.closesReasoning && !this.#sawReasoning && !isMention) {
      this.#sawReasoning = true;
      this.#introTo = to;
      this.#openReasoning = -1;
      rec.quirk('reasoning-began-in-prompt', { from, to });
      rec.retract(to, 'in-reasoning');
      return to;
    }
    rec.rejectOneOfMany('stray-closer', from, to);
    if (this.#openReasoning < 0 && !isMention) rec.mark('markup', from, to);
    return to;
  }

  #isInCodeOrQuotes(at: number): boolean {
    return this.#code.isOpen || this.#isInQuotes(at);
  }

  /**
   * Whether a text speaks of a marker instead of using it: in quotes, in a line of an open code block, and a closing tag
   * with text on both sides.
   */
  *#isMention({ literal, closesReasoning }: Marker, from: number, to: number): Resumable<boolean> {
    if (this.startsLine(from)) return false;
    if (this.#isInCodeOrQuotes(from)) return true;
    if (!literal.startsWith('</') || closesReasoning) return false;
    let at = to;
    let code = yield* codeAt(this.source, at);
    while (code === SPACE) code = yield* codeAt(this.source, (at += 1));
    return code >= 0 && !isSpace(code) && code !== OPEN_TAG;
  }

  *#reasoning(from: number, to: number, closer: string): Resumable<number> {
    const { source, rec } = this;
    const startsLine = this.startsLine(from);
    if (!startsLine && this.#isInCodeOrQuotes(from)) return to;
    const close = yield* find(source, closer, to);
    if (close < 0) {
      if (startsLine && this.#openReasoning < 0) {
        this.#openReasoning = from;
        this.#sawReasoning = true;
      }
      return to;
    }
    const end = close + closer.length;
    const startsText = startsLine && this.startsText(from);
    this.#into('marked');
    rec.read('reasoning', { from, to: end });
    this.#suppressIn(to, close, 'in-reasoning');
    if (this.#openReasoning < 0) rec.mark('reasoning', from, end);
    this.#sawReasoning = true;
    if (startsText) this.#introTo = end;
    return end;
  }

  /** The answer of a tool that the model made up. In the middle of a line its opener is a word like others. */
  *#result(from: number, to: number, closer: string): Resumable<number> {
    if (!this.startsLine(from)) return to;
    const close = yield* find(this.source, closer, to);
    if (close < 0) return to;
    const end = close + closer.length;
    this.#suppressIn(to, close, 'in-result');
    this.rec.mark('suppressed', from, end);
    return end;
  }

  /** Notes the first marker in a range in which nothing is a call. */
  #suppressIn(from: number, to: number, reason: keyof typeof INSIDE): void {
    const { text, base } = this.source.view(from, to);
    this.#trigger.lastIndex = from - base;
    for (let found = this.#trigger.exec(text); found !== null; found = this.#trigger.exec(text)) {
      const at = found.index + base;
      if (at >= to) return;
      const match = text.charCodeAt(found.index) === LF ? null : this.#anywhere.match(this.source, at);
      if (match === null || match === 'more' || match.to > to) continue;
      const { candidates, literal } = match.value;
      if (literal.length < 4 || !candidates.some(({ format }) => format.tier === 'marked')) continue;
      const span = { from: at, to: match.to };
      this.note('marked', at, match.to);
      this.rec.reject(INSIDE[reason], span);
      this.rec.suppressed.push({ span, reason, name: null });
      return;
    }
  }

  /** What only counts where a line begins: code blocks, quotes, and the openers that are words. */
  *#lineStart(from: number): Resumable<number> {
    const { source } = this;
    this.#lineFrom = from;
    let at = from;
    let code = yield* codeAt(source, at);
    while ((code === 0x20 || code === 0x09) && at - from < 12) {
      if (at === from && this.#lineCodes.has(code)) {
        const opened = yield* this.#lineOpener(at);
        if (opened !== null) return opened;
      }
      at += 1;
      code = yield* codeAt(source, at);
    }
    if (this.#lineCodes.has(code)) {
      const opened = yield* this.#lineOpener(at);
      if (opened !== null) return opened;
    }
    if (code === BACKTICK || code === TILDE) {
      let length = 0;
      while ((yield* codeAt(source, at + length)) === code) length += 1;
      if (length >= 3) return yield* this.#code.fenceAt(at, length, this.startsLine(at));
      return at;
    }
    if (code === GREATER && !this.#code.isOpen && !(yield* this.#isRecipient(at))) {
      const end = yield* lineEnd(source, at);
      this.#suppressIn(at, end, 'quoted');
      return end;
    }
    return at;
  }

  /** `>>>name` addresses a message, and is no quote. */
  *#isRecipient(at: number): Resumable<boolean> {
    for (const [index, wanted] of [GREATER, GREATER, GREATER].entries())
      if ((yield* codeAt(this.source, at + index)) !== wanted) return false;
    return !isSpace(yield* codeAt(this.source, at + 3));
  }

  /** Reads the block whose opener is at the beginning of a line; null when no opener is there. */
  *#lineOpener(at: number): Resumable<number | null> {
    const { source } = this;
    let match = this.#atLineStart.match(source, at);
    while (match === 'more') {
      source.keep = at;
      yield;
      match = this.#atLineStart.match(source, at);
    }
    if (match === null) return null;
    const { value: marker, to } = match;
    if (marker.isMarkdown && this.#openReasoning >= 0) return null;
    const format = yield* this.#choose(marker, to);
    if (format === null) return null;
    const block = this.open(format, marker.literal, at);
    const read = format.read(block);
    const end = typeof read === 'number' ? read : yield* read;
    return marker.isMarkdown && block.isRefused ? null : Math.max(end, at + 1);
  }

  *#backticks(hit: number): Resumable<number> {
    const { source } = this;
    let length = 1;
    while ((yield* codeAt(source, hit + length)) === BACKTICK) length += 1;
    if (length >= 3) {
      if (this.#lineCodes.has(BACKTICK)) {
        const opened = yield* this.#lineOpener(hit);
        if (opened !== null) return opened;
      }
      return yield* this.#code.fenceAt(hit, length, this.startsLine(hit));
    }
    return this.#code.isOpen ? hit + length : yield* this.#code.inlineAt(hit, length);
  }
}

/** Whether the literal alone does not decide which format it is. */
function needsHead({ candidates }: Marker): boolean {
  return candidates.length > 1 || candidates[0]?.next !== null;
}

/** The first format that what follows the marker fits. */
function candidateFor({ candidates }: Marker, head: string): ToolFormat | null {
  return candidates.find(({ next }) => next === null || next.test(head))?.format ?? null;
}
