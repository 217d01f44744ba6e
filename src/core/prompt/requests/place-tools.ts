import { nodeToText } from '../../json/writer.ts';
import type { Span } from '../../span.ts';
import { readTools, toolDefinitions } from '../../tool-definitions.ts';
import { augmentSystemPrompt, type AugmentedPrompt } from '../augment.ts';
import { shimPrompt } from '../shim.ts';
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

export interface PlacedTools extends Pick<RequestInput, 'system' | 'tools'> {
  /** How many tools there are. */
  readonly count: number;
}

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
  const { tools } = readTools(toolsText);
  const alone = system === '' ? [] : [{ text: system, toolIndex: null }];
  const count = tools.length;
  if (placement === 'none' || count === 0) return { system: alone, tools: [], count };
  if (placement === 'native') return { system: alone, tools: requestTools(toolsText), count };
  if (placement === 'shim') {
    const section = shimPrompt(toolDefinitions(toolsText).map(asFunction));
    const glue = system.trim() === '' ? [] : [...alone, { text: '\n\n', toolIndex: null }];
    return { system: [...glue, ...piecesOf(section)], tools: [], count };
  }
  const prompt = augmentSystemPrompt(
    system,
    tools.map(({ definition, schemaNode }) => ({ ...definition, schemaNode })),
    { compact: placement === 'text-compact', ...(preamble !== null && { preamble }) },
  );
  return { system: piecesOf(prompt), tools: [], count };
}

/** The tools of a JSON text as requests declare them, with schemas as they are written. */
export function requestTools(toolsText: string): RequestTool[] {
  return readTools(toolsText).tools.map(({ definition, schemaNode }) => ({
    name: definition.name,
    description: definition.description ?? null,
    schemaText: schemaNode === null ? null : nodeToText(schemaNode, toolsText),
  }));
}

function asFunction({ name, description, schema }: ReturnType<typeof toolDefinitions>[number]): object {
  return { type: 'function', function: { name, description, parameters: schema } };
}

function piecesOf({ text, parts }: AugmentedPrompt): TextPiece[] {
  const said = ({ from, to }: Span): string => text.slice(from, to);
  return parts.map((part) => ({ text: said(part.span), toolIndex: part.kind === 'tool' ? part.toolIndex : null }));
}
