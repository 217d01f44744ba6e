import type { JsonValue } from '../../../json/node.ts';
import type { ToolDefinition } from '../../../tools/tool.ts';
import { coerce } from './coerce.ts';
import { allowsNull, type Schema } from './schema.ts';
import { parseJson } from './values.ts';

/** The schema of a declared tool; without one the arguments may be any object. Undefined where no tool has the name. */
export function inputSchema(tools: readonly ToolDefinition[], name: string): Schema {
  const tool = tools.find((declared) => declared.name === name);
  return tool && (tool.schema ?? { type: 'object' });
}

/** Arguments as JSON, coerced by the tool's schema; a null that the schema does not allow is `{}`. */
export function inputOf(args: JsonValue | undefined, name: string, tools: readonly ToolDefinition[]): string {
  const schema = inputSchema(tools, name);
  const coerced = args === undefined || args === null ? args : coerce(args, schema);
  if (coerced === null) return allowsNull(schema) ? 'null' : '{}';
  return JSON.stringify(coerced ?? {});
}

/** The middleware coerces the arguments of each call once more, after the protocol. */
export function coercedInput(input: string, name: string, tools: readonly ToolDefinition[]): string {
  const args = parseJson(input);
  if (args === undefined) return input;
  const schema = inputSchema(tools, name);
  const coerced = args === null ? null : coerce(args, schema);
  if (coerced === null) return allowsNull(schema) ? 'null' : input;
  return JSON.stringify(coerced);
}
