import type { ToolForm } from '../../../core/index.ts';

/** The forms in which tools can be rewritten, the most used first. */
export const toolForms: readonly { readonly id: ToolForm; readonly label: string }[] = [
  { id: 'openai', label: 'OpenAI: function.parameters' },
  { id: 'openai-responses', label: 'OpenAI Responses: parameters' },
  { id: 'anthropic', label: 'Anthropic: input_schema' },
  { id: 'mcp', label: 'MCP: inputSchema' },
  { id: 'json-schema', label: 'JSON Schema with a title' },
  { id: 'exathena', label: 'ExAthena: schema' },
];
