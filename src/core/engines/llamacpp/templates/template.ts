import type { ToolDefinition } from '../../../tools/index.ts';
import type { Matcher } from '../peg/reading.ts';
import type { Description } from '../auto/description.ts';
import type { ToMessage } from '../message.ts';
import type { Request } from '../request.ts';
import type { Refusal } from '../refusals.ts';

/** When the sampler is bound to the grammar of the calls. Until then it is free. */
export interface Sampler {
  /** Texts that begin it; they do not count inside of reasoning. */
  readonly words?: (tools: readonly ToolDefinition[]) => readonly string[];
  /** Where it begins instead, or -1. */
  readonly begins?: (reply: string) => number;
  readonly thinking?: { readonly open: string; readonly closes: readonly string[] };
}

/** How parameters in tags of their own may follow each other: the required ones come first, except in any order. */
export type ParameterOrder = 'required-in-schema-order' | 'required-in-any-order' | 'any-order';

/** A parser that was written for some templates. */
export interface OwnParser {
  /** Its file in `common/parsers`, without the ending. */
  readonly file: string;
  /** One sentence: what it reads. */
  readonly reads: string;
  build(request: Request): Matcher;
  readonly sampler: Sampler;
  /** Where the captures become a message in a way of their own. */
  readonly toMessage?: ToMessage;
  /** Of parameters in tags of their own; else as in the parsers that llama.cpp makes out of a template. */
  readonly order?: ParameterOrder;
  /** llama.cpp's name for how it reads these replies; it is in the error. */
  readonly format?: 'peg-gemma4' | 'peg-minimax-m3';
}

/** A chat template, or several whose parsers are exactly the same. */
export interface Template {
  /** The id of the runtime, after `llamacpp:`. */
  readonly id: string;
  /** As people call the models. */
  readonly label: string;
  /** Files below `models/templates`, without their ending. The first is the one that the runtime is named after. */
  readonly files: readonly [string, ...string[]];
  /** Our formats that it reads. */
  readonly formats: readonly string[];
  /** What it puts before the reply. */
  readonly prompt: string;
  /** The same where the request turns thinking off; absent where the template does not ask. */
  readonly promptWithoutThinking?: string;
  /** Whether it can show several calls of one turn. */
  readonly isParallel: boolean;
  /** A parser of llama.cpp's own, or what its analysis of the template found. */
  readonly parser: OwnParser | Description;
  /** Schemas that the template cannot render. */
  readonly refuses?: Refusal;
}
