import { argumentSpans, catalogue, type Diagnosis, type ToolCall } from '../trace/index.ts';
import { isObject, type JsonObject, type JsonValue, own, parsedJson } from '../text/json/index.ts';
import { nearest, type Span } from '../text/document/index.ts';
import { isSchemaType, type ToolDefinition } from '../tools/index.ts';
import { placeOf, spacedNumber } from './meant/values.ts';
import { replace } from './changes.ts';
import { diagnosis, edit, quoted, type WholeRule } from './rule.ts';
import { firstCalls, type Subject } from './subject.ts';

/** Most faults that are reported. */
const MOST_FINDINGS = 4;
/** Only the validator checks longer arguments: it has a deadline. In UTF-16 units. */
const LONGEST_ARGUMENTS = 100_000;

/**
 * An argument is missing, unknown, or of another type than the schema declares. Checks only the properties of the arguments
 * object; the validator on the card of the call checks what is deeper.
 */
export const schemaFaults: WholeRule = {
  look(subject) {
    const tools = new Map(subject.definitions.toReversed().map((tool) => [tool.name, tool]));
    const found: Diagnosis[] = [];
    for (const call of tools.size === 0 ? [] : firstCalls(subject.extraction)) {
      if (found.length >= MOST_FINDINGS) break;
      const tool = tools.get(subject.tools.resolve(call.name));
      if (
        tool?.schema !== undefined &&
        tool.inferred !== true &&
        isUsable(tool.schema) &&
        call.argumentsText.length <= LONGEST_ARGUMENTS
      )
        found.push(...faultsOf(subject, call, tool.schema, tool));
    }
    return found.slice(0, MOST_FINDINGS);
  },
};

/** Whether arguments lack what the schema of their tool requires, or have a value of another type. */
export function refuses({ schema, inferred }: ToolDefinition, argumentsText: string): boolean {
  const given = parsedJson(argumentsText);
  if (schema === undefined || inferred === true || !isUsable(schema) || given === undefined || !isObject(given))
    return false;
  const properties = objectIn(schema, 'properties') ?? {};
  const isOther = ([name, value]: [string, JsonValue]): boolean => {
    const types = typesOf(schema, own(properties, name));
    return types.length > 0 && !types.some((type) => fits(value, type));
  };
  return requiredOf(schema).some((name) => !Object.hasOwn(given, name)) || Object.entries(given).some(isOther);
}

/** Whether the schema has no type of its own making: the validator refuses one that has, and says so on the card of the call. */
function isUsable(schema: JsonObject): boolean {
  const parts = [schema, ...Object.values(objectIn(schema, 'properties') ?? {})];
  return parts.every((part) => {
    const type = isObject(part) ? own(part, 'type') : undefined;
    return [type].flat().every((word) => typeof word !== 'string' || isSchemaType(word));
  });
}

function faultsOf(subject: Subject, call: ToolCall, schema: JsonObject, tool: ToolDefinition): Diagnosis[] {
  const value = call.arguments;
  if (!isObject(value)) return [];
  const spanAt = argumentSpans(call, subject.document);
  const properties = objectIn(schema, 'properties') ?? {};
  const missing = requiredOf(schema)
    .filter((name) => !Object.hasOwn(value, name))
    .slice(0, MOST_FINDINGS);
  const surplus = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  const odd = Object.keys(properties).length === 0 ? undefined : surplus.find((name) => MARKUP.test(name));
  const unknown = allowsOthers(schema) ? [] : unknownKeys(surplus, Object.keys(properties), value, missing);
  return [
    ...(odd === undefined ? [] : [oddKeyDiagnosis(call, odd, spanAt([odd]))]),
    ...unknown.map(({ key, near }) => unknownDiagnosis(subject, call, key, near, spanAt([key]))),
    ...missing.map((name) => missingDiagnosis(subject, call, tool, name, surplus, spanAt([]))),
    ...Object.keys(value).flatMap((name) => {
      const types = typesOf(schema, own(properties, name));
      const given = own(value, name);
      if (given === undefined || types.length === 0 || types.some((type) => fits(given, type))) return [];
      const found = typeDiagnosis(subject, call, name, given, types, spanAt([name]));
      const isUsual = found.remedy === catalogue.D28.remedy;
      return [isUsual && !hasPlainType(own(properties, name)) ? { ...found, remedy: PLAIN_TYPE } : found];
    }),
  ];
}

const PLAIN_TYPE =
  'Give every parameter a plain `type` without `$ref`, and have the server constrain the output to the schema.';

/** Whether a model, and a parser that looks for `type`, can see at once which type is asked for. */
function hasPlainType(property: JsonValue | undefined): boolean {
  return isObject(property) && own(property, 'type') !== undefined;
}

/** Whether the schema explicitly allows arguments that it does not name. */
function allowsOthers(schema: JsonObject): boolean {
  const others = own(schema, 'additionalProperties');
  return others === true || isObject(others) || own(schema, 'patternProperties') !== undefined;
}

/** Undeclared arguments, each with the absent optional parameter that is probably meant. `missing` reports required ones. */
function unknownKeys(
  surplus: readonly string[],
  declared: readonly string[],
  given: JsonObject,
  missing: readonly string[],
): { readonly key: string; readonly near: string | null }[] {
  const free = declared.filter((name) => !Object.hasOwn(given, name) && !missing.includes(name));
  if (free.length === 0) return [];
  return surplus
    .slice(0, MOST_FINDINGS)
    .filter((key) => !MARKUP.test(key))
    .map((key) => ({ key, near: nearest(key, free) ?? free.find((name) => key.startsWith(name)) ?? null }))
    .filter(({ near }) => near !== null || missing.length === 0);
}

function unknownDiagnosis(
  { document }: Subject,
  call: ToolCall,
  key: string,
  near: string | null,
  place: Span | null,
): Diagnosis {
  const at = near === null ? null : keyIn(document, call, key);
  const unknown = `\`${quoted(call.name)}\` declares no \`${quoted(key)}\`.`;
  return diagnosis(
    'D02',
    near === null ? unknown : `${unknown} \`${quoted(near)}\` may be the same.`,
    at ?? place ?? call.span,
    at === null || near === null ? null : edit(`Rename to ${near}`, replace(at, near)),
  );
}

/** Signs of markup, which no parameter has in its name. */
const MARKUP = /["'<>{}[\]=,|]/;

function oddKeyDiagnosis(call: ToolCall, key: string, place: Span | null): Diagnosis {
  return diagnosis(
    'D06',
    `\`${quoted(key)}\` is the name of an argument of \`${quoted(call.name)}\`, and has signs of markup in it. The markup of this call is damaged.`,
    place ?? call.span,
  );
}

function missingDiagnosis(
  { document }: Subject,
  call: ToolCall,
  tool: ToolDefinition,
  name: string,
  surplus: readonly string[],
  place: Span | null,
): Diagnosis {
  const near = nearest(name, surplus);
  const key = near === null ? null : keyIn(document, call, near);
  const properties = objectIn(tool.schema ?? {}, 'properties');
  if (properties !== null && !Object.hasOwn(properties, name) && !isComposed(tool.schema ?? {}))
    return undefinedDiagnosis(call, tool, name, nearest(name, Object.keys(properties)), place);
  const lacks = `\`${quoted(tool.name)}\` requires \`${quoted(name)}\`, but the arguments lack it.`;
  const [other, ...more] = surplus;
  const instead =
    near !== null
      ? ` \`${quoted(near)}\` may be the same.`
      : other !== undefined && more.length === 0
        ? ` They have \`${quoted(other)}\`, which is not declared.`
        : '';
  return diagnosis(
    'D29',
    lacks + instead,
    key ?? place ?? call.span,
    key === null ? null : edit(`Rename to ${name}`, replace(key, name)),
    ...(instead === '' ? [] : [OTHER_NAME]),
  );
}

/** No model can know an argument that the schema requires and does not define. */
function undefinedDiagnosis(
  call: ToolCall,
  tool: ToolDefinition,
  name: string,
  near: string | null,
  place: Span | null,
): Diagnosis {
  const meant = near === null ? '' : ` Did you mean \`${quoted(near)}\`?`;
  return diagnosis(
    'D29',
    `The schema of \`${quoted(tool.name)}\` requires \`${quoted(name)}\`, and no property has this name.${meant}`,
    place ?? call.span,
    null,
    'Correct the names in `required` of the tool: the model is not at fault.',
  );
}

/** Whether another part of the schema may define what this one requires. */
function isComposed(schema: JsonObject): boolean {
  return allowsOthers(schema) || ['$ref', 'allOf', 'anyOf', 'oneOf'].some((key) => own(schema, key) !== undefined);
}

/** What helps where a model calls a parameter otherwise. */
const OTHER_NAME = 'Name the parameter as the model does, or show one complete call with its exact name in the prompt.';

function typeDiagnosis(
  { document, extraction }: Subject,
  call: ToolCall,
  name: string,
  given: JsonValue,
  types: readonly string[],
  place: Span | null,
): Diagnosis {
  const wanted = convert(given, types);
  const isEncoded = call.argumentsSpan !== null && document.charAt(call.argumentsSpan.from) === '"';
  const written = place === null ? '' : document.slice(place.from, place.to);
  // An edit is possible only where the text holds the value as JSON: a raw value has no other spelling.
  const isPlain = place !== null && sameJson(isEncoded ? decoded(written) : written, given);
  const number = typeof given === 'string' ? given.replace(/\s/g, '') : '';
  const isSpaced =
    number !== given &&
    convert(number, types) === number &&
    /^-?\d/.test(number) &&
    !/\d\s+\d/.test(typeof given === 'string' ? given : '');
  const spaced = isSpaced && typeof given === 'string' ? spacedNumber(given, number) : null;
  const insert = wanted !== undefined && isEncoded ? JSON.stringify(wanted).slice(1, -1) : wanted;
  return diagnosis(
    'D28',
    `\`${quoted(name)}\` of \`${quoted(call.name)}\` is ${kindOf(given)}, but the schema requires ${types.join(' or ')}.${spaced?.then ?? ''}`,
    placeOf(extraction, call, [name]),
    wanted === undefined || insert === undefined || !isPlain
      ? null
      : edit(`Change to ${excerptOf(wanted)}`, replace(place, insert)),
    spaced?.remedy,
  );
}

/** The value converted to one of the types, as JSON; undefined if no type fits. */
function convert(given: JsonValue, types: readonly string[]): string | undefined {
  if (typeof given === 'string') {
    const text = given.trim();
    const spelled = ({ True: 'true', False: 'false', None: 'null' } as Record<string, string>)[text] ?? text;
    const parsed = parsedJson(spelled);
    return parsed !== undefined && types.some((type) => fits(parsed, type)) ? spelled : undefined;
  }
  return types.includes('string') ? JSON.stringify(JSON.stringify(given)) : undefined;
}

/** The text of a piece of a JSON string, without escapes. */
function decoded(piece: string): string {
  const text = parsedJson(`"${piece}"`);
  return typeof text === 'string' ? text : '';
}

function sameJson(written: string, given: JsonValue): boolean {
  const parsed = parsedJson(written);
  return parsed !== undefined && JSON.stringify(parsed) === JSON.stringify(given);
}

/** The types that a property may have; empty if the schema gives none, or in a way that is not read here. */
function typesOf(root: JsonObject, property: JsonValue | undefined): string[] {
  let schema = property;
  // A reference may point to another reference.
  for (let steps = 0; steps < 8 && isObject(schema) && typeof schema['$ref'] === 'string'; steps += 1)
    schema = resolve(root, schema['$ref']);
  if (!isObject(schema)) return [];
  const { type } = schema;
  const types = Array.isArray(type) ? type : [type];
  if (types.every((one) => typeof one === 'string')) return types;
  const options = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(options)) return [];
  const each = options.map((option) =>
    isObject(option) && typeof option['type'] === 'string' ? option['type'] : null,
  );
  return each.every((one) => one !== null) ? each : [];
}

function resolve(root: JsonObject, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let value: JsonValue | undefined = root;
  for (const step of reference.slice(2).split('/', 20)) value = isObject(value) ? own(value, step) : undefined;
  return value;
}

function fits(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return true;
  }
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string'
    ? `the string ${excerptOf(JSON.stringify(value))}`
    : `the ${typeof value} ${String(value)}`;
}

function excerptOf(text: string): string {
  return quoted(text.length > 24 ? `${text.slice(0, 20)}…` : text);
}

/** The span of an argument's name, between its double quotes. */
function keyIn(document: string, { argumentsSpan }: ToolCall, name: string): Span | null {
  if (argumentsSpan === null) return null;
  const quoted = JSON.stringify(name);
  const at = document.indexOf(quoted, argumentsSpan.from);
  return at < 0 || at + quoted.length > argumentsSpan.to ? null : { from: at + 1, to: at + quoted.length - 1 };
}

function requiredOf(schema: JsonObject): string[] {
  const required = schema['required'];
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function objectIn(value: JsonObject, key: string): JsonObject | null {
  const inner = own(value, key);
  return isObject(inner) ? inner : null;
}
