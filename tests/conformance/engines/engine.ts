import type { IntendedCall } from '../../../src/core/reader/ask-all/asked-reply.ts';
import type { ToolDefinition } from '../../../src/core/index.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';

/** A text that an original was run on, and what else it was asked with. */
export interface EngineLine {
  /** With a version behind an `@` for some. */
  readonly engine: string;
  /** Which of several releases was run, where one engine has them. */
  readonly version?: string;
  readonly parser: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
}

/** A runtime, and the golden lines that hold its answers. */
export interface Held {
  readonly runtime: Runtime;
  /** Its file, below `golden/engines/`. */
  readonly file: string;
  /** What makes a line one of its own. */
  readonly asks: Pick<EngineLine, 'engine' | 'parser'> & Readonly<Record<string, unknown>>;
}

/** How the lines of one engine are answered, in the shapes of its golden files. */
export interface EngineAnswers {
  /** `engine` of its lines, without the version behind `@`. */
  readonly engine: string;
  /** `version` of its lines, where another release has answers of its own. */
  readonly version?: string;
  /** Keys that are asked, beside those of every engine. */
  readonly asked: readonly string[];
  /** Keys of answers to a reply that comes in pieces. */
  readonly streamed: readonly string[];
  /** Keys that are notes of who made the file. */
  readonly notes: readonly string[];
  /** The answers under the keys of the line; `{ unsupported: true }` where its parser is not built. */
  answer(line: EngineLine): unknown;
  /** Its runtimes. */
  readonly held: readonly Held[];
  /** The runtime that the answer is of. */
  runtimeOf(line: EngineLine): Runtime | undefined;
  /** Another one that answers the same, or whose differences the line notes. */
  alsoOf?(line: EngineLine): Runtime | undefined;
  /** The calls that a client got from the original for the whole text; null where the line does not say. */
  served(line: EngineLine): readonly IntendedCall[] | null;
}
