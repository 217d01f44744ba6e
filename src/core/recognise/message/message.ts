import type { Source } from '../sources.ts';
import type { Said } from './said.ts';

/** A structured call as it came. */
export interface MessageCall extends Pick<Said, 'span'> {
  readonly id: string | null;
  readonly name: string;
  /** Of an object as it is written. */
  readonly argumentsText: string;
  readonly type: string | null;
  /** What holds the name and the arguments. */
  readonly body: Source;
  /** What that is in: a client keeps there what it made of the call. */
  readonly part: Source;
  /** It is in a list of those whose arguments are no JSON. */
  readonly isRefused: boolean;
  /** As JSON that runtimes read: as it is written where they know its shape. */
  readonly json: string;
}

/** What one message says, in any of the shapes in which servers send it and clients keep it. */
export interface Message {
  /** In order; a text may be empty. */
  readonly texts: readonly Said[];
  readonly reasoning: readonly Said[];
  readonly calls: readonly MessageCall[];
  /** The list of all calls as it is written, where runtimes know the shape of each; null elsewhere. */
  readonly list: string | null;
  /** What holds the answers of tools, which some clients keep in the message that called them. */
  readonly results: readonly Source[];
}
