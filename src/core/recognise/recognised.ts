import type { PackedRecording } from '../log/index.ts';
import { slice, type Span } from '../text/document/index.ts';

/** What a pasted or dropped text is. */
export type RecognisedKind =
  /** What a model wrote, and nothing around it. */
  | 'reply'
  /** A reply in one or two layers of JSON string. */
  | 'escaped'
  /** One response or message of a provider. */
  | 'response'
  /** The log of a stream: server-sent events, NDJSON, a curl transcript, a HAR file. */
  | 'stream'
  /** A request body: messages and tools that ask for a reply. */
  | 'request'
  /** A conversation or the transcript of an agent. */
  | 'messages'
  /** JSON lines of many replies. */
  | 'lines'
  /** A traceback, the body of an error, or the log of a server. */
  | 'error'
  /** Definitions of tools. */
  | 'tools'
  /** A case file or a link of Callscope. */
  | 'case';

/** What is quoted of a call: all of its JSON without the markers around it, or its arguments alone. */
export type QuotedPart = 'call' | 'arguments';

/** What the assistant answered once. */
export interface RecognisedReply {
  /** The text exactly as the model wrote it; null where it is not there, as beside native calls alone. */
  readonly text: string | null;
  /** Its native calls as JSON text; null for none. */
  readonly native: string | null;
  /** Where the text is in what was pasted; null where it is not there as it is: escaped, in pieces, or unpacked. */
  readonly span: Span | null;
  /** The text is no more than this of a call, as a server quotes it that could not read it. Absent for a whole reply. */
  readonly part?: QuotedPart;
  /** Where its chunks end, as a log has them. Absent where it came in one. */
  readonly recording?: PackedRecording;
}

/** Where a conversation, a log or a record has an answer, but no text of it. */
export const nothingWritten: RecognisedReply = { text: null, native: null, span: null };

/** A reply that is in a text as the model wrote it. */
export function replyAt(text: string, span: Span): RecognisedReply {
  return { text: slice(text, span), native: null, span };
}

/** The part of a recognised text that is not the replies. */
export interface Surroundings {
  /** The tools that are declared in it: their names, and the same as JSON text that `readTools` reads; '' for none. */
  readonly tools: readonly string[];
  readonly toolsText: string;
  /** The system prompt; null for none. */
  readonly system: string | null;
  /** The first question of the user; null for none. */
  readonly asked: string | null;
  /** How many messages there are, of any role. */
  readonly messages: number;
}

export interface Recognised extends Surroundings {
  readonly kind: RecognisedKind;
  /** What it is, with its article: `an OpenAI chat completion`. */
  readonly label: string;
  /** In order; of very many the first `MOST_REPLIES`. */
  readonly replies: readonly RecognisedReply[];
  /** How many replies there are. */
  readonly count: number;
  /** How many layers of JSON string were around it. */
  readonly layers: number;
  /** What was reported, in the words of who reported it; null where nothing was. */
  readonly error: string | null;
}

/** So many replies are listed. */
export const MOST_REPLIES = 1000;

export const nothingAround: Surroundings = { tools: [], toolsText: '', system: null, asked: null, messages: 0 };
