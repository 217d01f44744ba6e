import { isAsciiSpace } from '../../text/document/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { FormatCode } from '../kit/read/codes.ts';
import type { ToolFormat } from '../format.ts';
import { headAt, knownHead } from '../kit/read/head.ts';
import { codeAt, type Resumable } from '../kit/read/resumable.ts';
import { NEAR, type TextSource } from '../kit/read/source.ts';
import { announcedCalls, mayAnnounce, mayAnnounceAt } from './announced-calls.ts';
import { readBareJson } from './bare-json.ts';
import { candidateFor, needsHead, type Candidate, type Marker, type MarkerTable } from './marker-table.ts';
import { ShownText } from '../shown/index.ts';
import { closerAsOpener, misspeltTag, tagWithoutSign, type MisspeltTag } from '../kit/mend/misspelt-tags.ts';
import { namedBrace } from './named-brace.ts';
import { PassContext } from './pass-context.ts';
import type { PreparedFormats } from './prepared-formats.ts';

const LF = 0x0a;
const BACKTICK = 0x60;
const SPACE = 0x20;
const TAB = 0x09;
const LESS = 0x3c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** With more indentation, nothing can begin on the line. */
const LONGEST_INDENT = 12;

/**
 * Where a block ends, or the generator that reads on until that is known. The generator is returned instead of awaited with
 * `yield*`: each chunk passes through every waiting generator, so a long block should have few of them around it.
 */
type Rest = number | Generator<void, Rest, void>;

/**
 * Reads a text once, from left to right, and finds the calls of all given formats. It looks for markers outside of closed
 * reasoning, inline code, blockquotes and code blocks of other languages. The earliest opener wins, and the text after it
 * decides which format reads the block.
 */
export class FormatPass {
  /** Text before this offset that is not in the ledger yet is content. */
  contentTo = 0;
  readonly #context: PassContext;
  readonly #markers: MarkerTable;
  readonly #shown: ShownText;
  /** Bare JSON is not looked for before this offset. */
  #bareFrom = 0;
  /** The beginning of the last block, up to where its format was known. */
  #last: { readonly text: string; readonly opener: string; readonly candidate: Candidate } | null = null;

  constructor(source: TextSource, rec: Recorder<FormatCode>, { tools, formats, markers }: PreparedFormats) {
    this.#markers = markers;
    this.#context = new PassContext(source, rec, tools, formats);
    this.#shown = new ShownText(this.#context, markers);
  }

  get formats(): readonly ToolFormat[] {
    return this.#context.formats;
  }

  /** The steps of each tier. */
  get lanes(): PassContext['lanes'] {
    return this.#context.lanes;
  }

  /** The first candidate of each tier. */
  get first(): Readonly<PassContext['first']> {
    return this.#context.first;
  }

  /**
   * The state between two places where something begins.
   *
   *     Let me look.\n<tool_call>{"name": …}</tool_call> Done: `x`.
   *                 ^ hit: line break                          ^ hit: backtick
   *                   ^ hit: first sign of a marker     ^ after the block
   */
  *run(): Resumable<void> {
    const { source, rec } = this.#context;
    let at = yield* this.#lineStart(0);
    for (;;) {
      const { answerEnds } = this.#context;
      if (answerEnds !== null) {
        at = yield* this.#answer(at, answerEnds);
        continue;
      }
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
        this.#context.lineFrom = hit + 1;
        // Most lines begin with an ordinary character.
        if (
          next > SPACE &&
          !this.#shown.mayBeginLine(next) &&
          !this.#markers.lineCodes.has(next) &&
          !(mayAnnounce(next, source.code(hit + 2)) && mayAnnounceAt(this.#context, hit + 1))
        )
          at = hit + 1;
        else at = yield* this.#lineStart(hit + 1);
      } else if (code === BACKTICK) at = yield* this.#backticks(hit);
      else {
        let block: Rest = this.#blockAt(hit) ?? this.#markerAt(hit);
        while (typeof block !== 'number') block = yield* block;
        at = Math.max(block, hit + 1);
      }
      this.contentTo = at;
    }
    if (this.isReasoning) rec.mark('reasoning', this.#context.openReasoning, source.length);
  }

  /** True while reasoning is open that may never be closed. */
  get isReasoning(): boolean {
    return this.#context.openReasoning >= 0;
  }

  /** The next place where anything may begin; -1 where the known text has none. */
  #hitFrom(at: number): number {
    const { source } = this.#context;
    if (at >= source.length) return -1;
    // Usually something begins directly after a block.
    if (this.#markers.triggers.has(source.code(at))) return at;
    const { trigger } = this.#markers;
    // Before the window in steps, each longer than the last: what is near does not join all that came since.
    let from = at;
    for (let step = NEAR; from < source.length; step *= 4) {
      const { text, base } = source.view(from, Math.min(source.length, from + step));
      trigger.lastIndex = from - base;
      // A match is one unit long, and `test` makes no list of it.
      if (trigger.test(text)) return trigger.lastIndex - 1 + base;
      from = base + text.length;
    }
    return -1;
  }

  /**
   * The state at a marker whose format is known at once; null if that needs more text or a closer look.
   *
   *     <tool_call>{"name": "get_weather", …}</tool_call>
   *     ^ hit      ^ head: what decides which format it is
   */
  #blockAt(hit: number): Rest | null {
    const context = this.#context;
    const { source } = context;
    if (this.#shown.mayBeShown(hit)) return null;
    // The blocks of one reply begin alike, so the format of the last one is tried first.
    if (this.#last === null || !source.startsWith(this.#last.text, hit)) {
      const match = this.#markers.anywhere.match(source, hit);
      if (match === null || match === 'more' || match.value.candidates.length === 0) return null;
      const { value: marker, to, isLongest } = match;
      const head = needsHead(marker) ? knownHead(source, to, marker.units) : { text: '', to };
      const candidate = head === null ? null : candidateFor(marker, head.text);
      if (head === null || candidate === null) return null;
      if (!isLongest || head.to >= source.length) return this.#read(candidate, marker.literal, hit);
      // The text includes the unit after the head: without it, the head could continue.
      this.#last = { text: source.slice(hit, head.to + 1), opener: marker.literal, candidate };
    }
    const { candidate, opener } = this.#last;
    return this.#read(candidate, opener, hit);
  }

  /**
   * The state at a sign with which a marker may begin.
   *
   *     <tool_call>…  </think>  <tool_response>…  <b>
   *     ^ opener      ^ lone    ^ aside           ^ none
   */
  *#markerAt(hit: number): Resumable<Rest> {
    const { source } = this.#context;
    const { anywhere } = this.#markers;
    let match = anywhere.match(source, hit);
    while (match === 'more') {
      source.keep = hit;
      yield;
      match = anywhere.match(source, hit);
    }
    const after = match === null ? null : yield* this.#afterMarker(match.value, hit, match.to);
    return after ?? (yield* this.#misspeltAt(hit)) ?? this.#bracketAt(hit);
  }

  /** The state at a tag that is nearly an opener; null if it opens nothing. */
  *#misspeltAt(hit: number): Resumable<Rest | null> {
    const isTag = this.#context.source.code(hit) === LESS;
    return yield* this.#openMisspelt(isTag ? yield* misspeltTag(this.#context, this.#markers, hit) : null, hit);
  }

  *#openMisspelt(tag: MisspeltTag | null, hit: number): Resumable<Rest | null> {
    if (tag === null) return null;
    const { candidate, opener, to } = tag;
    const sampleTo = yield* this.#shown.sample(candidate.format, opener, hit);
    if (sampleTo !== null) return sampleTo;
    const block = this.#context.open(candidate.format, opener, hit, candidate.respelt, to);
    this.#context.rec.repair('wrong-marker', { from: hit, to }, opener);
    return candidate.format.read(block);
  }

  /**
   * The state after a marker that begins at `hit`; null if the marker means nothing there.
   *
   *     say "<tool_call>{…}          <tool_call>{…}
   *          ^ hit, in quotes        ^ hit      ^ to
   */
  *#afterMarker(marker: Marker, hit: number, to: number): Resumable<Rest | null> {
    const context = this.#context;
    const candidate = marker.candidates.length > 0 ? yield* this.#choose(marker, to) : null;
    if (candidate !== null) {
      const { format } = candidate;
      const quoted = yield* this.#shown.quoted(format, hit, to);
      if (quoted !== null) return quoted;
      const sampleTo = yield* this.#shown.sample(format, marker.literal, hit);
      return sampleTo ?? this.#read(candidate, marker.literal, hit);
    }
    const aside = this.#shown.aside(marker, hit, to);
    if (aside !== null) return aside;
    const tag = marker.tag === null ? null : yield* closerAsOpener(context, marker.tag, marker.literal, hit, to);
    if (tag !== null) return yield* this.#openMisspelt(tag, hit);
    if (marker.isMarkup) return this.#shown.lone(marker, hit, to);
    if (marker.literal.length === 1) return null;
    context.note('marked', hit, to);
    context.rec.rejectOneOfMany('opener-without-body', hit, to);
    return to;
  }

  /**
   * The state at a sign that begins no marker. A bracket may begin bare JSON.
   *
   *     {"name": "get_weather", "arguments": {…}}
   *     ^ hit                                    ^ after it, when it is a call
   */
  *#bracketAt(hit: number): Resumable<number> {
    const code = this.#context.source.code(hit);
    if ((code !== OPEN_BRACE && code !== OPEN_BRACKET) || hit < this.#bareFrom) return hit + 1;
    const explainedTo = yield* this.#shown.explained(hit);
    if (explainedTo !== null) return explainedTo;
    const named = yield* namedBrace(this.#context, hit, this.#shown);
    if (named !== null) return named;
    const bare = yield* readBareJson(this.#context, hit, this.#shown.codeCloser);
    this.#bareFrom = bare.bareFrom;
    return bare.at;
  }

  /**
   * The answer to the user, which begins at `from`: nothing in it is a call.
   *
   *     <|channel|>final<|message|>{"name": …}<|return|>
   *                                ^ from     ^ returned
   */
  *#answer(from: number, ends: readonly string[]): Resumable<number> {
    const context = this.#context;
    const { source } = context;
    const longest = Math.max(...ends.map(({ length }) => length));
    for (;;) {
      const found = ends.map((end) => source.next(end, from)).filter((at) => at >= 0);
      const to = Math.min(source.length, ...found);
      if (source.ended || (found.length > 0 && to + longest <= source.length)) {
        context.answerEnds = null;
        context.answerTo = to;
        context.into('marked');
        if (to > from) context.rec.read('answer', { from, to });
        this.#shown.answer(from, to);
        context.lineFrom = Math.max(context.lineFrom, from + source.slice(from, to).lastIndexOf('\n') + 1);
        this.contentTo = to;
        return to;
      }
      this.contentTo = Math.max(from, Math.min(to, source.length - longest + 1));
      source.keep = this.contentTo;
      yield;
    }
  }

  /** Reads a block of a format. */
  #read(candidate: Candidate, opener: string, from: number): Rest {
    const { format, respelt: other } = candidate;
    // The opener has attributes. A format without attributes may be meant, so a misspelt tag is tried first.
    const hasAttributes = isAsciiSpace(opener.charCodeAt(opener.length - 1)) && opener.startsWith('<');
    return hasAttributes
      ? this.#withAttributes(candidate, opener, from)
      : format.read(this.#context.open(format, opener, from, other));
  }

  *#withAttributes({ format, respelt: other }: Candidate, opener: string, from: number): Resumable<Rest> {
    const misspelt = yield* this.#misspeltAt(from);
    return misspelt ?? format.read(this.#context.open(format, opener, from, other));
  }

  /** The format of a block, chosen by its marker and the text after it. */
  *#choose(marker: Marker, to: number): Resumable<Candidate | null> {
    return candidateFor(marker, needsHead(marker) ? yield* headAt(this.#context.source, to, marker.units) : '');
  }

  /**
   * The state at the beginning of a line. Code blocks, blockquotes, and openers that are words begin only there.
   *
   *       Action: get_weather      ```python      > quoted
   *     ^ from                     ^ at           ^ at
   *       ^ at
   */
  *#lineStart(from: number): Resumable<number> {
    const context = this.#context;
    const { source } = context;
    const { lineCodes } = this.#markers;
    let at = from;
    let code = yield* codeAt(source, at);
    while ((code === SPACE || code === TAB) && at - from < LONGEST_INDENT) {
      if (at === from && lineCodes.has(code)) {
        const opened = yield* this.#lineOpener(at);
        if (opened !== null) return opened;
      }
      at += 1;
      code = yield* codeAt(source, at);
    }
    if (lineCodes.has(code)) {
      const opened = yield* this.#lineOpener(at);
      if (opened !== null) return opened;
    }
    if (mayAnnounce(code, source.code(at + 1)) && (at === from || context.startsReply(at))) {
      const announced = yield* announcedCalls(context, at, this.#shown);
      if (announced !== null) return announced;
    }
    return this.#shown.mayBeginLine(code) ? yield* this.#shown.lineSign(code, at) : at;
  }

  /**
   * The state at the first sign of a line; null if no opener for the beginning of a line is there.
   *
   *     Action: get_weather
   *     ^ at   ^ to
   */
  *#lineOpener(at: number): Resumable<number | null> {
    const { source } = this.#context;
    const { atLineStart } = this.#markers;
    let match = atLineStart.match(source, at);
    while (match === 'more') {
      source.keep = at;
      yield;
      match = atLineStart.match(source, at);
    }
    if (match === null) return null;
    const { value: marker, to } = match;
    if (marker.isMarkdown && this.isReasoning) return null;
    if (this.#context.isAnnouncedAsShown(at)) return yield* this.#shown.forbidden(at, to);
    if (marker.tag !== null) {
      const tag = yield* tagWithoutSign(this.#context, marker.tag, to);
      let block = yield* this.#openMisspelt(tag, at);
      while (block !== null && typeof block !== 'number') block = yield* block;
      return block === null ? null : Math.max(block, at + 1);
    }
    const format = (yield* this.#choose(marker, to))?.format ?? null;
    if (format === null) return null;
    const sampleTo = yield* this.#shown.sample(format, marker.literal, at);
    if (sampleTo !== null) return sampleTo;
    const block = this.#context.open(format, marker.literal, at);
    const read = format.read(block);
    const end = typeof read === 'number' ? read : yield* read;
    if (!block.isRefused) return Math.max(end, at + 1);
    const announced = yield* announcedCalls(this.#context, at, this.#shown);
    return announced ?? (marker.isMarkdown ? null : Math.max(end, at + 1));
  }

  /**
   * The state at a backtick in the middle of a line.
   *
   *     Write `<tool_call>` or ```json
   *           ^ hit, inline    ^ hit, a block
   */
  *#backticks(hit: number): Resumable<number> {
    const { source } = this.#context;
    let length = 1;
    while ((yield* codeAt(source, hit + length)) === BACKTICK) length += 1;
    if (length >= 3 && this.#markers.lineCodes.has(BACKTICK)) {
      const opened = yield* this.#lineOpener(hit);
      if (opened !== null) return opened;
    }
    if (length === 1 && (yield* this.#shown.isReplyInCode(hit))) return hit + 1;
    return yield* this.#shown.backticks(hit, length);
  }
}
