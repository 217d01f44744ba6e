import { Script } from 'typebox';
import { isRecord, type JsonObject, type JsonValue } from '../../../core/index.ts';
import type { ReadType, TypesReading } from '../protocol.ts';
import { tooLong } from './notes.ts';
import { declarationsIn, type Declaration } from './declarations.ts';

/** Characters; the reader of types is quadratic in the members of one type. */
const LONGEST_SOURCE = 100_000;
const MOST_NOTES = 20;

/**
 * Reads the types of a TypeScript source as JSON Schemas, without running anything. An interface or an object type is the
 * schema of a tool's arguments; so is the one object that a function type takes. Comments before a type or a property
 * become descriptions. Never throws.
 */
export function readTypeScript(text: string): TypesReading {
  if (text.length > LONGEST_SOURCE) {
    return { types: [], notes: [tooLong(LONGEST_SOURCE)] };
  }
  const written = declarationsIn(text);
  // A bare object type is a type without a name.
  const isBare = written.declarations.length === 0 && written.skipped.length === 0;
  const declared = isBare ? declarationsIn(`type tool = ${text}`) : written;
  const { schemas, notes } = readSchemas(declared.declarations);
  for (const what of declared.skipped) {
    notes.push(`\`${what}\` is skipped. Only interfaces, types and functions that take one object become tools.`);
  }
  const converter = new Converter(schemas, declared.docs, notes);
  const types: ReadType[] = [];
  for (const { name } of declared.declarations) {
    const schema = converter.argumentsOf(name);
    if (schema === null) continue;
    const description = declared.docs.get(name);
    const isPart = declared.declarations.some((other) => other.name !== name && other.words.has(name));
    types.push({ name, schema, isPart, ...(description !== undefined && { description }) });
  }
  if (types.length === 0 && notes.length === 0)
    notes.push('The text has no interface, object type or function. Paste one of them.');
  return { types, notes: notes.slice(0, MOST_NOTES) };
}

type Unknown = Record<string, unknown>;

/** One type that cannot be read hides all that follow it, so it is taken out and the others are read again. */
function readSchemas(declarations: readonly Declaration[]): { schemas: Map<string, Unknown>; notes: string[] } {
  const notes: string[] = [];
  let rest: readonly Declaration[] = declarations;
  while (rest.length > 0 && notes.length <= MOST_NOTES) {
    const module = parse(rest.map(({ source }) => source).join('\n'));
    const bad = rest.find(({ name }) => !Object.hasOwn(module, name));
    if (bad === undefined) return { schemas: new Map(Object.entries(module)), notes };
    notes.push(`The type \`${bad.name}\` cannot be parsed. Check its brackets, or simplify it.`);
    rest = rest.filter((one) => one !== bad);
  }
  return { schemas: new Map(), notes };
}

function parse(source: string): Record<string, Unknown> {
  try {
    // As JSON: the types carry hidden properties for the compiler.
    const parsed: unknown = JSON.parse(JSON.stringify(Script(source)));
    return isRecord(parsed) ? (parsed as Record<string, Unknown>) : {};
  } catch {
    // Too deep for the parser, which recurses.
    return {};
  }
}

class Converter {
  readonly #schemas: ReadonlyMap<string, Unknown>;
  readonly #docs: ReadonlyMap<string, string>;
  readonly #notes: string[];
  /** Types that references lead to. */
  #needed = new Set<string>();

  constructor(schemas: ReadonlyMap<string, Unknown>, docs: ReadonlyMap<string, string>, notes: string[]) {
    this.#schemas = schemas;
    this.#docs = docs;
    this.#notes = notes;
  }

  /** The schema of the arguments that a type describes, or null when they are no object. */
  argumentsOf(name: string): JsonObject | null {
    const declared = this.#schemas.get(name);
    if (declared === undefined) return null;
    const taken = declared['type'] === 'function' ? this.#parameterOf(name, declared) : declared;
    if (taken === null || (taken['type'] !== 'object' && !Array.isArray(taken['allOf']))) return null;
    this.#needed = new Set();
    const schema = this.#convert(taken, name);
    const defs: JsonObject = {};
    // Converting one may need others, which join the end of the set.
    for (const one of this.#needed) defs[one] = this.#convert(this.#schemas.get(one), one);
    return this.#needed.size === 0 ? schema : { ...schema, $defs: defs };
  }

  #parameterOf(name: string, { parameters }: Unknown): Unknown | null {
    if (!Array.isArray(parameters)) return null;
    if (parameters.length === 0) return { type: 'object', properties: {} };
    const [only] = parameters as unknown[];
    if (parameters.length === 1 && isRecord(only) && only['type'] === 'object') return only;
    this.#note(`The function \`${name}\` does not take one object. Write its parameters as \`(args: { … })\`.`);
    return null;
  }

  #convert(schema: unknown, path: string): JsonObject {
    if (!isRecord(schema)) return {};
    const { type, $ref, anyOf, allOf } = schema;
    if (typeof $ref === 'string') return this.#reference($ref, path);
    if (Array.isArray(anyOf)) return this.#union(anyOf, path);
    if (Array.isArray(allOf)) return { allOf: allOf.map((one) => this.#convert(one, path)) };
    switch (type) {
      case 'object':
        return this.#object(schema, path);
      case 'array':
        return this.#array(schema, path);
      case 'bigint':
        return { type: 'integer' };
      case undefined:
      case 'string':
      case 'number':
      case 'integer':
      case 'boolean':
      case 'null':
        return schema as JsonObject;
      default:
        this.#note(`\`${path}\` is a ${String(type)}, which JSON does not have. The schema allows any value there.`);
        return {};
    }
  }

  #reference(name: string, path: string): JsonObject {
    if (this.#schemas.has(name)) {
      this.#needed.add(name);
      return { $ref: `#/$defs/${name}` };
    }
    if (name === 'Date') return { type: 'string', format: 'date-time' };
    this.#note(`\`${path}\` is a \`${name}\`, which the text does not declare. The schema allows any value there.`);
    return {};
  }

  #union(variants: readonly unknown[], path: string): JsonObject {
    const some = variants.filter((one) => !isRecord(one) || one['type'] !== 'undefined');
    const [first] = some;
    if (some.length === 1) return this.#convert(first, path);
    const constants = some.filter(isConstant);
    const types = new Set(constants.map((one) => one['type']));
    if (constants.length < some.length || types.size !== 1) {
      return { anyOf: some.map((one) => this.#convert(one, path)) };
    }
    const values = constants.map((one) => one['const'] as JsonValue);
    // `true | false` is all that a boolean can be.
    return types.has('boolean') ? { type: 'boolean' } : { type: [...types][0] as string, enum: values };
  }

  #object({ properties, required, patternProperties }: Unknown, path: string): JsonObject {
    const shown: [string, JsonObject][] = Object.entries(isRecord(properties) ? properties : {}).map(([name, one]) => {
      const inner = `${path}.${name}`;
      const description = this.#docs.get(inner);
      const schema = this.#convert(one, inner);
      return [name, description === undefined ? schema : { ...schema, description }];
    });
    // The form that `Record<string, …>` and index signatures take.
    const [any] = Object.values(isRecord(patternProperties) ? patternProperties : {});
    return {
      type: 'object',
      properties: Object.fromEntries(shown),
      ...(Array.isArray(required) && required.length > 0 && { required: required as string[] }),
      ...(any !== undefined && { additionalProperties: this.#convert(any, path) }),
    };
  }

  #array({ items, minItems }: Unknown, path: string): JsonObject {
    if (!Array.isArray(items)) return { type: 'array', items: this.#convert(items, path) };
    const prefixItems = items.map((one) => this.#convert(one, path));
    return { type: 'array', prefixItems, items: false, minItems: minItems as JsonValue };
  }

  #note(text: string): void {
    if (!this.#notes.includes(text) && this.#notes.length < MOST_NOTES) this.#notes.push(text);
  }
}

function isConstant(schema: unknown): schema is Unknown {
  return isRecord(schema) && schema['const'] !== undefined;
}
