import { extract } from './extract.ts';
import { engineOf } from './runtimes.ts';
import type { ToolDefinition } from '../tools/index.ts';

/**
 * The tools for which a runtime reads a reply: the declared ones. Where an engine is asked and none are declared, the called
 * ones count as declared, without schemas: its server looks for calls only in replies to requests that declare tools, and some
 * of its parsers for declared names alone.
 */
export function toolsFor(
  runtime: string,
  declared: readonly ToolDefinition[],
  text: string,
  native = '',
): readonly ToolDefinition[] {
  return declared.length > 0 || engineOf(runtime) === null ? declared : calledTools(text, native);
}

/**
 * The tools that a reply calls, in the order of its calls.
 *
 * @param native its `tool_calls` as JSON text; empty for none
 */
export function calledTools(text: string, native = ''): readonly ToolDefinition[] {
  const { calls, incomplete } = extract({ text, tool_calls_text: native }, { runtime: 'auto' });
  return [...new Set([...calls, ...incomplete].map(({ name }) => name))].map((name) => ({ name }));
}
