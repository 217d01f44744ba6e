import { nodeToText } from '../../json/writer.ts';
import { readTools, type ReadTool } from '../../tools/tool-definitions.ts';
import { augmentSystemPrompt } from '../../runtimes/exathena/augment.ts';
import type { AugmentedPrompt } from '../../runtimes/kit/system-prompt.ts';
import { shimPrompt } from '../../runtimes/chatcli/shim-prompt.ts';
import type { TextPiece } from './json.ts';
import type { RequestInput, RequestTool } from './request.ts';

/** Where the tools of a request go. */
export type ToolPlacement =
  /** Into the request itself, where the provider reads tools. */
  | 'native'
  /** Into the system prompt, as ExAthena writes them when a provider reads none. */
  | 'text'
  /** The same with a line per tool. */
  | 'text-compact'
  /** Into the system prompt, as ChatCLI's tool shim writes them. */
  | 'shim'
  | 'none';

export type PlacedTools = Pick<RequestInput, 'system' | 'tools'>;

/**
 * Puts the tools of a JSON text where a provider looks for them. A text that is not JSON holds no tools. The shim's section
 * stands below the system prompt after a blank line; how ChatCLI joins the two is not known.
 */
export function placeTools(
  placement: ToolPlacement,
  system: string,
  toolsText: string,
  preamble: string | null = null,
): PlacedTools {
  const tools = placement === 'none' ? [] : readTools(toolsText).tools;
  const alone = system === '' ? [] : [{ text: system, toolIndex: null }];
  if (tools.length === 0) return { system: alone, tools: [] };
  if (placement === 'native') return { system: alone, tools: tools.map((tool) => requestTool(tool, toolsText)) };
  if (placement === 'shim') {
    const section = shimPrompt(tools.map(asFunction));
    const above = system.trim() === '' ? [] : [...alone, { text: '\n\n', toolIndex: null }];
    return { system: [...above, ...piecesOf(section)], tools: [] };
  }
  const prompt = augmentSystemPrompt(
    system,
    tools.map(({ definition, schemaNode }) => ({ ...definition, schemaNode })),
    { compact: placement === 'text-compact', ...(preamble !== null && { preamble }) },
  );
  return { system: piecesOf(prompt), tools: [] };
}

function requestTool({ definition, schemaNode }: ReadTool, toolsText: string): RequestTool {
  return {
    name: definition.name,
    description: definition.description ?? null,
    schemaText: schemaNode === null ? null : nodeToText(schemaNode, toolsText),
  };
}

function asFunction({ definition: { name, description, schema } }: ReadTool): object {
  return { type: 'function', function: { name, description, parameters: schema } };
}

function piecesOf({ text, parts }: AugmentedPrompt): TextPiece[] {
  return parts.map((part) => ({
    text: text.slice(part.span.from, part.span.to),
    toolIndex: part.kind === 'tool' ? part.toolIndex : null,
  }));
}
