import type { Opener } from './kit/read/opener.ts';
import type { Block } from './kit/read/block.ts';
import type { Condition } from './kit/read/found-calls.ts';
import type { JsonPart } from './kit/read/json-part.ts';
import type { ToolIndex } from './kit/read/tool-index.ts';
import type { FormatPrompt, Writer } from './kit/read/write-calls.ts';
import type { Resumable } from './kit/read/resumable.ts';
import type { ToolDefinition } from '../tools/index.ts';

/** Under which flag or name an engine reads a format. An engine that is absent does not read it. */
export interface EngineFlags {
  readonly vllm?: readonly string[];
  readonly sglang?: readonly string[];
  readonly llamacpp?: readonly string[];
  readonly ollama?: readonly string[];
  readonly lmdeploy?: readonly string[];
  readonly smg?: readonly string[];
  readonly others?: readonly string[];
}

/** An engine whose flags are known. */
export type EngineId = Exclude<keyof EngineFlags, 'others'>;

/** A way in which engines are known to go wrong with a format. */
interface KnownFailure {
  readonly engines: readonly EngineId[];
  /** Only under these flags; absent: under all. */
  readonly flags?: readonly string[];
  /** A sentence or two. */
  readonly text: string;
  /** Whether it happens with a text; absent where the text alone does not tell. */
  readonly when?: Condition;
}

/** `marked`: markers say where a call is. `bare`: only its shape and the declared names tell it from other text. */
export type Tier = 'marked' | 'bare';

/** What is known about a format without reading anything. */
export interface FormatInfo {
  /** Links and fixtures hold it; it never changes. */
  readonly id: string;
  /** Where the syntax comes from, in a few words. */
  readonly lineage: string;
  readonly models: string;
  /** Spellings that are read besides the example, as they occur; each has a fixture `dialect-<name>`. */
  readonly dialects?: readonly string[];
  readonly readers: EngineFlags;
  readonly tier: Tier;
  readonly example: string;
  /** What must be declared for the example to be read, where its markers do not say enough. */
  readonly exampleTools?: readonly ToolDefinition[];
  /** Engines that reach it by a route that was not written for it: a parser derived from the chat template, or bare JSON. */
  readonly generic?: readonly EngineId[];
  /** Engines for which a parser was proposed, or is loaded by hand, that is in no list of theirs. */
  readonly proposed?: readonly EngineId[];
  readonly failures?: readonly KnownFailure[];
  /** The word before the name in each of its calls. */
  readonly beforeName?: string;
  /** Tags that it once had and that are those of another model today: what is in them, and how a sentence says that a call has them. */
  readonly borrowed?: { readonly holds: string; readonly as: string };
}

/**
 * One concrete syntax of a call. The openers say where a block of it begins; `read` reads one block and answers where
 * reading goes on. It waits for more text where it must, so the same code reads a stream and a whole text.
 */
export interface ToolFormat extends FormatInfo {
  readonly openers: readonly Opener[] | ((tools: ToolIndex) => readonly Opener[]);
  /** Answers at once where all of the block is known and of the usual kind: a generator for each of many calls is dear. */
  readonly read: (block: Block) => Resumable<number> | number;
  /** For bare JSON, which has no opener: whether a call-shaped value is one of this format. */
  readonly bare?: (root: JsonPart) => boolean;
  /** Calls that words announce, in a dress of their own, are told as its calls. */
  readonly takesAnnounced?: true;
  /**
   * What is before the bracket of a call in a line of words, where all its markers are lost. Its group `name` is the name; with a
   * group `sure` or `type` any name will do, and with `many` the arguments hold the calls.
   */
  readonly beforeBrace?: RegExp;
  /** How a model is asked for it in text. Absent where nobody does that; `notAsked` then says why. */
  readonly prompt?: FormatPrompt;
  readonly notAsked?: string;
  /**
   * Write calls as the models do that were trained on it, one for each spelling. Absent where that is what a prompt asks for,
   * and where names and keys alone cannot be written in it.
   */
  readonly writes?: readonly Writer[];
  /** A reply in the spelling of `writes`, where the format allows others that a model may write as well. */
  readonly asWritten?: (reply: string) => string;
  /** Closing markers that may also occur on their own, where they are markup. */
  readonly closers?: readonly string[];
  /** Other markers before, between or after its blocks that close none of them; alone they are markup as well. */
  readonly around?: readonly string[];
}
