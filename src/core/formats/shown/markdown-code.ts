import { isAsciiSpace } from '../../text/document/index.ts';
import type { TextSource } from '../kit/read/source.ts';
import { codeAt, find, known, lineEnd, skipSpace, type Resumable } from '../kit/read/resumable.ts';
import { describesCalls, endsReply, explains, holdsBack, leadsToForm } from '../kit/read/words-around.ts';
import { languageOf, mayHoldCalls } from './languages.ts';

const LF = 0x0a;
const BACKTICK = 0x60;
const LONGEST_INFO = 200;
/** The first key of a call in YAML. */
const NAMES_TOOL = /^\s{1,8}(?:tool|function)(?:_name|_call)?: ?["']?\w/i;
const LONGEST_KEY = 40;
/** The line above a block is looked for this far before it, in UTF-16 units. */
const LONGEST_ABOVE = 300;

/** The opening fence of a code block at `from`. */
interface Fence {
  readonly sign: string;
  readonly length: number;
  readonly from: number;
}

/**
 * Reads the code of Markdown. Inline code and blocks of other languages are quotations. A block of a readable language stays
 * open until its closing fence.
 */
export class MarkdownCode {
  readonly #source: TextSource;
  readonly #quote: (from: number, to: number) => void;
  readonly #isTool: (word: string) => boolean;
  readonly #isAnnounced: (at: number) => boolean;
  #open: Fence | null = null;
  /** The last block for which `endsWithText` was answered. */
  #judged: { readonly fence: Fence; readonly endsText: boolean } | null = null;
  /** The last block for which `isExplained` was answered. */
  #explained: { readonly fence: Fence; readonly is: boolean } | null = null;
  /** The last block for which `isHeldBack` was answered. */
  #heldBack: { readonly fence: Fence; readonly is: boolean } | null = null;
  /** The last closing fence that was looked for, from where, and where it is. */
  #lastEnd: { readonly closer: string; readonly from: number; readonly close: number; readonly end: number } | null =
    null;
  /** For each length of a run of backticks: the offset up to which no other run of that length follows. */
  readonly #noRun = new Map<number, number>();
  /** Remembers whether blocks with a language may hold calls: a text often has the same language again. */
  readonly #words = new Map<string, boolean>();

  /**
   * @param quote is called with each range that can hold no call
   * @param isTool whether a word, in lower case, is the name of a declared tool and of no language
   * @param isAnnounced whether nothing is before a place but words in which the model says what it does next
   */
  constructor(
    source: TextSource,
    quote: (from: number, to: number) => void,
    isTool: (word: string) => boolean,
    isAnnounced: (at: number) => boolean,
  ) {
    this.#isAnnounced = isAnnounced;
    this.#source = source;
    this.#isTool = isTool;
    this.#quote = quote;
  }

  /** True inside of a block that may hold a call. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** The open block; null outside of blocks. */
  get fence(): Fence | null {
    return this.#open;
  }

  /** Whether only the end of the turn follows the open block. Answered once for each block. */
  *endsWithText(): Resumable<boolean> {
    const fence = this.#open;
    if (fence === null) return false;
    if (this.#judged?.fence !== fence) {
      const to = yield* this.#endOf(fence, fence.from + fence.length);
      const at = yield* skipSpace(this.#source, to);
      this.#judged = { fence, endsText: yield* endsReply(this.#source, at) };
    }
    return this.#judged.endsText;
  }

  /** Whether the words before and after the open block explain what is in it. Answered once for each block. */
  *isExplained(): Resumable<boolean> {
    const fence = this.#open;
    if (fence === null) return false;
    if (this.#explained?.fence !== fence) {
      const above = this.#source.slice(Math.max(0, fence.from - LONGEST_ABOVE), fence.from);
      const is =
        (leadsToForm(above) && (yield* this.#explainsAfter(fence))) ||
        (describesCalls(above) && !(yield* this.endsWithText()));
      this.#explained = { fence, is };
    }
    return this.#explained.is;
  }

  /** Whether the words after the open block say that nobody has sent what is in it. Answered once for each block. */
  *isHeldBack(): Resumable<boolean> {
    const fence = this.#open;
    if (fence === null) return false;
    if (this.#heldBack?.fence !== fence)
      this.#heldBack = {
        fence,
        is: yield* holdsBack(this.#source, yield* this.#endOf(fence, fence.from + fence.length)),
      };
    return this.#heldBack.is;
  }

  *#explainsAfter(fence: Fence): Resumable<boolean> {
    return yield* explains(this.#source, yield* this.#endOf(fence, fence.from + fence.length));
  }

  /** Quotes the rest of the open block from `from` on. Returns where reading continues: after the block. */
  *quoteRest(from: number): Resumable<number> {
    const fence = this.#open;
    if (fence === null) return from;
    const to = yield* this.#endOf(fence, from);
    this.#open = null;
    this.#quote(from, to);
    return to;
  }

  /** The literal that closes the open block; null outside of blocks. */
  get closer(): string | null {
    return this.#open === null ? null : this.#open.sign.repeat(this.#open.length);
  }

  /**
   * Reads a run of three or more signs (`length`), which begins a block, ends one, or means nothing. Returns where reading
   * continues. `startsLine`: only white space is before the run on its line.
   *
   *     ```python\nx = 1\n```
   *        ^ infoFrom         ^ end of the block
   *     ^ from   ^ end of the line
   */
  *fenceAt(from: number, length: number, startsLine: boolean): Resumable<number> {
    const source = this.#source;
    const sign = String.fromCharCode(source.code(from));
    const infoFrom = from + length;
    const end = yield* lineEnd(source, infoFrom);
    const info = end - infoFrom > LONGEST_INFO ? '`' : source.slice(infoFrom, end).trim().toLowerCase();
    const open = this.#open;
    if (open !== null) {
      if (open.sign === sign && length >= open.length && info === '') this.#open = null;
      // Who puts a block into a block shows a text of Markdown.
      if (open.sign === sign && length < open.length && startsLine) return yield* this.quoteRest(infoFrom);
      return infoFrom;
    }
    if (info.includes('`') || (!startsLine && /\s/.test(info)) || end >= source.length) return infoFrom;
    const fence = { sign, length, from };
    const word = languageOf(info);
    if (this.#mayHoldCalls(word) || (yield* this.#isCallOfYaml(word, from, end))) {
      this.#open = fence;
      // Arguments may be beside the name of a tool.
      return this.#isTool(word) && info !== word ? infoFrom + word.length : end;
    }
    const blockEnd = yield* this.#endOf(fence, end);
    this.#quote(end, blockEnd);
    return blockEnd;
  }

  /** Whether a block of YAML names a tool, after words that say so: most blocks of YAML are settings. */
  *#isCallOfYaml(word: string, from: number, to: number): Resumable<boolean> {
    if ((word !== 'yaml' && word !== 'yml') || !this.#isAnnounced(from)) return false;
    yield* known(this.#source, to, to + LONGEST_KEY);
    return NAMES_TOOL.test(this.#source.slice(to, to + LONGEST_KEY));
  }

  #mayHoldCalls(word: string): boolean {
    const known = this.#words.get(word) ?? (mayHoldCalls(word) || this.#isTool(word));
    this.#words.set(word, known);
    return known;
  }

  /**
   * Reads one or two backticks. Returns where reading continues: after the inline code, or after the backticks if they begin
   * none.
   *
   *     Write `<tool_call>` or not.
   *           ^ hit       ^ tick
   *            ^ from
   */
  *inlineAt(hit: number, length: number): Resumable<number> {
    const source = this.#source;
    const from = hit + length;
    if ((this.#noRun.get(length) ?? 0) > from) return from;
    for (let at = from; ;) {
      const tick = source.next('`', at);
      const line = source.next('\n', at);
      if (tick < 0 || (line >= 0 && line < tick)) {
        if (line >= 0 || source.ended) {
          this.#noRun.set(length, line >= 0 ? line : source.length);
          return from;
        }
        source.keep = at;
        yield;
        continue;
      }
      let run = 1;
      while ((yield* codeAt(source, tick + run)) === BACKTICK) run += 1;
      if (run === length) {
        this.#quote(from, tick);
        return tick + run;
      }
      at = tick + run;
    }
  }

  /** Where a block ends: after its closing fence, or at the end of the text. One search answers for all blocks before what it found. */
  *#endOf({ sign, length }: Omit<Fence, 'from'>, from: number): Resumable<number> {
    const closer = sign.repeat(length);
    const last = this.#lastEnd;
    if (last?.closer === closer && last.from <= from && from <= last.close) return last.end;
    const found = yield* this.#closingFence(closer, from);
    this.#lastEnd = { closer, from, ...found };
    return found.end;
  }

  *#closingFence(closer: string, from: number): Resumable<{ readonly close: number; readonly end: number }> {
    const source = this.#source;
    const { length } = closer;
    for (let at = from; ;) {
      const close = yield* find(source, closer, at);
      if (close < 0) return { close: source.length, end: source.length };
      at = close + length;
      let start = close;
      while (source.code(start - 1) !== LF && isAsciiSpace(source.code(start - 1))) start -= 1;
      if (source.code(start - 1) !== LF) continue;
      let end = at;
      for (let code = yield* codeAt(source, end); ; code = yield* codeAt(source, end)) {
        if (code < 0 || code === LF) return { close, end };
        if (!isAsciiSpace(code) && code !== closer.charCodeAt(0)) break;
        end += 1;
      }
    }
  }
}
