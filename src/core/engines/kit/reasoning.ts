import type { Recorder, Words } from '../../trace/index.ts';
import type { Span } from '../../text/document/index.ts';
import type { RequestFacts } from '../runtime.ts';
import type { Excerpt } from './excerpt.ts';
import type { Raised } from './engine-stream.ts';

/** What a reasoning parser makes of a whole reply. */
export interface Split {
  /** Null where it returns none, which is not the same as an empty one. */
  readonly reasoning: Excerpt | null;
  /** What the tool parser gets. */
  readonly content: Excerpt | null;
  /** Tags that it takes out: neither passed on nor lost. */
  readonly markup: readonly Span[];
}

/** What a reasoning parser makes of a delta. */
export interface SplitDelta {
  readonly reasoning?: Excerpt;
  readonly content?: Excerpt;
  /** What a tool parser gets of the delta that ends the thinking, where that is more than the content. */
  readonly handed?: Excerpt;
  /** At the end, where the request asks for an answer: all of the thinking becomes it, or what is left of it to send. */
  readonly promoted?: 'all' | 'rest';
  /** The thinking is over: the parser does not see the deltas after this one. */
  readonly ended?: boolean;
}

export interface ReasoningStream {
  /** False where every delta reads the whole text so far. */
  readonly isLinear?: false;
  /** @param current all text so far, `delta` included */
  push(delta: string, current: string): SplitDelta | Raised | null;
  /** What is sent after the last delta, if the parser still reads then. */
  finish?(current: string): SplitDelta | null;
}

/** A parser that takes the thinking out of a reply, before a tool parser sees it. */
export interface ReasoningParser<Code extends string = string> {
  /** `--reasoning-parser`. */
  readonly flag: string;
  /** The file of the parser in its project. */
  readonly file: string;
  /** One sentence: what it takes for thinking. */
  readonly reads: string;
  readonly words: Readonly<Record<Code, Words>>;
  /** The tags that it knows. Where they are tokens, a client never receives a part of one. */
  readonly tags: readonly string[];
  /** Its stream goes by whole tags, each of which is a token of the model: a piece of one is not passed to it. */
  readonly seesTokens?: true;
  /** Reads a whole reply. */
  split(text: string, request: RequestFacts, steps: Recorder<string>): Split;
  stream(request: RequestFacts): ReasoningStream;
  /** Whether the prompt has ended the thinking, so that a stream begins with content. Absent: the prompt is not looked at. */
  hasEnded?(request: RequestFacts): boolean;
}

/** The code of the last thinking tag that the text has; null without any. */
export function lastTag(text: string, open: string, close: string): 'open' | 'close' | null {
  const [opened, closed] = [text.lastIndexOf(open), text.lastIndexOf(close)];
  if (opened < 0 && closed < 0) return null;
  return opened > closed ? 'open' : 'close';
}
