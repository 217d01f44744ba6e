import { member, readJson } from '../../text/json/index.ts';
import type { Wire } from '../kit/wire.ts';
import type { RequestTool } from './request.ts';

/** What an API refuses. */
export interface Refusal {
  readonly toolIndex: number;
  readonly message: string;
}

interface NameRule {
  readonly pattern: RegExp;
  readonly longest: number;
  readonly allowed: string;
}

const plain = { pattern: /^[a-zA-Z0-9_-]+$/, allowed: 'letters, digits, `_` and `-`' };

/**
 * What a tool may be called. Sources: `FunctionObject.name` in OpenAI's API reference, `tools.name` in Anthropic's, and
 * `FunctionDeclaration.name` in Gemini's. Ollama's documentation has no rule.
 */
const nameRules: Readonly<Record<Wire, NameRule | null>> = {
  openai: { ...plain, longest: 64 },
  anthropic: { ...plain, longest: 128 },
  gemini: {
    pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/,
    longest: 64,
    allowed: 'letters, digits, `_`, `.`, `:` and `-`, with a letter or `_` first',
  },
  ollama: null,
};

/** APIs that take only schemas that say `"type": "object"`. */
const needObjects: readonly Wire[] = ['openai', 'anthropic'];

/** Why the server would refuse these tools, tool by tool. It may refuse them for other reasons too. */
export function refusals(wire: Wire, tools: readonly RequestTool[]): Refusal[] {
  return tools.flatMap(({ name, schemaText }, toolIndex) => {
    const messages = [nameProblem(nameRules[wire], name), needObjects.includes(wire) ? typeProblem(schemaText) : null];
    return messages.flatMap((message) => (message === null ? [] : [{ toolIndex, message }]));
  });
}

function nameProblem(rule: NameRule | null, name: string): string | null {
  if (rule === null) return null;
  if (name.length > rule.longest) return `The name has ${name.length} characters. Use at most ${rule.longest}.`;
  return rule.pattern.test(name) ? null : `The name contains other characters. Use only ${rule.allowed}.`;
}

function typeProblem(schemaText: string | null): string | null {
  if (schemaText === null) return null;
  const reading = readJson(schemaText);
  const type = reading.ok ? member(reading.node, 'type') : undefined;
  return type?.kind === 'string' && type.value === 'object' ? null : 'The schema lacks `"type": "object"`. Add it.';
}
