import type { ToolDefinition } from '../../../tools/index.ts';
import type { Cause, Turn, Writer } from '../evidence.ts';
import type { History } from '../paste/history.ts';
import type { RequestFacts } from '../paste/request-facts.ts';

/** What is known around a turn. */
export interface Around {
  readonly writer: Writer | null;
  /** The writer and the others, the nearest to the person first. */
  readonly named: readonly Writer[];
  readonly model: string | null;
  readonly parser: string | null;
  /** The parser that reads what the chat template of a command asks for; null where the paste names none. */
  readonly templateParser: string | null;
  /** A command in the paste starts the server without a tool parser. */
  readonly isStartedWithoutParser: boolean;
  /** By the words in the paste it worked with an older release. */
  readonly brokeLater: boolean;
  /** By the words in the paste the same setup takes calls at other times. */
  readonly comesSometimes: boolean;
  /** By the words in the paste the prompt holds no tools. */
  readonly showsNoTools: boolean;
  /** Whether the request sends tools, by its body or by the code that sends it; null where the paste does not show it. */
  readonly sendsTools: boolean | null;
  /** A log in the paste lists the tools that were sent. */
  readonly logsTools: boolean;
  /** Names that a list or code in the paste shows as tools of the person. */
  readonly ownTools: readonly string[];
  /** The client sends no tools: it reads edits from the text. */
  readonly readsEdits: boolean;
  readonly request: RequestFacts | null;
  /** What the request sent of the conversation; null where nobody knows. */
  readonly history: History | null;
  /** The tag per tool of Cline and Roo Code, which is text and meant to be. */
  readonly textTools: readonly ToolDefinition[] | null;
}

/** A cause, and why. */
export interface Reason {
  readonly cause: Cause;
  /** A sentence. */
  readonly says: string;
  /** What the headline says of it, where that is another sentence, or where it would leave a cause of this kind out. */
  readonly headline?: string | undefined;
  /** What to do about it, where that is another thing than for most. */
  readonly fix?: string | undefined;
  /** What may be done in its place, whatever the fix is: a sentence. */
  readonly also?: string | undefined;
  /** What a list of replies says of it, where that is another thing than for most of its kind. */
  readonly short?: string;
  /** Two answers in the paste show it, and the sentence speaks of both. */
  readonly isCompared?: true | undefined;
  /** It tells only what an error is about, so the words of the error say more. */
  readonly isBroad?: true | undefined;
  /** The JSON of the reply could not be read, and it does not say where. */
  readonly wantsPlace?: true | undefined;
  /** The finish reason that speaks of a call that did not come. */
  readonly finish?: string | undefined;
  /** Where it shows; null for the place of the call. */
  readonly span?: Turn['span'];
}
