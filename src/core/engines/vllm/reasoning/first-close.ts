import type { RequestFacts } from '../../runtime.ts';
import {
  Excerpt,
  lastTag,
  type ReasoningParser,
  type ReasoningStream,
  type Split,
  type SplitDelta,
} from '../../kit/index.ts';
import type { Recorder } from '../../../trace/index.ts';
import { type ReasoningCode, reasoningWords } from './words.ts';

/** How a parser differs from `deepseek_r1`. */
export interface FirstCloseRules {
  readonly open: string;
  readonly close: string;
  /** The opening tag stays at the head of the reasoning, and a stream counts only the closing one. */
  readonly keepsOpener?: boolean;
  /** One line break on each side of the closing tag goes with it, and a stream ends the thinking a delta later. */
  readonly cutsLineBreaks?: boolean;
  /** The answer may be in these tags, which are taken off. */
  readonly answer?: { readonly open: string; readonly close: string };
}

type Steps = Recorder<ReasoningCode>;

/** The thinking goes up to the first closing tag. Without one, all of the reply is thinking. */
export function firstClose(
  rest: Pick<ReasoningParser, 'flag' | 'file' | 'reads'>,
  rules: FirstCloseRules,
): ReasoningParser<ReasoningCode> {
  const { open, close, keepsOpener = false } = rules;
  return {
    ...rest,
    words: reasoningWords,
    tags: [open, close],
    seesTokens: true,
    split: (text, _request, steps) => split(text, rules, steps),
    stream: () => new FirstCloseStream(rules),
    hasEnded: ({ prompt = '' }: RequestFacts) =>
      keepsOpener ? prompt.includes(close) : lastTag(prompt, open, close) === 'close',
  };
}

function split(text: string, rules: FirstCloseRules, steps: Steps): Split {
  const { open, close, keepsOpener = false, cutsLineBreaks = false, answer } = rules;
  const markup = [];
  const opener = keepsOpener ? -1 : text.indexOf(open);
  const from = opener < 0 ? 0 : opener + open.length;
  if (opener >= 0) {
    steps.marker(open, 'open', opener, from);
    markup.push({ from: opener, to: from });
    if (opener > 0) steps.quirk('dropped-before-opener', { from: 0, to: opener });
  }
  const closer = text.indexOf(close, from);
  if (closer < 0) {
    const cut = cutsLineBreaks && from < text.length && text.endsWith('\n') ? 1 : 0;
    const all = { from, to: text.length - cut };
    steps.gate('closes', false, { from, to: text.length }, null, [close]);
    if (from < all.to) steps.read('reasoning', all);
    const reasoning = cutsLineBreaks && from >= all.to ? null : Excerpt.part(text, from, all.to);
    return { reasoning, content: null, markup };
  }
  const end = closer + close.length;
  steps.gate('closes', true, { from, to: text.length }, { from: closer, to: end });
  const to = cutsLineBreaks && closer > from && text.charAt(closer - 1) === '\n' ? closer - 1 : closer;
  const contentFrom = cutsLineBreaks && text.charAt(end) === '\n' ? end + 1 : end;
  if (from < to) steps.read('reasoning', { from, to });
  steps.marker(close, 'close', closer, end);
  markup.push({ from: to, to: contentFrom });
  const content = { from: contentFrom, to: text.length };
  const first = answer === undefined ? -1 : text.indexOf(answer.open, contentFrom);
  const last = answer === undefined ? -1 : text.lastIndexOf(answer.close);
  if (answer !== undefined && first >= 0 && first < last) {
    content.from = first + answer.open.length;
    content.to = last;
    steps.marker(answer.open, 'open', first, content.from);
    steps.marker(answer.close, 'close', last, last + answer.close.length);
    markup.push({ from: first, to: content.from }, { from: last, to: last + answer.close.length });
  }
  return {
    reasoning: cutsLineBreaks && from >= to ? null : Excerpt.part(text, from, to),
    content: content.from < content.to ? Excerpt.part(text, content.from, content.to) : null,
    markup,
  };
}

/** A delta is looked at by its tokens: a tag that comes alone is dropped, an opening one beside other tokens is shown. */
class FirstCloseStream implements ReasoningStream {
  readonly #rules: FirstCloseRules;
  #hasOpened = false;
  #hasClosed = false;
  /** Whether the closing tag was the last that came. */
  #isAfterCloser = false;
  /** A line break that goes if the closing tag follows. */
  #held = Excerpt.empty;

  constructor(rules: FirstCloseRules) {
    this.#rules = rules;
  }

  push(delta: string, current: string): SplitDelta {
    const { cutsLineBreaks = false } = this.#rules;
    if (!cutsLineBreaks) return this.#base(delta, current);
    // A second closing tag that is a delta of its own is dropped as the first one is.
    if (this.#hasClosed && (!delta.includes(this.#rules.close) || (this.#isAfterCloser && delta.startsWith('\n')))) {
      const all = Excerpt.end(current, delta);
      return { content: this.#isAfterCloser && delta.startsWith('\n') ? all.slice(1) : all, ended: true };
    }
    const { reasoning = Excerpt.empty, content = Excerpt.empty, ended: closes = false } = this.#base(delta, current);
    let shown = reasoning.text === '' ? reasoning : this.#held.plus(reasoning);
    if (reasoning.text !== '') this.#held = Excerpt.empty;
    if (shown.text.endsWith('\n')) {
      if (!closes) this.#held = shown.slice(shown.length - 1);
      shown = shown.slice(0, shown.length - 1);
    }
    this.#isAfterCloser = delta.endsWith(this.#rules.close);
    const ended = closes && !this.#isAfterCloser;
    const cut = content.text.startsWith('\n') ? content.slice(1) : content;
    return { reasoning: shown, content: cut, ended };
  }

  #base(delta: string, current: string): SplitDelta {
    const { open, close, keepsOpener = false, answer } = this.#rules;
    const all = Excerpt.end(current, delta);
    if (delta === close) {
      this.#hasClosed = true;
      return { ended: true };
    }
    if (delta === open && !keepsOpener) {
      this.#hasOpened = true;
      return {};
    }
    // Whatever a tag of the answer does before the answer, alone it is dropped.
    if (answer !== undefined && (delta === answer.open || delta === answer.close)) return {};
    const closer = delta.indexOf(close);
    const opener = keepsOpener || this.#hasOpened ? -1 : delta.indexOf(open);
    if (opener >= 0) this.#hasOpened = true;
    if (closer < 0) return { reasoning: all };
    this.#hasClosed = true;
    const from = opener >= 0 && opener < closer && answer === undefined ? opener + open.length : 0;
    const rest = all.slice(closer + close.length);
    const content = answer === undefined ? rest : withoutAnswerTags(rest, answer);
    return { reasoning: all.slice(from, closer), content, ended: true };
  }
}

function withoutAnswerTags(text: Excerpt, { open, close }: { readonly open: string; readonly close: string }): Excerpt {
  const trimmed = text.slice(text.length - text.text.replace(/^\n+/, '').length);
  const first = trimmed.text.indexOf(open);
  const last = trimmed.text.lastIndexOf(close);
  return trimmed.slice(first < 0 ? 0 : first + open.length, last < 0 ? trimmed.length : last);
}
