import type { Span } from '../../../text/document/index.ts';
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
  /** What opens a call: without a closing tag it ends the thinking. */
  readonly call?: string;
  /** White space at the very start waits for a tag, which goes; a closing one means that there is no thinking. */
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
  const { open, close, call, dropsFirstCloser = false, firstEnd = false } = tags;
  const all = { from: 0, to: text.length };
  const markup: Span[] = [];
  const opener = text.indexOf(open);
  if (!isForced && dropsFirstCloser && text.startsWith(close)) {
    steps.marker(close, 'close', 0, close.length);
    return { reasoning: null, content: Excerpt.part(text, close.length), markup: [{ from: 0, to: close.length }] };
  }
  const found = opener < 0 ? null : { from: opener, to: opener + open.length };
  const isThinking = isForced || opener >= 0 || (firstEnd && text.includes(close));
  if (!steps.gate('is-thinking', isThinking, all, found, isForced ? [] : [open])) {
    return { reasoning: null, content: Excerpt.part(text, 0), markup };
  }
  // Read as a stream, the text before the opening tag is nothing.
  let from = firstEnd && opener > 0 ? opener : 0;
  while (text.startsWith(open, from)) {
    steps.marker(open, 'open', from, from + open.length);
    from += open.length;
  }
  if (from > 0) markup.push({ from: firstEnd && opener > 0 ? opener : 0, to: from });
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
  #isFirst = true;
  /** What may still become a tag. */
  #held = Excerpt.empty;
  /** The reasoning, while it is not sent. */
  #thoughts = Excerpt.empty;

  constructor(tags: ThinkingTags, { forceReasoning = false, streamReasoning = true }: RequestFacts) {
    this.#tags = tags;
    this.#isInside = forceReasoning;
    this.#inOnePiece = !streamReasoning;
  }

  push(delta: string, current: string): SplitDelta {
    const { open, close, dropsFirstCloser = false, firstEnd = false } = this.#tags;
    let text = this.#held.plus(Excerpt.end(current, delta));
    this.#held = Excerpt.empty;
    if (this.#isFirst && dropsFirstCloser && !this.#isInside) {
      if (text.text.trim() === '') {
        this.#held = text;
        return {};
      }
      const closer = text.length - text.text.trimStart().length;
      if (text.text.startsWith(close, closer)) {
        this.#isFirst = false;
        this.#hasEnded = true;
        return { content: text.slice(closer + close.length) };
      }
    }
    this.#isFirst = false;
    // Thinking that a call ended may open, if it had no opening tag before.
    if (!this.#isInside) {
      if (this.#hasEnded && (this.#hasOpened || firstEnd)) return { content: this.#outside(text) };
      const opener = text.text.indexOf(open);
      if (opener < 0) return { content: this.#outside(text) };
      this.#isInside = true;
      this.#hasOpened = true;
      text = withoutPart(text, opener, open.length);
    }
    return this.#inside(text);
  }

  finish(): SplitDelta {
    const held = this.#held;
    this.#held = Excerpt.empty;
    if (!this.#isInside) return { content: held };
    return { reasoning: this.#thoughts.plus(held), isOpen: true };
  }

  /** Only a text that is all of it the beginning of a tag waits. */
  #outside(text: Excerpt): Excerpt {
    const { open, close, call = '' } = this.#tags;
    const mayOpen = [open, close, call].some((tag) => text.length < tag.length && tag.startsWith(text.text));
    if (mayOpen) this.#held = text;
    return mayOpen ? Excerpt.empty : text;
  }

  #inside(given: Excerpt): SplitDelta {
    const { open, close, call } = this.#tags;
    let text = given;
    const ends = [close, ...(call === undefined ? [] : [call])];
    const first = firstOf(text.text, ends);
    const opener = this.#hasOpened ? -1 : text.text.indexOf(open);
    if (opener >= 0 && (first === null || opener < first.at)) {
      this.#hasOpened = true;
      text = withoutPart(text, opener, open.length);
    }
    const end = firstOf(text.text, ends);
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

function firstOf(text: string, markers: readonly string[]): { readonly at: number; readonly marker: string } | null {
  let first: { at: number; marker: string } | null = null;
  for (const marker of markers) {
    const at = text.indexOf(marker);
    if (at >= 0 && (first === null || at < first.at)) first = { at, marker };
  }
  return first;
}
