import type { Span } from '../../../text/document/index.ts';
import { readJson } from '../../../text/json/index.ts';

/** A fence around all of it is no part of what a model says. */
const ALONE = /^\s*(?:```(?:json)?\s*)?(\{[^]*\})\s*(?:```\s*)?$/;

/** The words that clients have for a tool, which no other object has as its first key. */
const NAMED = /^\{\s{0,20}"(?:tool|tool_name|function|function_name)"\s{0,8}:\s{0,8}"([\w.-]{1,64})"\s{0,8},/;

/** A name may be that of anything; one that says what to do is that of a tool. */
const DOES =
  /^\{\s{0,20}"name"\s{0,8}:\s{0,8}"((?:read|write|get|set|list|search|find|run|execute|exec|create|delete|remove|update|edit|send|fetch|open|close|call|add|show|check|query|book|play|turn|ask|look|load|save|move|copy|insert|apply|replace|browse|calculate|convert|schedule|submit|start|stop)(?:[_-][a-z][\w-]{0,60}|[A-Z]\w{0,60}))"\s{0,8},/;

/** Keys of what describes a tool, calls it properly, or tells what came of it. */
const OTHER: ReadonlySet<string> = new Set([
  'description',
  'parameters',
  'arguments',
  'args',
  'input',
  'inputs',
  'tool_input',
  'inputSchema',
  'input_schema',
  'schema',
  'properties',
  'result',
  'output',
  'response',
  'status',
  'error',
  'version',
  'role',
  'type',
]);

interface FlatCall {
  readonly names: readonly string[];
  readonly format: string;
  readonly span: Span;
  readonly fault: ReturnType<typeof flatFault>;
}

/**
 * A text that is one object with the name of a tool and the arguments beside it; null for any other text. Source:
 * cloudflare/ai#574
 *
 *     {"name": "read_file", "path": "a.txt"}
 */
export function flatCall(text: string): FlatCall | null {
  const object = ALONE.exec(text.slice(0, LONGEST))?.[1] ?? '';
  const name = (NAMED.exec(object) ?? DOES.exec(object))?.[1];
  const json = name === undefined ? null : readJson(object);
  if (name === undefined || json?.ok !== true || json.node.kind !== 'object') return null;
  const others = json.node.members.slice(1).map(({ key }) => key.value);
  // The result of a tool has its name and its content.
  const isCall = others.some((key) => key !== 'content') && !others.some((key) => OTHER.has(key));
  if (!isCall) return null;
  const from = text.indexOf('{');
  return { names: [name], format: 'raw-json', span: { from, to: from + object.length }, fault: flatFault(from) };
}

/** In UTF-16 units: a longer text is more than a call. */
const LONGEST = 20_000;

export function flatFault(at: number): { readonly says: string; readonly at: number; readonly fix: string } {
  return {
    says: 'The arguments are beside the name of the tool, and not under `arguments`. Most parsers take no such call.',
    at,
    fix: 'If the request forces a call, send `tool_choice: auto`. Or choose another model, or read such calls in the client.',
  };
}
