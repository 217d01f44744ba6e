import { nodeToText } from '../../text/json/index.ts';
import { type ReadTool, readTools } from '../../tools/index.ts';
import type { RequestInput, RequestTool } from './request.ts';

/** What a request says of the system prompt and the tools. */
export type PlacedTools = Pick<RequestInput, 'system' | 'tools'>;

/** The tools of a JSON text in the request itself, where the provider reads tools. A text that is not JSON holds no tools. */
export function nativeTools(system: string, toolsText: string): PlacedTools {
  return {
    system: system === '' ? [] : [{ text: system, toolIndex: null }],
    tools: readTools(toolsText).tools.map((tool) => requestTool(tool, toolsText)),
  };
}

function requestTool({ definition, schemaNode }: ReadTool, toolsText: string): RequestTool {
  return {
    name: definition.name,
    description: definition.description ?? null,
    schemaText: schemaNode === null ? null : nodeToText(schemaNode, toolsText),
  };
}
