import { followed, isObject, type JsonObject, valueToText } from '../../../text/json/index.ts';
import { coerce } from './coerce.ts';
import { elementsIn, type DoubledOpener, type Element, type MissingTag } from './elements.ts';
import { itemSchema, memberSchema, typesOf } from './schema.ts';

const DEEPEST = 50;

interface ElementValues {
  readonly json: string;
  /** Whether the text has something that was not read as a value. */
  readonly isMixed: boolean;
  /** Tags of the outermost elements that are missing; offsets into the text. */
  readonly missing: readonly MissingTag[];
  /** Opening tags of the outermost elements that are written twice; offsets into the text. */
  readonly doubled: readonly DoubledOpener[];
}

/**
 * Reads elements as an object. The tag is the key, repeated tags become a list, children an object, and `item` children a
 * list. Text is converted by the schema of its parameter. Text with elements in it stays a string if the schema says string.
 *
 * @param schema the schema of the whole object; references in it point into it
 * @param written gives a range as it is written in the reply; needed if `text` leaves something out
 */
export function elementValues(
  text: string,
  schema: JsonObject | null,
  written: (from: number, to: number) => string = (from, to) => text.slice(from, to),
): ElementValues {
  const { children, isMixed, missing, doubled } = elementsIn(text, keysOf(schema));
  const exact = children.map((child) =>
    child.isUnopened !== true && isText(typesIn(memberSchema(schema, child.key, schema), schema))
      ? { ...child, text: written(child.at, child.at + child.text.length) }
      : child,
  );
  return { json: objectOf(exact, schema, schema, 0), isMixed, missing, doubled };
}

/** Whether a parameter takes only a string, which keeps markup as it is. */
function isText(types: ReadonlySet<string>): boolean {
  return types.has('string') && !types.has('object') && !types.has('array');
}

function objectOf(
  children: readonly Element[],
  schema: JsonObject | null,
  root: JsonObject | null,
  depth: number,
): string {
  const members = new Map<string, string[]>();
  for (const { key, text } of children) {
    const values = members.get(key) ?? [];
    values.push(text);
    members.set(key, values);
  }
  const entries = [...members].map(([key, values]) => {
    const own = memberSchema(schema, key, root);
    const [only] = values;
    const json =
      values.length === 1 && only !== undefined
        ? valueAsJson(only, own, root, depth)
        : listAsJson(values, own, root, depth);
    return `${valueToText(key)}:${json}`;
  });
  return `{${entries.join(',')}}`;
}

/** The values of one list. Each has the schema of the items, or that of the parameter if the schema has no list. */
function listAsJson(
  values: readonly string[],
  schema: JsonObject | null,
  root: JsonObject | null,
  depth: number,
): string {
  const isList = typesIn(schema, root).has('array');
  const one = isList ? itemSchema(schema, root) : schema;
  return `[${values.map((value) => valueAsJson(value, one, root, depth)).join(',')}]`;
}

function valueAsJson(text: string, schema: JsonObject | null, root: JsonObject | null, depth: number): string {
  const types = typesIn(schema, root);
  const { children, isMixed } =
    isText(types) || depth > DEEPEST || !/^\s*</.test(text) ? { children: [], isMixed: true } : elementsIn(text);
  if (text.trim() === '' && types.size === 1 && types.has('array')) return '[]';
  if (children.length === 0 || isMixed) return coerce(withoutBreaks(text), schema, root).json;
  if (!children.every(({ key }) => key === 'item')) return objectOf(children, schema, root, depth + 1);
  const items = itemSchema(schema, root);
  return `[${children.map((child) => valueAsJson(child.text, items, root, depth + 1)).join(',')}]`;
}

/** The names of the parameters. */
function keysOf(schema: JsonObject | null): readonly string[] {
  const own = schema === null ? null : followed(schema, schema);
  const properties = isObject(own) ? own['properties'] : null;
  return isObject(properties) ? Object.keys(properties) : [];
}

function typesIn(schema: JsonObject | null, root: JsonObject | null): ReadonlySet<string> {
  return schema === null ? new Set() : typesOf(schema, root ?? schema);
}

/** Removes one line break at each end: it belongs to the markup, as does the indentation of a closing tag below its value. */
function withoutBreaks(text: string): string {
  const from = text.startsWith('\n') ? 1 : 0;
  const line = text.lastIndexOf('\n');
  const endsLine = line >= from && text.slice(line + 1).trim() === '' && (from === 1 || line === text.length - 1);
  return text.slice(from, endsLine ? line : undefined);
}
