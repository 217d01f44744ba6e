import { isObject, type JsonObject, type JsonValue, own } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';

/** What tools declare, as vLLM's parsers look it up. */

const none: JsonObject = {};

/** `tool.function.parameters` of the first tool of that name; undefined where there is no such tool. */
export function parametersOf(tools: readonly ToolDefinition[], name: string): JsonObject | undefined {
  const tool = tools.find((one) => one.name === name);
  return tool === undefined ? undefined : (tool.schema ?? none);
}

/** `properties` of the first tool of that name; empty where there are none. */
export function propertiesOf(tools: readonly ToolDefinition[], name: string): JsonObject {
  return objectUnder(parametersOf(tools, name), 'properties') ?? none;
}

/** The value under a key of a dict that there may be; undefined where it is not there. */
export function valueUnder(dict: JsonObject | undefined, key: string): JsonValue | undefined {
  return dict === undefined ? undefined : own(dict, key);
}

/** The value under a key where it is a dict. */
function objectUnder(dict: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = valueUnder(dict, key);
  return isObject(value) ? value : undefined;
}
