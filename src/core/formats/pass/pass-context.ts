import { isAsciiSpace, type Span } from '../../text/document/index.ts';
import type { Recorder, TraceEvent } from '../../trace/index.ts';
import type { FormatCode } from '../kit/read/codes.ts';
import type { Tier, ToolFormat } from '../format.ts';
import { Block } from '../kit/read/block.ts';
import type { Candidate } from './marker-table.ts';
import type { TextSource } from '../kit/read/source.ts';
import { isNameCode } from '../kit/read/resumable.ts';
import { leadsToExample, saysNextStep } from '../kit/read/words-around.ts';
import type { ToolIndex } from '../kit/read/tool-index.ts';

const QUOTATION_MARKS = new Set(Array.from('"\'“‘„‚«‹「『', (mark) => mark.charCodeAt(0)));
const COLON = 0x3a;
/** The last letter of “would have been”. */
const LAST_OF_BEEN = 0x6e;
const BACKTICK = 0x60;
const TILDE = 0x7e;
const LONGEST_BLANK = 20;
/** Words before a call are looked for this far before it, in UTF-16 units. */
const LONGEST_ANNOUNCEMENT = 300;
const LONGEST_FENCE = 30;
/** Longer text is more than the words before a call. */
const LONGEST_INTRO = 500;
/** A line that forbids what follows it. */
const NOT_TO_RUN =
  /\b(?:do not|don['’]t|never|not to) (?:be )?(?:run|executed?|call(?:ed)?|sen[dt]|invoked?)(?: (?:it|this|that|these|them|the following))?[ )\]*_"'.]*:$|\b(?:returns?|makes?|be|is|as) no (?:tool )?calls?:$|\bwould have (?:been|looked like (?:this|so)\b[^\n.]{0,60}):?$/i;
/** Words before a form that say that it is an example of one. */
const EXAMPLE =
  /\b(?:examples?|e\.g|i\.e|such as|syntax|usage|looks? like|like (?:this|so)|prints|writes|shows|says)\b[^\n]{0,100}\s*$|\b(?:formats?|forms?|written|wrote)\b[^\n]{0,100}(?:[:\u2026]|\bis)\s*$/i;
/** Words that say that a form was written earlier, or elsewhere; in the sentence of a step they are what the step is about. */
const ELSEWHERE =
  /\b(?:write|logs?|transcript|ways?|words|plan|steps?|todo|bug|docs?|documentation)\b[^\n]{0,100}(?:[:\u2026]|\bis)\s*$/i;
/** The line that opens a block of code. */
const OPEN_FENCE = /\n[ \t]*(?:```|~~~)[\w-]*[ \t]*$/;
/** Whether the line that opens a block of code may end with a sign: nearly every place in a reply is told by it alone. */
function endsFence(code: number): boolean {
  return code === BACKTICK || code === TILDE || isNameCode(code) || isAsciiSpace(code);
}

/** The same, with white space after it. */
const FENCE_BEFORE = /(?:^|\n)[ \t]*(?:```|~~~)[\w-]*\s*$/;
/** The role of a transcript, after a line that announces the transcript. */
const EARLIER_TURN = /:[ \t]*\n\s*(?:assistant|model|ai|bot)[ \t]*:$/i;
/** With more indentation, a place does not start its line. This bounds how much white space is read for each place. */
const LONGEST_INDENT = 200;

/** What the parts of a pass share: the text, the steps of each tier, and what precedes a place in the text. */
export class PassContext {
  readonly source: TextSource;
  readonly rec: Recorder<FormatCode>;
  readonly tools: ToolIndex;
  readonly formats: readonly ToolFormat[];
  readonly lanes: Readonly<Record<Tier, TraceEvent[]>> = { marked: [], bare: [] };
  /** The first candidate of each tier. */
  readonly first: Record<Tier, Span | null> = { marked: null, bare: null };
  /** The start of the current line. */
  lineFrom = 0;
  /** The start of reasoning that is not closed; -1 if there is none. */
  openReasoning = -1;
  /** The end of the reasoning with which the text begins; 0 if there is none. */
  introTo = 0;
  /** The markers that end the current answer to the user; null outside of an answer. */
  answerEnds: readonly string[] | null = null;
  /** Where the last such answer ended, before the marker that ends it; -1 if there was none. */
  answerTo = -1;
  readonly #blockNames = new Map<string, string>();

  constructor(source: TextSource, rec: Recorder<FormatCode>, tools: ToolIndex, formats: readonly ToolFormat[]) {
    this.source = source;
    this.rec = rec;
    this.tools = tools;
    this.formats = formats;
  }

  /** True when only white space lies between the last line break, block or reasoning and `at`. */
  startsLine(at: number): boolean {
    const from = Math.max(this.lineFrom, this.rec.ledgerTo);
    if (at - from > LONGEST_INDENT) return false;
    for (let index = from; index < at; index += 1) if (!isAsciiSpace(this.source.code(index))) return false;
    return true;
  }

  /** True when only white space lies between the beginning of the text, or its first reasoning, and `at`. */
  startsText(at: number): boolean {
    for (let index = this.introTo; index < at; index += 1) if (!isAsciiSpace(this.source.code(index))) return false;
    return true;
  }

  /**
   * Whether the reply begins at `at`, but for reasoning, words in which the model says what it does next, and the opening
   * line of a code block.
   *
   *     I will look it up.\n\nring_bell {"times": 2}
   *                         ^ at
   */
  startsReply(at: number): boolean {
    if (this.startsText(at)) return true;
    const { introTo } = this;
    if (at - introTo > LONGEST_INTRO || !this.startsLine(at)) return false;
    const before = this.source.slice(introTo, at).replace(FENCE_BEFORE, '').trim();
    return before === '' || (saysNextStep(before) && !this.isAnnouncedAsExample(at));
  }

  /** Whether a quotation mark is directly before `at` and other text is before that, as when code and logs quote markup. */
  isInQuotes(at: number): boolean {
    return QUOTATION_MARKS.has(this.source.code(at - 1)) && !this.startsLine(at - 1);
  }

  /**
   * Whether words before `at` say that what follows is not meant to run, or that it was written in an earlier turn.
   *
   *     An example (do not run):\n<tool_call>…    The log of today:\nassistant: <tool_call>…
   *                               ^ at                                       ^ at
   */
  isAnnouncedAsShown(at: number): boolean {
    let to = at;
    while (at - to < LONGEST_BLANK && isAsciiSpace(this.source.code(to - 1))) to -= 1;
    const last = this.source.code(to - 1);
    const isFence = endsFence(last) && OPEN_FENCE.test(this.source.slice(Math.max(0, to - LONGEST_FENCE), to));
    if (last !== COLON && last !== LAST_OF_BEEN && !isFence) return false;
    const written = this.source.slice(Math.max(0, to - LONGEST_ANNOUNCEMENT), to);
    const before = isFence ? written.replace(OPEN_FENCE, '').trimEnd() : written;
    return NOT_TO_RUN.test(before) || EARLIER_TURN.test(before);
  }

  /** Whether words before `at` say that what follows shows a form of call, or forbid to run it. */
  isAnnouncedAsExample(at: number): boolean {
    const before = this.source.slice(Math.max(0, at - LONGEST_ANNOUNCEMENT), at);
    if (EXAMPLE.test(before) || this.isAnnouncedAsShown(at)) return true;
    return ELSEWHERE.test(before) && !saysNextStep(before.trimEnd().split('\n').at(-1) ?? '');
  }

  /** Whether the line before a block of code, which begins at `at`, says that it shows an example. */
  isGivenAsExample(at: number): boolean {
    return leadsToExample(this.source.slice(Math.max(0, at - LONGEST_ANNOUNCEMENT), at));
  }

  /** Begins a block of a format; `at` is after its opener. A block ends reasoning that is not closed. */
  open(
    format: ToolFormat,
    opener: string,
    from: number,
    other: Candidate['respelt'] = null,
    at = from + opener.length,
  ): Block {
    const { rec } = this;
    const startsLine = this.startsLine(from);
    const startsText = startsLine && this.startsText(from);
    if (this.openReasoning >= 0) {
      rec.mark('reasoning', this.openReasoning, from);
      this.openReasoning = -1;
      this.into('marked');
      rec.quirk('call-ends-reasoning', { from, to: from + opener.length });
    }
    // A format with markers can also be read without them.
    const tier = opener === '' ? 'bare' : format.tier;
    this.note(tier, from, from + Math.max(1, opener.length));
    const block = new Block(this, format.id, tier, opener, from, at, startsText, startsLine);
    if (other !== null) block.writtenIn(other.spelling, other.opener);
    return block;
  }

  /** Begins a block that no marker opens. */
  openBare(format: ToolFormat, from: number): Block {
    return this.open(format, '', from);
  }

  beginAnswer(ends: readonly string[]): void {
    this.answerEnds = ends;
  }

  blockName(format: string): string {
    let name = this.#blockNames.get(format);
    if (name === undefined) {
      name = `format:${format}`;
      this.#blockNames.set(format, name);
    }
    return name;
  }

  /** Notes a candidate of a tier. The following steps belong to that tier. */
  note(tier: Tier, from: number, to: number): void {
    this.first[tier] ??= { from, to };
    this.into(tier);
  }

  /** The following steps belong to this tier. */
  into(tier: Tier): void {
    this.rec.divert(this.lanes[tier]);
  }
}
