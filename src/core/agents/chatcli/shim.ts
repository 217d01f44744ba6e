import { equalFold, losslessText, readGoJson } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { normalizeToolArgs, type Normalized } from './normalize.ts';

/** How the tool shim came to a name: the call's own, the command in its arguments, or neither fits a definition. */
export interface MatchedName {
  readonly name: string;
  readonly by: 'name' | 'cmd' | null;
}

/** The name of the definition that a call means. Letter case does not count, an `@` before the name is dropped. */
export function matchTool(called: string, args: string, tools: readonly ToolDefinition[]): MatchedName {
  const name = called.startsWith('@') ? called.slice(1) : called;
  const own = tools.find((tool) => equalFold(tool.name, name));
  if (own !== undefined) return { name: own.name, by: 'name' };
  const command = commandIn(args);
  const meant = command === '' ? undefined : tools.find((tool) => equalFold(tool.name, command));
  return meant === undefined ? { name, by: null } : { name: meant.name, by: 'cmd' };
}

/** The `cmd` of an object, with its key in any letter case; empty when there is none, or one that is not a string. */
function commandIn(args: string): string {
  const node = readGoJson(args);
  if (node?.kind !== 'object') return '';
  let command = '';
  for (const { key, value } of node.members) {
    if (!equalFold(key.value, 'cmd') || value.kind === 'null') continue;
    if (value.kind !== 'string') return '';
    command = value.value;
  }
  return command;
}

/** The arguments that the shim returns: an object, or null. Anything else becomes an empty object. */
export function shimArguments(name: string, args: string): { readonly text: string; readonly normalized: Normalized } {
  const normalized = normalizeToolArgs(name, args);
  const kind = normalized.ok ? readGoJson(normalized.text)?.kind : undefined;
  const text = kind === 'object' || kind === 'null' ? losslessText(normalized.text) : '{}';
  return { text, normalized };
}
