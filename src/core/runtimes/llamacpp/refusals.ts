import type { JsonObject, JsonValue } from '../../json/node.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { isObject } from './schema.ts';

/** What a template's code does with a parameter: a sentence of the Jinja engine where it breaks, or null. */
export type Refusal = (tool: ToolDefinition) => string | null;

/** Levels of nesting that are looked at. */
const DEEPEST = 100;

/** The type of a parameter is used as a key of a table. */
export const typeAsKey: Refusal = (tool) =>
  parametersOf(tool).some(({ type }) => Array.isArray(type)) ? 'Object key of unhashable type: Array' : null;

/** The type of a parameter is looked for in a tuple. */
export const typeInTuple: Refusal = (tool) => {
  for (const { type } of parametersOf(tool)) {
    if (type === undefined) return 'Cannot perform operation in on undefined values';
    if (Array.isArray(type)) return 'Unknown operator "in" between Array and Tuple';
  }
  return null;
};

/** The type is looked for in a list, at every level. */
export const typeInList: Refusal = ({ schema }) =>
  isAnywhere(schema, ({ type }) => Array.isArray(type)) ? 'Unknown operator "in" between Array and Array' : null;

/** The items of a list are asked for, at every level; where there are none the engine finds a function of that name. */
export const itemsOfList: Refusal = ({ schema }) =>
  isAnywhere(schema, ({ type, items }) => type === 'array' && items === undefined)
    ? 'Function is not a bool value'
    : null;

/** Several types of the items of a list are put through a filter that the engine does not have. */
export const typesOfItems: Refusal = ({ schema }) =>
  isAnywhere(schema, ({ items }) => isObject(items) && Array.isArray(items['type']))
    ? 'NotImplemented: map: filter-mapping not implemented'
    : null;

interface Parameter {
  readonly type?: JsonValue;
  readonly items?: JsonValue;
}

function parametersOf({ schema }: ToolDefinition): readonly Parameter[] {
  const properties = schema?.['properties'];
  return isObject(properties) ? Object.values(properties).filter(isObject) : [];
}

/** Looks at parameters, at those of objects in them, and at items. */
function isAnywhere(schema: JsonObject | undefined, test: (parameter: Parameter) => boolean): boolean {
  const look = (value: JsonValue | undefined, depth: number): boolean =>
    isObject(value) && depth < DEEPEST && (test(value) || inside(value, depth));
  const inside = ({ properties, items }: JsonObject, depth: number): boolean =>
    look(items, depth + 1) ||
    (isObject(properties) && Object.values(properties).some((parameter) => look(parameter, depth + 1)));
  return schema !== undefined && inside(schema, 0);
}
