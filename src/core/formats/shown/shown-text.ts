import { isAsciiSpace, type Span } from '../../text/document/index.ts';
import type { Tier, ToolFormat } from '../format.ts';
import { beginsNamedCall } from '../kit/read/named-call.ts';
import { codeAt, find, lineEnd, lookingAt, skipSpace, type Resumable } from '../kit/read/resumable.ts';
import { endsReply, isNoun, isOfAKind } from '../kit/read/words-around.ts';
import { notAsked } from '../kit/read/write-calls.ts';
import type { Marker, MarkerTable } from '../pass/marker-table.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { Asides } from './asides.ts';
import { MarkdownCode } from './markdown-code.ts';

const BACKTICK = 0x60;
const TILDE = 0x7e;
const GREATER = 0x3e;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** Longer inline code is not waited for. */
const LONGEST_CODE = 2000;

/** The first signs of code blocks and blockquotes. */
const LINE_SIGNS: ReadonlySet<number> = new Set([BACKTICK, TILDE, GREATER]);

/** Decides, while a text arrives, whether its markup is shown or meant. Each method says where reading continues. */
export class ShownText {
  readonly #context: PassContext;
  readonly #asides: Asides;
  readonly #code: MarkdownCode;

  constructor(context: PassContext, markers: MarkerTable) {
    this.#context = context;
    this.#asides = new Asides(context, markers, () => this.#code.isOpen);
    this.#code = new MarkdownCode(
      context.source,
      (from, to) => {
        this.#asides.suppressIn(from, to, 'quoted');
      },
      // A name of one word may be that of a language.
      (word) => word.includes('_') && context.tools.has(word),
      (at) => !context.startsText(at) && context.startsReply(at),
    );
  }

  /** The literal that closes the open code block; null outside of blocks. */
  get codeCloser(): string | null {
    return this.#code.closer;
  }

  /** Whether a marker at this place may be shown only: in an open code block, in quotes, or after words that say so. */
  mayBeShown(at: number): boolean {
    const context = this.#context;
    return (
      this.#code.isOpen || context.isInQuotes(at) || context.isAnnouncedAsShown(at) || isOfAKind(context.source, at)
    );
  }

  /** Whether a line that begins with this sign may begin a code block or a blockquote. */
  mayBeginLine(code: number): boolean {
    return LINE_SIGNS.has(code);
  }

  /**
   * An opener in quotes is shown, and so is the rest of its line; after words that say so, all up to its closer. Null where it
   * is meant.
   *
   *     say "<tool_call>{…}
   *          ^ from     ^ to
   */
  *quoted({ tier, closers = [] }: ToolFormat, from: number, to: number): Resumable<number | null> {
    const context = this.#context;
    if (tier !== 'marked') return null;
    if (context.isAnnouncedAsShown(from)) return yield* this.forbidden(from, to, closers[0]);
    const [closer] = closers;
    if (closer !== undefined && (yield* isNoun(context.source, from, to, closer)))
      return yield* this.forbidden(from, to, closer);
    if (!context.isInQuotes(from)) return null;
    this.#suppress('marked', { from, to }, to);
    return yield* lineEnd(context.source, to);
  }

  /** Markup after words that say that it is only shown: it goes up to its closer, or to the end of the line. */
  *forbidden(from: number, to: number, closer?: string): Resumable<number> {
    const { source } = this.#context;
    const close = closer === undefined ? -1 : yield* find(source, closer, to);
    const end = close < 0 ? yield* lineEnd(source, to) : close + (closer?.length ?? 0);
    this.#suppress('marked', { from, to }, end);
    return end;
  }

  #suppress(tier: Tier, marker: Span, to: number): void {
    this.#context.note(tier, marker.from, marker.to);
    this.#context.rec.reject('quoted', marker);
    this.#context.rec.addSuppressed({ from: marker.from, to }, 'quoted', null);
  }

  /**
   * A block only shows what a call looks like where it is in a code block within other text, and its markup comes from the
   * training of a model, so that no prompt asks for it, or the words around it say that it is an example. Null where it is meant.
   */
  *sample({ notAsked: reason }: ToolFormat, opener: string, at: number): Resumable<number | null> {
    const { fence } = this.#code;
    if (fence === null) return null;
    if (yield* this.#code.isHeldBack()) return yield* this.#code.quoteRest(at);
    const isToken = reason === notAsked.tokens || reason === notAsked.trained || /[|｜]/.test(opener);
    // Where text goes on after an example, it explains something.
    if (!isToken && !this.#context.isGivenAsExample(fence.from) && !(yield* this.#code.isExplained())) return null;
    if (yield* isToken ? this.isReply() : this.#code.endsWithText()) return null;
    return yield* this.#code.quoteRest(at);
  }

  /**
   * Whether inline code that begins at a backtick is an object or a list, and is the reply but for words around it. Without
   * declared tools it may be that of anything, unless it has a name and arguments.
   */
  *isReplyInCode(at: number): Resumable<boolean> {
    const { source, tools } = this.#context;
    const sign = yield* codeAt(source, at + 1);
    if ((sign !== OPEN_BRACE && sign !== OPEN_BRACKET) || !this.#context.startsReply(at)) return false;
    if (tools.isEmpty && !(yield* beginsNamedCall(source, at + 1))) return false;
    const line = yield* lineEnd(source, at);
    const [code] = line - at > LONGEST_CODE ? [] : (/^`[^`]+[}\]]`/.exec(source.slice(at, line)) ?? []);
    return code !== undefined && (yield* endsReply(source, yield* skipSpace(source, at + code.length)));
  }

  /** JSON in a code block that the words around it explain is shown. Null where it may be meant. */
  *explained(at: number): Resumable<number | null> {
    const { fence } = this.#code;
    const isForbidden = fence !== null && this.#context.isAnnouncedAsShown(fence.from);
    if (!isForbidden && !(yield* this.#code.isHeldBack()) && !(yield* this.#code.isExplained())) return null;
    this.#suppress('bare', { from: at, to: at + 1 }, at + 1);
    return yield* this.#code.quoteRest(at);
  }

  /** Whether no code block is open, or one that is the reply but for words around it. */
  *isReply(): Resumable<boolean> {
    const { fence } = this.#code;
    return fence === null || (this.#context.startsReply(fence.from) && (yield* this.#code.endsWithText()));
  }

  /** The opener of reasoning, of the answer of a tool, or of the answer to the user; null for any other marker. */
  aside(marker: Marker, from: number, to: number): Resumable<number> | null {
    return marker.aside === null ? null : this.#asides.opener(marker.aside, marker, from, to);
  }

  /** A closing marker or a control token on its own. */
  lone(marker: Marker, from: number, to: number): Resumable<number> {
    return this.#asides.lone(marker, from, to);
  }

  /** The answer to the user. */
  answer(from: number, to: number): void {
    this.#asides.suppressIn(from, to, 'in-answer');
  }

  /**
   * The first sign of a line, after its indentation: a code block, or a blockquote.
   *
   *     ```python      > quoted
   *     ^ at           ^ at
   */
  *lineSign(code: number, at: number): Resumable<number> {
    const { source } = this.#context;
    if (code === BACKTICK || code === TILDE) {
      let length = 0;
      while ((yield* codeAt(source, at + length)) === code) length += 1;
      return length >= 3 ? yield* this.#code.fenceAt(at, length, this.#context.startsLine(at)) : at;
    }
    if (code === GREATER && !this.#code.isOpen && !(yield* this.#isRecipient(at))) {
      const end = yield* lineEnd(source, at);
      this.#asides.suppressIn(at, end, 'quoted');
      return end;
    }
    return at;
  }

  /** `>>>name` addresses a message and is no blockquote. */
  *#isRecipient(at: number): Resumable<boolean> {
    const { source } = this.#context;
    return (yield* lookingAt(source, at, '>>>')) && !isAsciiSpace(yield* codeAt(source, at + 3));
  }

  /**
   * So many backticks in the middle of a line.
   *
   *     Write `<tool_call>` or ```json
   *           ^ at, inline     ^ at, a block
   */
  *backticks(at: number, length: number): Resumable<number> {
    if (length >= 3) return yield* this.#code.fenceAt(at, length, this.#context.startsLine(at));
    return this.#code.isOpen ? at + length : yield* this.#code.inlineAt(at, length);
  }
}
