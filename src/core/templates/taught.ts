import type { Span } from '../document/span.ts';
import type { EngineId } from '../formats/index.ts';
import type { FaultyPrompt } from './faults/prompt-fault.ts';
import type { TemplateSpan } from './rendering.ts';

/** What a chat template teaches a model about calls: found by rendering a known call and reading it back. */
export interface Teaching {
  /** The format of the call in the prompt; null where none is there, or none of ours reads it. */
  readonly format: TaughtFormat | null;
  /** The call as the template writes it, in the prompt of the conversation with a call; null where it writes none. */
  readonly call: Shown | null;
  /** What came back of the call when the format was read. */
  readonly readBack: { readonly name: boolean; readonly arguments: boolean };
  /** Where the tools are in the prompt; null where they are dropped. */
  readonly tools: Shown | null;
  /** Where the prompt tells the model how to write a call, before there is one; null where it does not. */
  readonly described: Shown | null;
  /** What the generation prompt opens and leaves open: `<think>`, `<|channel|>analysis<|message|>`; '' for nothing. */
  readonly opened: string;
  /** One sentence that says it. */
  readonly summary: string;
}

export interface TaughtFormat {
  readonly id: string;
  readonly label: string;
  /** Engines that read it, and the names that their flags have for it. */
  readonly readers: readonly { readonly engine: EngineId; readonly label: string; readonly flags: readonly string[] }[];
}

/** A range of a prompt, and the part of the template that wrote its first literal. */
export interface Shown extends FaultyPrompt {
  readonly range: Span;
  readonly span: TemplateSpan | null;
}
