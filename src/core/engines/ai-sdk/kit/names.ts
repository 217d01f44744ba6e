import type { ToolDefinition } from '../../../tools/index.ts';

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** The names that tags may have. */
export function toolNames(tools: readonly ToolDefinition[]): readonly string[] {
  return tools.map(({ name }) => name).filter((name) => name !== '');
}
