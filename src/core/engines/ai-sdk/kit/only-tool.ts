import { isObject, type JsonObject } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { inputSchema } from './call-input.ts';
import { recordIn, typeOf, unwrapped } from './schema.ts';

/** Whether an object that names no tool has an argument of the only declared one. */
export function looksLikeArguments(value: JsonObject, tool: ToolDefinition): boolean {
  const schema = unwrapped(inputSchema([tool], tool.name));
  if (!isObject(schema) || typeOf(schema) !== 'object') return false;
  const properties = recordIn(schema, 'properties') ?? {};
  return Object.keys(value).some((key) => Object.hasOwn(properties, key));
}
