import { isObject, type JsonObject, type JsonValue } from '../../text/json/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';

/** What a template's code does with a parameter: a sentence of the Jinja engine where it breaks, or null. */
export type Refusal = (tool: ToolDefinition) => string | null;

/** Levels of nesting that are looked at. */
const DEEPEST = 100;

const NO_KEY = 'Object key of unhashable type: Array';
const NO_TEST = "selectattr: unknown test 'type'";

/** The type of a parameter is used as a key of a table; a name that is not in it is taken for a list of types. */
export const typeAsKey: Refusal = (tool) => first(parametersOf(tool), typeAsKeyOf);

/** The same, and of a list the items are asked for in a way that finds a function. */
export const typeAsKeyWithItems: Refusal = (tool) =>
  first(parametersOf(tool), (parameter) =>
    parameter.type === 'array' ? 'Function has no builtins' : typeAsKeyOf(parameter),
  );

function typeAsKeyOf(parameter: Parameter): string | null {
  let of = parameter;
  while (of.type === 'object' && isObject(of.additionalProperties)) of = of.additionalProperties;
  if (Array.isArray(of.type)) return NO_KEY;
  const isKnown = typeof of.type !== 'string' || /^(?:string|number|integer|boolean|array|object)$/.test(of.type);
  return isKnown ? null : 'Expected iterable or object type in for loop: got String';
}

/** The type of a parameter is looked for in a tuple. */
export const typeInTuple: Refusal = (tool) =>
  first(parametersOf(tool), ({ type }) => {
    if (type === undefined) return 'Cannot perform operation in on undefined values';
    return Array.isArray(type) ? 'Unknown operator "in" between Array and Tuple' : null;
  });

/** The type is looked for in a list, at every level that the template writes as a type of TypeScript. */
export const typeInList: Refusal = ({ schema }) => {
  const breaks = (value: JsonValue | undefined, depth: number): boolean => {
    if (!isObject(value) || depth >= DEEPEST) return false;
    const { type, additionalProperties, items }: Parameter = value;
    if (type === 'array') return breaks(items, depth + 1);
    if (type !== 'object') return Array.isArray(type);
    return [...membersOf(value), additionalProperties].some((member) => breaks(member, depth + 1));
  };
  return isObject(schema?.['properties']) && breaks(schema, 0) ? 'Unknown operator "in" between Array and Array' : null;
};

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

/** Alternatives are put through a test that the engine does not have. */
export const alternatives: Refusal = ({ schema }) =>
  isAnywhere(schema, ({ type, oneOf }) => type === undefined && oneOf !== undefined) ? NO_TEST : null;

/**
 * b8121: the type of a parameter is used as a key of a table. Of a list the items are asked for, which finds a function, and
 * `additionalProperties` is looked into even where it is no schema.
 */
export const typeAsKeyOfB8121: Refusal = (tool) =>
  first(parametersOf(tool), (parameter) => {
    let of = parameter;
    while (of.type === 'object' && of.additionalProperties !== undefined)
      of = isObject(of.additionalProperties) ? of.additionalProperties : {};
    if (of.type === undefined || of.type === 'array')
      return "Type: Undefined (hint: 'type') is not allowed as object key";
    return typeAsKeyOf(of);
  });

/** b8121: parameters inside of a parameter are indented by a text times a number, which the engine does not have. */
export const indentedInB8121: Refusal = (tool) =>
  first(parametersOf(tool), ({ type, items, ...parameter }) => {
    if (type === undefined && parameter.oneOf !== undefined) return NO_TEST;
    const of: Parameter = type === 'array' && isObject(items) ? items : { type, ...parameter };
    const isIndented = of.type === 'array' ? of === items : of.type === 'object' && membersOf(of).some(isObject);
    return isIndented ? 'Unknown operator "*" between String and Integer' : null;
  });

interface Parameter {
  readonly type?: JsonValue;
  readonly properties?: JsonValue;
  readonly items?: JsonValue;
  readonly oneOf?: JsonValue;
  readonly additionalProperties?: JsonValue;
}

function first(parameters: readonly Parameter[], test: (parameter: Parameter) => string | null): string | null {
  for (const parameter of parameters) {
    const broken = test(parameter);
    if (broken !== null) return broken;
  }
  return null;
}

function parametersOf({ schema }: ToolDefinition): readonly Parameter[] {
  return membersOf(schema ?? {}).filter(isObject);
}

function membersOf({ properties }: Parameter): readonly JsonValue[] {
  return isObject(properties) ? Object.values(properties) : [];
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
