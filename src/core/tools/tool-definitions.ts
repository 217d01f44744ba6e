import { trimElixir } from '../languages/elixir.ts';
import { member, type JsonArrayNode, type JsonNode, type JsonObject, type JsonObjectNode } from '../json/node.ts';
import type { JsonError } from '../json/error.ts';
import { readJson } from '../json/strict.ts';
import { nodeToValue, valueToText } from '../json/writer.ts';
import { span, type Span } from '../document/span.ts';
import type { ToolDefinition } from './tool.ts';

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

export type ToolProblemCode =
  | 'syntax'
  | 'not-a-tool-list'
  | 'entry-not-object'
  | 'unknown-form'
  | 'function-not-object'
  | 'missing-name'
  | 'name-not-string'
  | 'empty-name'
  | 'duplicate-name'
  | 'description-not-string'
  | 'schema-not-object'
  | 'several-schema-keys'
  | 'foreign-schema-key'
  | 'loose-properties'
  | 'parallel-safe-not-boolean';

export interface ToolProblem {
  readonly code: ToolProblemCode;
  /** `error`: a tool, or a part of one, could not be used. `warning`: it was, perhaps not as it was meant. */
  readonly severity: 'error' | 'warning';
  /** In the text that was read. */
  readonly span: Span;
  readonly message: string;
}

export interface ReadTool {
  readonly definition: ToolDefinition;
  readonly form: ToolForm;
  /** The whole entry. */
  readonly span: Span;
  /** The value that holds the name, quotes included. */
  readonly nameSpan: Span;
  readonly schemaSpan: Span | null;
  /** The schema as written, for uses that must not round numbers or reorder keys. */
  readonly schemaNode: JsonObjectNode | null;
  /** The object with the name in it: the entry itself, or what it has under `function`. */
  readonly bodyNode: JsonObjectNode;
}

export interface ToolsReading {
  readonly tools: readonly ReadTool[];
  readonly problems: readonly ToolProblem[];
}

/**
 * Reads a JSON text that holds one tool or a list of tools; each entry may have its own form. A list may be wrapped:
 * `{"tools": […]}`, as MCP answers and request bodies have it. Blank text holds no tools.
 *
 * An entry that cannot be read is a problem and hides nothing else; only a syntax error hides everything.
 */
export function readTools(text: string): ToolsReading {
  const reader = new ToolsReader();
  // Files from some editors begin with a byte order mark, which is not JSON.
  const from = text.startsWith('\ufeff') ? 1 : 0;
  if (trimElixir(text.slice(from)) !== '') {
    const reading = readJson(text, from);
    if (reading.ok) reader.readRoot(reading.node);
    else reader.report('syntax', reading.error.span, syntaxMessage(text, reading.error));
  }
  return { tools: reader.tools, problems: reader.problems };
}

/**
 * What stands where the tools are expected: their list, or the one tool alone. Null for blank text and for what is not
 * JSON.
 */
export function toolListNode(text: string): JsonNode | null {
  const from = text.startsWith('\ufeff') ? 1 : 0;
  const reading = trimElixir(text.slice(from)) === '' ? null : readJson(text, from);
  if (reading?.ok !== true) return null;
  return (reading.node.kind === 'object' ? wrappedList(reading.node) : null) ?? reading.node;
}

/** The definitions alone. */
export function toolDefinitions(text: string): ToolDefinition[] {
  return text === '' ? [] : readTools(text).tools.map(({ definition }) => definition);
}

const SEVERITY: Record<ToolProblemCode, 'error' | 'warning'> = {
  syntax: 'error',
  'not-a-tool-list': 'error',
  'entry-not-object': 'error',
  'unknown-form': 'error',
  'function-not-object': 'error',
  'missing-name': 'error',
  'name-not-string': 'error',
  'empty-name': 'error',
  'duplicate-name': 'warning',
  'description-not-string': 'warning',
  'schema-not-object': 'error',
  'several-schema-keys': 'warning',
  'foreign-schema-key': 'warning',
  'loose-properties': 'warning',
  'parallel-safe-not-boolean': 'warning',
};

/** What each form calls the schema. */
export const SCHEMA_KEYS = {
  exathena: 'schema',
  openai: 'parameters',
  'openai-responses': 'parameters',
  anthropic: 'input_schema',
  mcp: 'inputSchema',
} as const satisfies Record<Exclude<ToolForm, 'json-schema'>, string>;

const FORM_LABELS: Record<ToolForm, string> = {
  exathena: 'ExAthena',
  openai: 'OpenAI',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic',
  mcp: 'MCP',
  'json-schema': 'JSON Schema',
};

class ToolsReader {
  readonly tools: ReadTool[] = [];
  readonly problems: ToolProblem[] = [];
  readonly #places = new Map<string, string>();

  report(code: ToolProblemCode, at: Span, message: string): void {
    this.problems.push({ code, severity: SEVERITY[code], span: span(at.from, at.to), message });
  }

  readRoot(root: JsonNode): void {
    const list = root.kind === 'object' ? wrappedList(root) : root;
    if (list === null) {
      this.#readEntry(root, 'This tool');
    } else if (list.kind === 'array') {
      this.#readList(list);
    } else {
      this.report('not-a-tool-list', list, `Expected a tool or a list of tools, found ${kindName(list)}.`);
    }
  }

  #readList(list: JsonArrayNode): void {
    list.items.forEach((entry, index) => {
      this.#readEntry(entry, `Tool ${index + 1}`);
    });
  }

  #readEntry(entry: JsonNode, place: string): void {
    if (entry.kind !== 'object') {
      this.report('entry-not-object', entry, `${place} is ${kindName(entry)}, not an object.`);
      return;
    }
    const recognised = recognise(entry);
    if (recognised === null) {
      this.report('unknown-form', entry, `${place} has neither a name nor a schema in any known form.`);
      return;
    }
    const { form, body } = recognised;
    if (body.kind !== 'object') {
      this.report('function-not-object', body, `${place}: \`function\` is ${kindName(body)}, not an object.`);
      return;
    }
    const name = this.#readName(form, body, place);
    if (name === null) return;
    const label = `${place} (\`${name.value}\`)`;
    const earlier = this.#places.get(name.value);
    if (earlier === undefined) this.#places.set(name.value, place);
    else this.report('duplicate-name', name.span, `${label} has the name of ${earlier.toLowerCase()}.`);

    const description = this.#readDescription(body, label);
    const schema = form === 'json-schema' ? ownSchema(body) : this.#readSchema(form, body, label);
    const parallelSafe = form === 'exathena' ? this.#readParallelSafe(body, label) : undefined;
    const definition: ToolDefinition = {
      name: name.value,
      ...(description !== undefined && { description }),
      ...(schema !== null && { schema: nodeToValue(schema) as JsonObject }),
      ...(parallelSafe !== undefined && { parallelSafe }),
    };
    this.tools.push({
      definition,
      form,
      span: span(entry.from, entry.to),
      nameSpan: name.span,
      schemaSpan: schema === null ? null : span(schema.from, schema.to),
      schemaNode: schema,
      bodyNode: body,
    });
  }

  #readName(form: ToolForm, body: JsonObjectNode, place: string): { value: string; span: Span } | null {
    const key = form === 'json-schema' ? 'title' : 'name';
    const node = member(body, key);
    if (node === undefined) {
      const reason =
        form === 'json-schema' ? 'a JSON Schema alone needs a `title`, which names the tool' : '`name` is missing';
      this.report('missing-name', body, `${place}: ${reason}.`);
      return null;
    }
    if (node.kind !== 'string') {
      this.report('name-not-string', node, `${place}: \`${key}\` is ${kindName(node)}, not a string.`);
      return null;
    }
    if (node.value === '') {
      this.report('empty-name', node, `${place}: \`${key}\` is empty.`);
      return null;
    }
    return { value: node.value, span: span(node.from, node.to) };
  }

  #readDescription(body: JsonObjectNode, label: string): string | undefined {
    const node = given(body, 'description');
    if (node === undefined) return undefined;
    if (node.kind === 'string') return node.value;
    this.report('description-not-string', node, `${label}: \`description\` is ${kindName(node)} and is left out.`);
    return undefined;
  }

  #readSchema(form: keyof typeof SCHEMA_KEYS, body: JsonObjectNode, label: string): JsonObjectNode | null {
    const expected = SCHEMA_KEYS[form];
    const keys = [expected, ...Object.values(SCHEMA_KEYS)].filter(
      (key, index, all) => all.indexOf(key) === index && given(body, key) !== undefined,
    );
    const [used, ...others] = keys;
    const node = used === undefined ? undefined : given(body, used);
    if (used === undefined || node === undefined) {
      const loose = member(body, 'properties');
      if (loose?.kind === 'object') {
        const message = `${label}: \`properties\` stands beside \`name\` and is not read; it belongs in \`${expected}\`.`;
        this.report('loose-properties', loose, message);
      }
      return null;
    }
    for (const other of others) {
      const message = `${label} has \`${used}\` and \`${other}\`; only \`${used}\` is used.`;
      this.report('several-schema-keys', given(body, other) ?? body, message);
    }
    if (used !== expected) {
      const message = `${label}: \`${used}\` is read as the schema here, but the ${FORM_LABELS[form]} form calls it \`${expected}\` and its readers ignore \`${used}\`.`;
      this.report('foreign-schema-key', node, message);
    }
    if (node.kind === 'object') return node;
    this.report(
      'schema-not-object',
      node,
      `${label}: \`${used}\` is ${kindName(node)}, not an object, and is left out.`,
    );
    return null;
  }

  #readParallelSafe(body: JsonObjectNode, label: string): boolean | undefined {
    const node = given(body, 'parallel_safe');
    if (node === undefined) return undefined;
    if (node.kind === 'true' || node.kind === 'false') return node.kind === 'true';
    const message = `${label}: \`parallel_safe\` is ${kindName(node)}, not true or false, and is left out.`;
    this.report('parallel-safe-not-boolean', node, message);
    return undefined;
  }
}

/** A member whose value is not null: null is how many serialisers write "absent". */
function given(node: JsonObjectNode, key: string): JsonNode | undefined {
  const value = member(node, key);
  return value?.kind === 'null' ? undefined : value;
}

/** The value under `tools` of an object that is not itself a tool; an MCP answer has it one level down. */
function wrappedList(root: JsonObjectNode): JsonNode | null {
  if (member(root, 'name') !== undefined) return null;
  const result = member(root, 'result');
  return member(root, 'tools') ?? (result === undefined ? null : (member(result, 'tools') ?? null));
}

/** Which form an entry has, and the object that holds its keys. The most telling key decides. */
function recognise(entry: JsonObjectNode): { readonly form: ToolForm; readonly body: JsonNode } | null {
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
function ownSchema(entry: JsonObjectNode): JsonObjectNode {
  const members = entry.members.filter(({ key }) => key.value !== 'title' && key.value !== 'description');
  return { ...entry, members };
}

function kindName(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'a list';
    case 'string':
      return 'a string';
    case 'number':
      return 'a number';
    case 'true':
    case 'false':
    case 'null':
      return node.kind;
  }
}

const EXPECTATIONS: Record<NonNullable<JsonError['expected']>, string> = {
  value: 'a value',
  key: 'a key in double quotes',
  colon: 'a colon',
  'comma-or-close': 'a comma or the closing bracket',
  digit: 'a digit',
  end: 'nothing more',
};

const SYNTAX_SENTENCES: Record<JsonError['code'], string> = {
  'unexpected-character': 'this character cannot stand here',
  'unexpected-end': 'the text stops early',
  'control-character': 'a control character in a string must be escaped',
  'bad-escape': 'this escape does not exist',
  'lone-surrogate': 'this escape is half of a character',
  'number-out-of-range': 'this number is out of range',
};

function syntaxMessage(text: string, error: JsonError): string {
  const before = text.slice(0, error.at);
  const line = before.split('\n').length;
  const column = error.at - before.lastIndexOf('\n');
  const wanted = error.expected === null ? '' : `; expected ${EXPECTATIONS[error.expected]}`;
  return `Not JSON, line ${line}, column ${column}: ${SYNTAX_SENTENCES[error.code]}${wanted}.`;
}

/**
 * A list of tools as pretty JSON in one form. Reading it gives the same definitions, as far as the form can say them:
 * only the ExAthena form has `parallel_safe`, and in a bare JSON Schema the tool's name and description take the place
 * of the schema's own `title` and `description`, no schema is the same as an empty one, and a schema without any keyword
 * that marks it as one cannot be told from other data.
 */
export function writeTools(tools: readonly ToolDefinition[], form: ToolForm): string {
  return keepLoneSurrogates(
    valueToText(
      tools.map((tool) => written(tool, form)),
      2,
    ),
  );
}

function written(tool: ToolDefinition, form: ToolForm): object {
  const { name, description, schema, parallelSafe } = tool;
  switch (form) {
    case 'exathena':
      return defined({ name, description, schema, parallel_safe: parallelSafe });
    case 'openai':
      return { type: 'function', function: defined({ name, description, parameters: schema }) };
    case 'openai-responses':
      return defined({ type: 'function', name, description, parameters: schema });
    case 'anthropic':
      return defined({ name, description, input_schema: schema });
    case 'mcp':
      return defined({ name, description, inputSchema: schema });
    case 'json-schema': {
      const { title: _title, description: _description, ...own } = schema ?? {};
      return defined({ title: name, description, ...own });
    }
  }
}

function defined(members: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Half a character can be read as it stands, but the strict reader refuses its escape, which `JSON.stringify` writes. */
function keepLoneSurrogates(json: string): string {
  return json.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (escape, unit: string | undefined) =>
    unit === undefined ? escape : String.fromCharCode(parseInt(unit, 16)),
  );
}
