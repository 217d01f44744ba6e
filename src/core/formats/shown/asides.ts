import { isAsciiSpace } from '../../text/document/index.ts';
import type { SuppressedReason } from '../../trace/index.ts';
import type { FormatRejectCode } from '../kit/read/codes.ts';
import { codeAt, find, type Resumable } from '../kit/read/resumable.ts';
import type { Marker, MarkerTable } from '../pass/marker-table.ts';
import type { PassContext } from '../pass/pass-context.ts';

const LF = 0x0a;
const SPACE = 0x20;
const OPEN_TAG = 0x3c;

/** The code with which a marker is refused in text that can hold no call. */
const INSIDE = {
  quoted: 'quoted',
  'in-reasoning': 'inside-reasoning',
  'in-result': 'inside-result',
  'in-answer': 'inside-answer',
} as const satisfies Partial<Record<SuppressedReason, FormatRejectCode>>;

/** Reads markup that is no call, and the ranges that can hold no call: reasoning, answers of tools, quotes. */
export class Asides {
  readonly #context: PassContext;
  readonly #markers: MarkerTable;
  readonly #isInCode: () => boolean;
  #sawReasoning = false;

  /** @param isInCode whether a code block is open */
  constructor(context: PassContext, markers: MarkerTable, isInCode: () => boolean) {
    this.#context = context;
    this.#markers = markers;
    this.#isInCode = isInCode;
  }

  /**
   * A closing marker or a control token on its own, or the one that closes an answer to the user.
   *
   *     I will look it up.</think>   It is done.</tool_call>
   *                       ^ from                ^ from
   *                               ^ to: reasoning that began in the prompt ends here
   */
  *lone(marker: Marker, from: number, to: number): Resumable<number> {
    const { rec } = this.#context;
    const isMention = yield* this.#isMention(marker, from, to);
    this.#context.into('marked');
    if (marker.closesReasoning && !this.#sawReasoning && !isMention) {
      this.#sawReasoning = true;
      this.#context.introTo = to;
      this.#context.openReasoning = -1;
      rec.quirk('reasoning-began-in-prompt', { from, to });
      rec.retract(to, 'in-reasoning');
      return to;
    }
    if (from !== this.#context.answerTo) rec.rejectOneOfMany('stray-closer', from, to);
    if (this.#context.openReasoning < 0 && !isMention) rec.mark('markup', from, to);
    return to;
  }

  #isInCodeOrQuotes(at: number): boolean {
    return this.#isInCode() || this.#context.isInQuotes(at);
  }

  /**
   * Whether the text only mentions a marker: in quotes, in a line of an open code block, or as a closing tag with text on
   * both sides.
   *
   *     Close it with </tool_call> and stop.
   *                   ^ from      ^ to: other text follows
   */
  *#isMention({ literal, closesReasoning }: Marker, from: number, to: number): Resumable<boolean> {
    if (this.#context.startsLine(from)) return false;
    if (this.#isInCodeOrQuotes(from)) return true;
    if (!literal.startsWith('</') || closesReasoning) return false;
    let at = to;
    let code = yield* codeAt(this.#context.source, at);
    while (code === SPACE) code = yield* codeAt(this.#context.source, (at += 1));
    return code >= 0 && !isAsciiSpace(code) && code !== OPEN_TAG;
  }

  /** The opener of a range that can hold no call: where reading continues. */
  opener(aside: NonNullable<Marker['aside']>, marker: Marker, from: number, to: number): Resumable<number> {
    if (aside.kind === 'answer') return this.#answer(marker, from, to, aside.ends);
    return aside.kind === 'reasoning' ? this.#reasoning(from, to, aside.close) : this.#result(from, to, aside.close);
  }

  /**
   * The opener of reasoning.
   *
   *     <think>The user wants …</think>Let me look.
   *     ^ from ^ to            ^ close ^ end
   */
  *#reasoning(from: number, to: number, closer: string): Resumable<number> {
    const { source, rec } = this.#context;
    const startsLine = this.#context.startsLine(from);
    if (!startsLine && this.#isInCodeOrQuotes(from)) return to;
    const close = yield* find(source, closer, to);
    if (close < 0) {
      if (startsLine && this.#context.openReasoning < 0) {
        this.#context.openReasoning = from;
        this.#sawReasoning = true;
      }
      return to;
    }
    const end = close + closer.length;
    const startsText = startsLine && this.#context.startsText(from);
    this.#context.into('marked');
    rec.read('reasoning', { from, to: end });
    this.suppressIn(to, close, 'in-reasoning');
    if (this.#context.openReasoning < 0) rec.mark('reasoning', from, end);
    this.#sawReasoning = true;
    if (startsText) this.#context.introTo = end;
    return end;
  }

  /**
   * The answer of a tool, which the model made up. In the middle of a line its opener is an ordinary word.
   *
   *     <tool_response>{"name": "get_weather", …}</tool_response>
   *     ^ from         ^ to                      ^ close         ^ end
   */
  *#result(from: number, to: number, closer: string): Resumable<number> {
    if (!this.#context.startsLine(from)) return to;
    const close = yield* find(this.#context.source, closer, to);
    if (close < 0) return to;
    const end = close + closer.length;
    this.suppressIn(to, close, 'in-result');
    this.#context.rec.mark('suppressed', from, end);
    return end;
  }

  /**
   * The opener of the answer to the user.
   *
   *     <|START_RESPONSE|>It is done.<|END_RESPONSE|>
   *     ^ from            ^ to
   */
  *#answer(marker: Marker, from: number, to: number, ends: readonly string[]): Resumable<number> {
    const isMention = yield* this.#isMention(marker, from, to);
    if (isMention) return to;
    if (this.#context.openReasoning < 0) this.#context.rec.mark('markup', from, to);
    this.#context.beginAnswer(ends);
    return to;
  }

  /**
   * Records the first marker in a range that can hold no call.
   *
   *     > write <tool_call>{…}</tool_call>
   *     ^ from  ^ at                      ^ to
   */
  suppressIn(from: number, to: number, reason: keyof typeof INSIDE): void {
    const { text, base } = this.#context.source.view(from, to);
    this.#markers.trigger.lastIndex = from - base;
    for (let found = this.#markers.trigger.exec(text); found !== null; found = this.#markers.trigger.exec(text)) {
      const at = found.index + base;
      if (at >= to) return;
      const match = text.charCodeAt(found.index) === LF ? null : this.#markers.anywhere.match(this.#context.source, at);
      if (match === null || match === 'more' || match.to > to) continue;
      const { candidates, literal } = match.value;
      if (literal.length < 4 || !candidates.some(({ format }) => format.tier === 'marked')) continue;
      const span = { from: at, to: match.to };
      this.#context.note('marked', at, match.to);
      this.#context.rec.reject(INSIDE[reason], span);
      this.#context.rec.addSuppressed(span, reason, null);
      return;
    }
  }
}
