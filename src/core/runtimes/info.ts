import type { ProfileInfo } from './runtime.ts';

/**
 * Whether a profile id from a link can be opened. That a `format:<id>` names a format that exists is known where the
 * formats are, in the worker.
 */
export function isKnownProfile(id: string): boolean {
  return profiles.some((profile) => profile.id === id) || isSingleFormat(id);
}

function isSingleFormat(id: string): boolean {
  return /^format:[a-z0-9.-]+$/.test(id);
}

/** What the picker shows of every profile, in its order; the first is the default. Holds no engine, so the page can have it at once. */
export const profiles = [
  {
    id: 'exathena',
    label: 'ExAthena 0.4.6',
    version: '0.4.6',
    emulates: 'ExAthena 0.4.6 (Elixir): native calls, then ~~~tool_call fences, then bare JSON anywhere in the text.',
    tiers: ['native', 'tagged', 'raw'],
    asks: ['native_tool_calls'],
  },
  {
    id: 'exathena-head',
    label: 'ExAthena 0.19',
    version: '0.19',
    emulates:
      'ExAthena 0.19 (Elixir): native calls, then ~~~tool_call fences, then leaked <tool_call> tags, then a message that is bare JSON.',
    tiers: ['native', 'tagged', 'tool-call-tag', 'raw'],
    asks: ['native_tool_calls', 'self_contained_tools'],
  },
  {
    id: 'chatcli',
    label: 'ChatCLI 1.188',
    version: '1.188',
    emulates: 'ChatCLI 1.188 (Go): tags with attributes and JSON objects, then Markdown blocks, then [tool: …].',
    tiers: ['attribute-tag', 'json-object', 'code-block', 'bracket'],
    asks: [],
  },
  {
    id: 'chatcli-shim',
    label: 'ChatCLI 1.188, tool shim',
    version: '1.188',
    emulates: 'ChatCLI 1.188 (Go) with its tool shim: names are matched to the declared tools.',
    tiers: ['attribute-tag', 'json-object', 'code-block', 'bracket'],
    asks: [],
  },
  {
    id: 'auto',
    label: 'Every format',
    version: '1',
    emulates: 'No runtime: finds calls in every text format it knows, without configuration.',
    tiers: ['native', 'marked', 'bare'],
    asks: [],
  },
  {
    id: 'custom',
    label: 'Your own format',
    version: '1',
    emulates: 'No runtime: finds calls in the one format that you define.',
    tiers: ['native', 'marked'],
    asks: [],
  },
] as const satisfies readonly ProfileInfo[];
