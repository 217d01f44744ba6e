import { firstMarker } from './marker-stream.ts';
import type { Span } from '../../../text/document/index.ts';
import { afterSpace } from '../../../text/languages/index.ts';
import {
  Excerpt,
  heldBack,
  type ReasoningParser,
  type ReasoningStream,
  type Split,
  type SplitDelta,
} from '../../kit/index.ts';
import type { RequestFacts } from '../../runtime.ts';
import type { Recorder } from '../../../trace/index.ts';
import { reasoningWords } from './words.ts';

/** When a request lets the model think, by the options that it gives to the chat template. */
export type Toggle =
  /** Whatever the request says. */
  | 'always'
  | { readonly option: 'enable_thinking' | 'thinking'; readonly byDefault: boolean }
  | { readonly option: 'reasoning_effort' | 'thinking_mode'; readonly values: readonly unknown[] };

export interface ThinkingTags {
  readonly open: string;
  readonly close: string;
  /** What of the opening tag says that a whole reply thinks, where that is not all of it. */
  readonly begin?: string;
  /** What opens a call: without a closing tag it ends the thinking. */
  readonly call?: string;
  /** Outside of thinking, the first closing tag goes that nothing but white space is before, and the white space with it. */
  readonly dropsFirstCloser?: boolean;
  /** A whole reply is read as a stream is: what comes first ends the thinking, and a closing tag alone means that it began. */
  readonly firstEnd?: boolean;
  /** Every reply begins with thinking, whatever the server decided. */
  readonly isForced?: boolean;
  /** Only the reply itself says that it is thinking. */
  readonly ignoresServer?: boolean;
}

export interface SglangReasoningParser extends ReasoningParser {
  readonly toggle: Toggle;
  /** July 2026 did not have it. */
  readonly isNew?: true;
  /** The tags as data, of a parser that has no rule besides; its stream of July 2026 was another one. */
  readonly base?: ThinkingTags;
  /** Without the argument of the request for an answer that is not empty: the server fails. */
  readonly refusesNonempty?: boolean;
}

type Steps = Recorder<string>;

/** SGLang's base detector: the tags of a model as data. */
export function baseReasoning(
  rest: Pick<ReasoningParser, 'flag' | 'reads'>,
  tags: ThinkingTags,
  toggle: Toggle,
): SglangReasoningParser {
  const { open, close, call } = tags;
  return {
    ...rest,
    file: 'python/sglang/srt/parser/reasoning_parser.py',
    words: reasoningWords,
    tags: [open, close, ...(call === undefined ? [] : [call])],
    toggle,
    base: tags,
    split: (text, request, steps) => splitBase(text, tags, isForced(request, tags), steps),
    stream: (request) => new BaseReasoningStream(tags, { ...request, forceReasoning: isForced(request, tags) }),
  };
}

function isForced({ forceReasoning = false }: RequestFacts, { ignoresServer = false }: ThinkingTags): boolean {
  return forceReasoning && !ignoresServer;
}

function splitBase(text: string, tags: ThinkingTags, isForced: boolean, steps: Steps): Split {
  const { open, close, call, begin = open, dropsFirstCloser = false, firstEnd = false } = tags;
  const all = { from: 0, to: text.length };
  const markup: Span[] = [];
  let from = 0;
  if (!isForced && dropsFirstCloser) {
    const closer = afterSpace(text, 0);
    if (text.startsWith(close, closer)) {
      from = closer + close.length;
      steps.marker(close, 'close', closer, from);
      markup.push({ from: closer, to: from });
    }
  }
  const opener = text.indexOf(begin, from);
  const found = opener < 0 ? null : { from: opener, to: opener + begin.length };
  const isThinking = isForced || opener >= 0 || (firstEnd && text.includes(close));
  if (!steps.gate('is-thinking', isThinking, all, found, isForced ? [] : [begin])) {
    return { reasoning: null, content: Excerpt.part(text, from), markup };
  }
  // Read as a stream, the text before the opening tag is nothing.
  if (firstEnd && opener > 0) from = opener;
  for (; text.startsWith(open, from); from += open.length) {
    steps.marker(open, 'open', from, from + open.length);
    markup.push({ from, to: from + open.length });
  }
  const lastly = text.indexOf(close, from);
  const called = call === undefined || (lastly >= 0 && !firstEnd) ? -1 : text.indexOf(call, from);
  const isCalled = called >= 0 && (lastly < 0 || called < lastly);
  const [closer, marker] = isCalled ? [-1, called] : [lastly, -1];
  const to = closer >= 0 ? closer : marker >= 0 ? marker : text.length;
  const end = closer >= 0 ? closer + close.length : to;
  const inside = { from, to: text.length };
  if (closer >= 0) {
    steps.gate('closes', true, inside, { from: closer, to: end });
    markup.push({ from: closer, to: end });
  } else {
    const place = marker < 0 || call === undefined ? null : { from: marker, to: marker + call.length };
    const sought = place === null ? [close, ...(call === undefined ? [] : [call])] : [];
    steps.gate('closes', place !== null, inside, place, sought);
    if (place !== null) steps.quirk('ended-by-call', place);
  }
  if (found !== null && found.from >= from && found.from < to) steps.quirk('opener-kept', found);
  if (from < to) steps.read('reasoning', { from, to });
  if (closer >= 0) steps.marker(close, 'close', closer, end);
  return {
    reasoning: from < to ? Excerpt.part(text, from, to) : null,
    content: Excerpt.part(text, end),
    markup,
  };
}

/** The first opening tag goes, wherever it is; then the closing tag or the marker of a call ends the thinking. */
class BaseReasoningStream implements ReasoningStream {
  readonly #tags: ThinkingTags;
  readonly #inOnePiece: boolean;
  #isInside: boolean;
  #hasOpened = false;
  #hasEnded = false;
  /** White space that a closing tag may follow; null once that is decided, or where it does not matter. */
  #lead: Excerpt | null;
  /** What may still become a tag. */
  #held = Excerpt.empty;
  /** The reasoning, while it is not sent. */
  #thoughts = Excerpt.empty;

  constructor(tags: ThinkingTags, { forceReasoning = false, streamReasoning = true }: RequestFacts) {
    this.#tags = tags;
    this.#isInside = forceReasoning;
    this.#inOnePiece = !streamReasoning;
    this.#lead = tags.dropsFirstCloser === true ? Excerpt.empty : null;
  }

  push(delta: string, current: string): SplitDelta {
    const { open, firstEnd = false } = this.#tags;
    const given = this.#afterLead(Excerpt.end(current, delta));
    if (given === null) return {};
    let text = this.#held.plus(given);
    this.#held = Excerpt.empty;
    // Thinking that a call ended may open, if it had no opening tag before.
    if (!this.#isInside) {
      if (this.#hasEnded && (this.#hasOpened || firstEnd)) return { content: this.#outside(text) };
      const opener = text.text.indexOf(open);
      if (opener < 0) return { content: this.#outside(text) };
      this.#isInside = true;
      this.#hasOpened = true;
      text = firstEnd ? text.slice(opener + open.length) : withoutPart(text, opener, open.length);
    }
    return this.#inside(text);
  }

  finish(): SplitDelta {
    const { open } = this.#tags;
    const held = this.#held;
    this.#held = Excerpt.empty;
    if (!this.#isInside) return { content: held };
    const rest = this.#thoughts.plus(held);
    // What is left of the reasoning loses an opening tag once more.
    return { reasoning: rest.text.startsWith(open) ? rest.slice(open.length) : rest, promoted: 'all' };
  }

  /** What is read of a delta that may be the first text outside of thinking; null while that is only white space. */
  #afterLead(given: Excerpt): Excerpt | null {
    const { close } = this.#tags;
    if (this.#lead === null || this.#isInside) return given;
    const closer = this.#lead.length + afterSpace(given.text, 0);
    const text = this.#lead.plus(given);
    this.#lead = closer < text.length ? null : text;
    if (this.#lead !== null) return null;
    if (!text.text.startsWith(close, closer)) return text;
    return closer + close.length < text.length ? text.slice(closer + close.length) : null;
  }

  /** Only a text that is all of it the beginning of a tag waits. */
  #outside(text: Excerpt): Excerpt {
    const { open, close, call = '', firstEnd = false } = this.#tags;
    const awaited = firstEnd ? [open] : [open, close, call];
    const mayOpen = !this.#hasEnded || !firstEnd;
    const waits = mayOpen && awaited.some((tag) => text.length < tag.length && tag.startsWith(text.text));
    if (waits) this.#held = text;
    // Where the first end counts, so does the first text that is not thinking: no thinking comes after it.
    else if (firstEnd) this.#hasEnded = true;
    return waits ? Excerpt.empty : text;
  }

  #inside(given: Excerpt): SplitDelta {
    const { open, close, call, firstEnd = false } = this.#tags;
    let text = given;
    const ends = [close, ...(call === undefined ? [] : [call])];
    const first = firstMarker(text.text, ends);
    const opener = this.#hasOpened ? -1 : text.text.indexOf(open);
    if (opener >= 0 && (first === null || opener < first.at)) {
      this.#hasOpened = true;
      text = firstEnd ? text.slice(opener + open.length) : withoutPart(text, opener, open.length);
      if (firstEnd) this.#thoughts = Excerpt.empty;
    }
    const end = firstMarker(text.text, ends);
    if (end !== null) {
      this.#hasEnded = true;
      this.#isInside = false;
      const reasoning = this.#thoughts.plus(text.slice(0, end.at));
      this.#thoughts = Excerpt.empty;
      return { reasoning, content: text.slice(end.marker === close ? end.at + close.length : end.at) };
    }
    const length = heldBack(text.text, this.#hasOpened ? ends : [open, ...ends]).length;
    this.#held = text.slice(text.length - length);
    const reasoning = text.slice(0, text.length - length);
    if (!this.#inOnePiece) return { reasoning };
    this.#thoughts = this.#thoughts.plus(reasoning);
    return {};
  }
}

function withoutPart(text: Excerpt, from: number, length: number): Excerpt {
  return text.parts([
    { from: 0, to: from },
    { from: from + length, to: text.length },
  ]);
}
