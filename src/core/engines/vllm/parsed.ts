import type { PythonValue } from '../../text/languages/index.ts';
import type { Division, Message, Raised } from '../kit/index.ts';

/** What `extract_tool_calls` answers. */
export interface Parsed extends Division {
  /** `tools_called`: true with no calls at all is possible. */
  readonly called: boolean;
  /** `content`, before the server drops it where it is only white space. */
  readonly text: string | null;
  /** An exception that the parser lets out: the request fails. */
  readonly raises?: Raised & { readonly at: number };
}

/** Nothing is read: the parser lets an exception out. */
export function raised(raises: string, at: number): Parsed {
  return { called: false, calls: [], content: [], text: null, raises: { raises, at } };
}

/** `extract_tool_calls_streaming` with what it keeps between deltas. */
export interface ParserStream {
  push(delta: string, current: string): Message | Raised | null;
  /**
   * `prev_tool_call_arr`: the arguments of each call as the parser has read them; undefined where it has no such key, and
   * null for an entry that is not a dict.
   */
  readonly previous: readonly ({ readonly arguments?: PythonValue } | null)[];
  /** `streamed_args_for_tool`: what the parser thinks that it has sent. */
  readonly streamed: readonly string[];
  /** What comes after the end-of-sequence token, in parsers that are told of it. The server repairs nothing then. */
  finish?(current: string): Message | Raised | null;
  /** Whether the work of a push does not grow with the text before it. */
  readonly isLinear?: boolean;
}
