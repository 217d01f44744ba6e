import {
  lowerGo,
  marshal,
  marshalText,
  parseGoFloat,
  parseGoInt,
  readGoJson,
  truncatedToInt64,
} from '../../../text/languages/index.ts';
import { isObject, type JsonValue } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';

/** The tool that the model was given under this name: the first of equal names. */
export function toolNamed(tools: readonly ToolDefinition[], name: string): ToolDefinition | undefined {
  return tools.find((tool) => tool.name === name);
}

/** The declared types of a parameter, those of all members of `anyOf` where it has some; empty where nothing is declared. */
export function typesOf(tool: ToolDefinition | undefined, key: string): readonly string[] {
  const property = own(own(tool?.schema, 'properties'), key);
  const anyOf = own(property, 'anyOf');
  const options = Array.isArray(anyOf) && anyOf.length > 0 ? anyOf : [property];
  return options.flatMap((option) => {
    const type = own(option, 'type');
    return typeof type === 'string'
      ? [type]
      : Array.isArray(type)
        ? type.filter((item) => typeof item === 'string')
        : [];
  });
}

/** A value of an object, if it is one and has the key. */
export function own(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** `parseValue`: without one line feed on each side. */
export function typedBlock(raw: string, types: readonly string[]): string {
  return typedValue(raw.replace(/^\n/, '').replace(/\n$/, ''), types);
}

/**
 * `parseTypedToolValue` as JSON text. Of several types the order is boolean, integer, number, array, object, text, however
 * they are declared. NaN, which JSON does not have, is written as NaN.
 */
export function typedValue(raw: string, types: readonly string[]): string {
  const lower = lowerGo(raw);
  if (lower === 'null') return 'null';
  if (types.includes('boolean')) {
    if (lower === 'true' || lower === 'false') return lower;
    if (types.length === 1) return 'false';
  }
  const only = types.length === 1;
  if (types.includes('integer')) {
    const integer = parseGoInt(raw);
    if (integer !== null || only) return integer === null ? marshalText(raw) : String(integer);
  }
  if (types.includes('number')) {
    const number = parseGoFloat(raw);
    if (number !== null || only) return number === null ? marshalText(raw) : numberText(number);
  }
  for (const type of ['array', 'object'] as const) {
    if (!types.includes(type)) continue;
    const node = readGoJson(raw);
    if (node?.kind === type || node?.kind === 'null') return marshal(node);
    if (only) break;
  }
  return marshalText(raw);
}

/** How a value was read: a text stays one where no declared type fits it. */
export function readAs(json: string): 'value' | 'coerced-value' {
  return json.startsWith('"') ? 'value' : 'coerced-value';
}

/** A whole number as an integer of 64 bits, whatever becomes of it there. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value === Math.trunc(value) ? String(truncatedToInt64(value)) : String(value);
}
