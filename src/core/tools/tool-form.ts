import { type JsonNode, type JsonObjectNode, member } from '../text/json/index.ts';

/** The shapes in which tools are written down. */
export type ToolForm =
  /** `{name, description, schema, parallel_safe}` */
  | 'exathena'
  /** `{type: "function", function: {name, description, parameters}}` */
  | 'openai'
  /** `{type: "function", name, description, parameters}` */
  | 'openai-responses'
  /** `{name, description, input_schema}` */
  | 'anthropic'
  /** `{name, description, inputSchema}` */
  | 'mcp'
  /** The schema of the arguments alone; its `title` and `description` are those of the tool. */
  | 'json-schema';

/** What each form calls the schema. */
export const SCHEMA_KEYS = {
  exathena: 'schema',
  openai: 'parameters',
  'openai-responses': 'parameters',
  anthropic: 'input_schema',
  mcp: 'inputSchema',
} as const satisfies Record<Exclude<ToolForm, 'json-schema'>, string>;

export const FORM_LABELS: Record<ToolForm, string> = {
  exathena: 'ExAthena',
  openai: 'OpenAI',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic',
  mcp: 'MCP',
  'json-schema': 'JSON Schema',
};

/** Which form an entry has, and the object that holds its keys. The most telling key decides. */
export function recognise(entry: JsonObjectNode): { readonly form: ToolForm; readonly body: JsonNode } | null {
  const wrapped = member(entry, 'function');
  if (wrapped !== undefined) return { form: 'openai', body: wrapped };
  const type = member(entry, 'type');
  if (type?.kind === 'string' && type.value === 'function') return { form: 'openai-responses', body: entry };
  for (const form of ['exathena', 'anthropic', 'mcp'] as const) {
    if (given(entry, SCHEMA_KEYS[form]) !== undefined) return { form, body: entry };
  }
  const hasKey = (key: string): boolean => member(entry, key) !== undefined;
  if (hasKey('name') || hasKey('parameters')) return { form: 'exathena', body: entry };
  if (isJsonSchema(entry)) return { form: 'json-schema', body: entry };
  return hasKey('description') ? { form: 'exathena', body: entry } : null;
}

const SCHEMA_KEYWORDS = new Set([
  '$schema',
  '$id',
  '$ref',
  '$defs',
  'additionalProperties',
  'allOf',
  'anyOf',
  'const',
  'definitions',
  'enum',
  'maxProperties',
  'minProperties',
  'not',
  'oneOf',
  'patternProperties',
  'properties',
  'propertyNames',
  'required',
  'unevaluatedProperties',
]);
const SCHEMA_TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

function isJsonSchema(entry: JsonObjectNode): boolean {
  const type = member(entry, 'type');
  // `{"type": "web_search"}` is a tool that the provider runs itself, not a schema.
  if (type?.kind === 'array' || (type?.kind === 'string' && SCHEMA_TYPES.has(type.value))) return true;
  if (entry.members.some(({ key }) => SCHEMA_KEYWORDS.has(key.value))) return true;
  return member(entry, 'title') !== undefined && ownSchema(entry).members.length === 0;
}

/** A bare schema without what it says about the tool. */
export function ownSchema(entry: JsonObjectNode): JsonObjectNode {
  const members = entry.members.filter(({ key }) => key.value !== 'title' && key.value !== 'description');
  return { ...entry, members };
}

/** A member whose value is not null: null is how many serialisers write "absent". */
export function given(node: JsonObjectNode, key: string): JsonNode | undefined {
  const value = member(node, key);
  return value?.kind === 'null' ? undefined : value;
}
