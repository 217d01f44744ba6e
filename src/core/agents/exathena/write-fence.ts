import type { ToolCall } from '../../trace/index.ts';

/** A call as ExAthena's fence. */
export function asFence({ name, argumentsText }: Pick<ToolCall, 'name' | 'argumentsText'>): string {
  return `~~~tool_call\n{"name": ${JSON.stringify(name)}, "arguments": ${argumentsText}}\n~~~`;
}
