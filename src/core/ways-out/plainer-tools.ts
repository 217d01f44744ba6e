import type { IntendedCall } from '../reader/index.ts';
import { isObject, type JsonObject, type JsonValue, nodeToValue, readJson } from '../text/json/index.ts';
import { addTools, readTools, replaceTool } from '../tools/index.ts';

/** Tools in which a schema says less, or a tool more is declared. */
export interface ToolsChange {
  /** What it does, as a sentence begins. */
  readonly label: string;
  /** The whole text of the tools after it. */
  readonly tools: string;
}

/** More parameters than these are not changed one by one. */
const MOST_PARAMETERS = 24;

/** Schemas are made plainer so many levels down. */
const DEEPEST = 4;

interface Plainer {
  /** Which tool of the list, from 0. */
  readonly index: number;
  readonly name: string;
  readonly schema: JsonObject;
}

/**
 * The tools with one type for each parameter that has none or several, and lists with a type for their items: first one
 * parameter at a time, those first that the calls use, then all together. Tools that are called and not declared are declared.
 */
export function* plainerTools(toolsText: string, intended: readonly IntendedCall[]): Generator<ToolsChange> {
  const { tools } = readTools(toolsText);
  if (tools.length === 0) return;
  const declared = new Set(tools.map(({ definition }) => definition.name));
  const missing = intended.filter(({ name }) => !declared.has(name));
  const names = [...new Set(missing.map(({ name }) => name))];
  const grown = addTools(
    toolsText,
    names.map((name) => ({ name, schema: schemaOf(valuesOf(intended, name)) })),
  );
  if (names.length > 0 && grown !== null)
    yield { label: `Declare ${names.map((name) => `the tool \`${name}\``).join(' and ')}`, tools: grown };

  const plainer = plainerParameters(toolsText, intended).slice(0, MOST_PARAMETERS);
  for (const one of plainer) {
    const changed = changedTools(toolsText, [one]);
    if (changed !== null) yield { label: `Declare \`${one.name}\` as ${kindOf(one.schema)}`, tools: changed };
  }
  const all = plainer.length > 1 ? changedTools(toolsText, plainer) : null;
  if (all !== null) yield { label: `Declare ${String(plainer.length)} parameters with one type each`, tools: all };
}

function plainerParameters(toolsText: string, intended: readonly IntendedCall[]): readonly Plainer[] {
  const found = readTools(toolsText).tools.flatMap(({ definition: { name, schema } }, index) => {
    const values = valuesOf(intended, name);
    const properties = isObject(schema?.['properties']) ? schema['properties'] : {};
    return Object.entries(properties).flatMap(([key, old]): (Plainer & { readonly isUsed: boolean })[] => {
      const value = values.get(key);
      const plain = plainSchema(old, value, 0);
      return plain === old || !isObject(plain)
        ? []
        : [{ index, name: key, schema: plain, isUsed: value !== undefined }];
    });
  });
  return found.toSorted((one, other) => Number(other.isUsed) - Number(one.isUsed));
}

function changedTools(toolsText: string, changes: readonly Plainer[]): string | null {
  let text: string | null = toolsText;
  for (const { index, name, schema } of changes) {
    const definition = text === null ? undefined : readTools(text).tools[index]?.definition;
    const properties = definition?.schema?.['properties'];
    if (text === null || definition === undefined || !isObject(properties)) return null;
    // In the order in which they were: entries, because a key may be `__proto__`.
    const entries = Object.entries(properties).map(([key, old]) => [key, key === name ? schema : old] as const);
    const next: JsonObject = { ...definition.schema, properties: Object.fromEntries(entries) };
    text = replaceTool(text, index, { ...definition, schema: next });
  }
  return text;
}

/** A schema with one type, chosen by the value that was meant; the schema itself where it has one. */
function plainSchema(old: JsonValue, value: JsonValue | undefined, depth: number): JsonValue {
  if (depth > DEEPEST) return old;
  if (!isObject(old)) return typedBy(value);
  const { type, anyOf, oneOf, $ref, items, ...rest } = old;
  const variants = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));
  if (variants.length > 0) {
    const named = variants.filter((one) => one['type'] !== 'null');
    const chosen = named.find((one) => fits(one['type'], value)) ?? named[0] ?? variants[0];
    return plainSchema({ ...rest, ...chosen }, value, depth + 1);
  }
  if (typeof $ref === 'string') return { ...rest, ...typedBy(value) };
  if (Array.isArray(type)) {
    const named = type.filter((one) => one !== 'null');
    const chosen = named.find((one) => fits(one, value)) ?? named[0] ?? 'string';
    return plainSchema({ ...old, type: chosen }, value, depth + 1);
  }
  if (type === undefined) return { ...old, ...typedBy(value) };
  if (type !== 'array') return old;
  const first = Array.isArray(value) ? value[0] : undefined;
  const plain = items === undefined ? typedBy(first) : plainSchema(items, first, depth + 1);
  return plain === items ? old : { ...old, items: plain };
}

function typedBy(value: JsonValue | undefined): JsonObject {
  if (Array.isArray(value)) return { type: 'array', items: typedBy(value[0]) };
  return { type: typeOf(value) };
}

function typeOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null || typeof value === 'string') return 'string';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

function fits(type: JsonValue | undefined, value: JsonValue | undefined): boolean {
  if (value === undefined) return false;
  if (Array.isArray(value)) return type === 'array';
  return type === typeOf(value) || (type === 'number' && typeof value === 'number');
}

function schemaOf(values: ReadonlyMap<string, JsonValue>): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries([...values].map(([key, value]) => [key, typedBy(value)])),
  };
}

/** The first value that a call of the tool gives each parameter. */
function valuesOf(intended: readonly IntendedCall[], name: string): ReadonlyMap<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  for (const call of intended) {
    const reading = call.name === name ? readJson(call.argumentsText) : null;
    const value = reading?.ok === true ? nodeToValue(reading.node) : null;
    if (isObject(value ?? undefined))
      for (const [key, one] of Object.entries(value as JsonObject)) if (!values.has(key)) values.set(key, one);
  }
  return values;
}

const kinds: ReadonlyMap<string, readonly [one: string, many: string]> = new Map([
  ['string', ['a string', 'strings']],
  ['integer', ['an integer', 'integers']],
  ['number', ['a number', 'numbers']],
  ['boolean', ['a boolean', 'booleans']],
  ['object', ['an object', 'objects']],
  ['array', ['a list', 'lists']],
]);

function kindOf({ type, items }: JsonObject): string {
  const [one] = wordsFor(type) ?? ['one type'];
  const many = type === 'array' && isObject(items) ? wordsFor(items['type'])?.[1] : undefined;
  return many === undefined ? one : `${one} of ${many}`;
}

function wordsFor(type: JsonValue | undefined): readonly [one: string, many: string] | undefined {
  return typeof type === 'string' ? kinds.get(type) : undefined;
}
