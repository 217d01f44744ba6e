import type { Wording } from '../trace/explain.ts';
import type { Capabilities, Extraction } from '../trace/extraction.ts';
import type { OpenedDocument } from '../document/response.ts';
import type { ToolDefinition } from '../tools/tool.ts';
import type { FormatReader } from '../formats/pass/format-reader.ts';

/** What a picker shows of a profile. */
export interface ProfileInfo {
  /** Stands in permalinks; never changes. */
  readonly id: string;
  readonly label: string;
  /** The release whose behaviour is reproduced. */
  readonly version: string;
  /** One sentence. */
  readonly emulates: string;
  /** Tier ids in the order they are asked. */
  readonly tiers: readonly string[];
  /** The capabilities of the provider that its gates ask for. */
  readonly asks: readonly ('native_tool_calls' | 'self_contained_tools')[];
}

/** How one runtime decides. What is known about it without running it stands in `info.ts`. */
export interface Profile {
  readonly id: string;
  /** Words for codes that no other profile has. */
  readonly wording?: Wording;
  extract(opened: OpenedDocument, capabilities: Capabilities, tools: readonly ToolDefinition[]): Extraction;
  /** Reads while the text comes in; absent where the original reads when the stream has ended. */
  open?(tools: readonly ToolDefinition[]): FormatReader;
}
