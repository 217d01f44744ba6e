import type { Span } from '../../text/document/index.ts';
import type { JsonObjectNode } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';

/** A system prompt that describes the tools, with the origin of every character. */
export interface AugmentedPrompt {
  readonly text: string;
  /** In order, covering every character of `text` once. Empty parts are left out. */
  readonly parts: readonly PromptPart[];
  /** Size of `text` in UTF-8. */
  readonly bytes: number;
  /** Size of each tool's part in UTF-8, in the order of the tools. */
  readonly toolBytes: readonly number[];
}

export type PromptPart =
  /** `base` is the caller's own prompt, `glue` the line breaks that join parts. */
  | { readonly kind: 'base' | 'preamble' | 'glue'; readonly span: Span }
  | { readonly kind: 'tool'; readonly span: Span; readonly toolIndex: number };

/** A tool whose schema may come with its source. */
export interface PromptTool extends ToolDefinition {
  /** The schema as it was read. It takes the place of `schema` and keeps what a value cannot: `1.0` apart from `1`. */
  readonly schemaNode?: JsonObjectNode | null;
}
