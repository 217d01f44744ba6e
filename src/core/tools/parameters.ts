import { followed, isObject, type JsonObject, type JsonValue, valueToText } from '../text/json/index.ts';

/** One parameter of a tool, as a row of a table. */
interface Parameter {
  readonly name: string;
  /** 0 for a parameter of the tool itself, more for what lies inside another one, which is above it. */
  readonly depth: number;
  /** In words: `string`, `integer | null`, `Point[]`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string | null;
  /** The values of `enum` or `const` as JSON; empty where any value of the type will do. */
  readonly choices: readonly string[];
  /** Choices that are not listed. */
  readonly moreChoices: number;
  /** As JSON. */
  readonly default: string | null;
  /** It has parameters of its own that are not listed. */
  readonly isCut: boolean;
}

export interface ParameterTable {
  readonly rows: readonly Parameter[];
  /** Parameters of the tool itself. */
  readonly required: number;
  readonly optional: number;
  /** Rows beyond the limit exist. */
  readonly isCut: boolean;
}

export const DEEPEST_PARAMETER = 6;
export const MOST_PARAMETERS = 200;
const MOST_CHOICES = 12;
const LONGEST_CHOICE = 60;

interface Place {
  readonly name: string;
  readonly schema: JsonValue;
  readonly required: boolean;
  readonly depth: number;
}

/**
 * The parameters that a schema declares, nested ones below their parent, up to `DEEPEST_PARAMETER` levels and
 * `MOST_PARAMETERS` rows. References inside the schema are followed; a union of several objects is not opened.
 */
export function parametersOf(schema: JsonObject): ParameterTable {
  const top = childrenOf(schema, schema, 0);
  const pending = top.toReversed();
  const rows: Parameter[] = [];
  for (let next = pending.pop(); next !== undefined && rows.length < MOST_PARAMETERS; next = pending.pop()) {
    const children = childrenOf(next.schema, schema, next.depth + 1);
    const isCut = next.depth + 1 >= DEEPEST_PARAMETER && children.length > 0;
    rows.push(rowOf(next, schema, isCut));
    if (!isCut) for (const child of children.toReversed()) pending.push(child);
    if (rows.length === MOST_PARAMETERS && pending.length > 0) return { ...counted(top), rows, isCut: true };
  }
  return { ...counted(top), rows, isCut: false };
}

function counted(top: readonly Place[]): { required: number; optional: number } {
  const required = top.filter((place) => place.required).length;
  return { required, optional: top.length - required };
}

function rowOf({ name, schema, required, depth }: Place, root: JsonObject, isCut: boolean): Parameter {
  const resolved = followed(schema, root);
  const values = choicesOf(resolved);
  const description = textAt(schema, 'description') ?? textAt(resolved, 'description');
  return {
    name,
    depth,
    type: typeText(schema, root, 0),
    required,
    description,
    choices: values.slice(0, MOST_CHOICES).map(shortText),
    moreChoices: Math.max(0, values.length - MOST_CHOICES),
    default: isObject(resolved) && resolved['default'] !== undefined ? shortText(resolved['default']) : null,
    isCut,
  };
}

function childrenOf(schema: JsonValue, root: JsonObject, depth: number): Place[] {
  const places: Place[] = [];
  const seen = new Set<JsonValue>();
  const pending: JsonValue[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const resolved = followed(next, root);
    if (!isObject(resolved) || seen.has(resolved)) continue;
    seen.add(resolved);
    const { properties, required, items, allOf } = resolved;
    const names = new Set(Array.isArray(required) ? required : []);
    if (isObject(properties)) {
      for (const [name, one] of Object.entries(properties)) {
        places.push({ name, schema: one, required: names.has(name), depth });
      }
    }
    if (isObject(items)) pending.push(items);
    if (Array.isArray(allOf)) for (const one of allOf.toReversed()) pending.push(one);
    const variants = variantsOf(resolved).filter((one) => typeText(one, root, 0) !== 'null');
    if (variants.length === 1 && variants[0] !== undefined) pending.push(variants[0]);
  }
  return places;
}

function variantsOf(schema: JsonObject): JsonValue[] {
  const { anyOf, oneOf } = schema;
  return [...(Array.isArray(anyOf) ? anyOf : []), ...(Array.isArray(oneOf) ? oneOf : [])];
}

const MOST_VARIANTS = 5;
/** Types are named by looking this far into lists and unions. */
const DEEPEST_TYPE = 4;

function typeText(schema: JsonValue, root: JsonObject, depth: number): string {
  if (schema === true) return 'any';
  if (schema === false) return 'never';
  if (!isObject(schema)) return 'any';
  const { $ref, type, items } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1) || 'the whole';
  if (depth === DEEPEST_TYPE) return '…';
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string').join(' | ') || 'any';
  if (type === 'array') return isObject(items) ? listText(typeText(items, root, depth + 1)) : 'array';
  if (typeof type === 'string') return type;
  const variants = variantsOf(schema);
  if (variants.length > 0) {
    const names = [...new Set(variants.slice(0, MOST_VARIANTS).map((one) => typeText(one, root, depth + 1)))];
    return [...names, ...(variants.length > MOST_VARIANTS ? ['…'] : [])].join(' | ');
  }
  if (isObject(schema['properties']) || Array.isArray(schema['allOf'])) return 'object';
  const [value] = choicesOf(schema);
  if (value === undefined) return 'any';
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function listText(item: string): string {
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function choicesOf(schema: JsonValue): readonly JsonValue[] {
  if (!isObject(schema)) return [];
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return schema['const'] === undefined ? [] : [schema['const']];
}

function textAt(schema: JsonValue, key: string): string | null {
  const value = isObject(schema) ? schema[key] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

function shortText(value: JsonValue): string {
  const text = valueToText(value);
  return text.length > LONGEST_CHOICE ? `${text.slice(0, LONGEST_CHOICE - 1)}…` : text;
}
