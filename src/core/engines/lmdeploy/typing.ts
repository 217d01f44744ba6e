import { isObject, type JsonObject, type JsonValue, own } from '../../text/json/index.ts';
import { isDict, isList, type PythonValue, readPythonJson, stripPython } from '../../text/languages/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { type Exception, uncaught } from '../kit/index.ts';

/** A value, or what `json.loads` raises that is no JSONDecodeError: nothing catches it. */
export type Typed = { readonly value: PythonValue } | Exception;

/** The properties of a declared tool; null where there are none. Of several tools of a name the last that has some counts. */
export function propertiesOf(tools: readonly ToolDefinition[], name: string | null): JsonObject | null {
  for (const tool of tools.toReversed()) {
    const { schema } = tool;
    const properties = tool.name === name && isObject(schema) ? own(schema, 'properties') : undefined;
    if (isObject(properties) && Object.values(properties).some(isObject)) return properties;
  }
  return null;
}

/** The value of a parameter by its declared type; its text where that does not fit. Only an undeclared one keeps its white space. */
export function typedValue(text: string, properties: JsonObject | null, key: string): Typed {
  const schema = properties === null ? undefined : own(properties, key);
  if (!isObject(schema)) return { value: text };
  const stripped = stripPython(text);
  const type = typeOf(own(schema, 'type'));
  const word = stripped.toLowerCase();
  if (type === 'boolean') return { value: word === 'true' || word === 'false' ? word === 'true' : stripped };
  if (type === 'null') return { value: word === 'null' ? null : stripped };
  const fits = type === 'string' && !stripped.startsWith('"') ? undefined : fitting.get(type);
  return fits === undefined ? { value: stripped } : jsonValue(stripped, fits);
}

/** The first of several types that is not `null`, else the first; `string` where there is none. */
function typeOf(declared: JsonValue | undefined): string {
  const types = (Array.isArray(declared) ? declared : [declared]).filter((one) => typeof one === 'string');
  return types.find((one) => one !== 'null') ?? types[0] ?? 'string';
}

const isText = (value: PythonValue): boolean => typeof value === 'string';

/** The types whose values are read as JSON, and what it has to be. */
const fitting: ReadonlyMap<string, (value: PythonValue) => boolean> = new Map([
  ['string', isText],
  ['integer', (value) => typeof value === 'bigint'],
  ['number', (value) => typeof value === 'bigint' || typeof value === 'number'],
  ['array', isList],
  ['object', isDict],
]);

/** The text that a JSON string holds; the text itself where it is none. */
export function unquoted(text: string): Typed {
  return jsonValue(text, isText);
}

function jsonValue(text: string, fits: (value: PythonValue) => boolean): Typed {
  const reading = readPythonJson(text);
  if (!reading.ok) return uncaught(reading.error) ?? { value: text };
  const { value } = reading.node;
  return { value: fits(value) ? value : text };
}
