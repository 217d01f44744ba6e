import type { Span } from '../text/document/index.ts';
import type { EngineId } from '../formats/index.ts';
import type { TemplateSpan } from '../jinja/index.ts';

/** What a chat template teaches a model about calls: found by rendering a known call and reading it back. */
export interface Teaching {
  /** The format of the call in the prompt; null where none is there, or none of ours reads it. */
  readonly format: TaughtFormat | null;
  /** The known call as the template writes it; null where it writes none. */
  readonly call: TaughtCall | null;
  /** What came back of the call when the format was read. */
  readonly readBack: { readonly name: boolean; readonly arguments: boolean };
  /** Where the tools are in the prompt of the conversation with tools; null where they are dropped. */
  readonly tools: Shown | null;
  /** Where that prompt shows the beginning of a call, before there is one; null where the model is not told the format. */
  readonly described: Shown | null;
  /** What the generation prompt opens and leaves open: `<think>`, `<|channel|>analysis`; '' for nothing. */
  readonly opened: string;
  /** One sentence that says it. */
  readonly summary: string;
}

export interface TaughtFormat {
  readonly id: string;
  /** Where it comes from, in a few words. */
  readonly lineage: string;
  /** Engines that read it, and the names that their flags have for it. */
  readonly readers: readonly { readonly engine: EngineId; readonly label: string; readonly flags: readonly string[] }[];
}

export interface TaughtCall {
  /** The assistant's turn, with its markup. */
  readonly text: string;
  /** The part of the template that wrote the name of the call. */
  readonly span: TemplateSpan;
}

/** A range of the prompt of the conversation with tools, and the part of the template that wrote its beginning. */
export interface Shown {
  readonly range: Span;
  readonly span: TemplateSpan;
}
