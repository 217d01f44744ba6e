import type { JsonObject, JsonValue } from '../../../../text/json/index.ts';
import type { ToolDefinition } from '../../../../tools/index.ts';

export interface DeclaredTool {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  /** Its schema allows a string: then it is one. */
  readonly isText: boolean;
}

/**
 * The tools that a grammar has. Its rules have only letters, digits and dashes in their names, and of two rules with one name
 * the later one counts: two tools, or two parameters, whose names differ in other characters are read as the later one.
 */
export function declaredTools(tools: readonly ToolDefinition[]): readonly DeclaredTool[] {
  const rules = new Map<string, DeclaredTool>();
  const parameters = new Map<string, Parameter>();
  const declared = tools.map(({ name, schema = {} }) => ({ name, parameters: parametersOf(schema) }));
  for (const tool of declared) {
    rules.set(ruleName(tool.name), tool);
    for (const parameter of tool.parameters) parameters.set(ruleName(`${tool.name}-arg-${parameter.name}`), parameter);
  }
  return declared.map(({ name }) => {
    const tool = rules.get(ruleName(name)) as DeclaredTool;
    return {
      name: tool.name,
      parameters: tool.parameters.map(({ name: own, isRequired }) => {
        const parameter = parameters.get(ruleName(`${tool.name}-arg-${own}`)) as Parameter;
        return { ...parameter, isRequired };
      }),
    };
  });
}

function ruleName(name: string): string {
  return name.replace(/[^a-zA-Z0-9-]+/g, '-');
}

function parametersOf(schema: JsonObject): Parameter[] {
  const properties = own(schema, 'properties');
  const required = own(schema, 'required');
  if (!isObject(properties)) return [];
  const names = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    isRequired: names.has(name),
    isText: allowsText(property, schema, new Set()),
  }));
}

const TEXT_FORMATS = ['date', 'time', 'date-time', 'uri', 'email', 'hostname', 'ipv4', 'ipv6'];

/** `resolves_to_string`: whether one way through a schema leads to a string. */
function allowsText(schema: JsonValue | undefined, root: JsonObject, seen: Set<string>, depth = 0): boolean {
  if (!isObject(schema) || depth > 100) return false;
  const inner = (value: JsonValue): boolean => allowsText(value, root, seen, depth + 1);
  const of = (key: string): JsonValue | undefined => own(schema, key);
  const ref = of('$ref');
  if (ref !== undefined) {
    if (typeof ref !== 'string' || seen.has(ref)) return false;
    seen.add(ref);
    return allowsText(targetOf(ref, root), root, seen, depth + 1);
  }
  const allOf = of('allOf');
  const format = of('format');
  return (
    listOf(of('type')).includes('string') ||
    listOf(of('oneOf')).some(inner) ||
    listOf(of('anyOf')).some(inner) ||
    (Array.isArray(allOf) && allOf.every(inner)) ||
    typeof of('const') === 'string' ||
    listOf(of('enum')).some((value) => typeof value === 'string') ||
    ['pattern', 'minLength', 'maxLength'].some((key) => of(key) !== undefined) ||
    (typeof format === 'string' && (TEXT_FORMATS.includes(format) || format.startsWith('uuid')))
  );
}

/** What a reference inside of the schema leads to. */
function targetOf(ref: string, root: JsonObject): JsonValue | undefined {
  if (!ref.startsWith('#/')) return undefined;
  let target: JsonValue | undefined = root;
  for (const step of ref.split('/').slice(1)) {
    if (Array.isArray(target)) target = target[Number.parseInt(step, 10)];
    else target = isObject(target) ? own(target, step) : undefined;
  }
  return target;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function own(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
