import { isObject, type JsonObject, type JsonValue, plainName, type ToolDefinition } from '../../../../core/index.ts';

/** One operation of an OpenAPI document. */
export interface Operation {
  readonly name: string;
  /** `GET /pets/{id}`, or empty for an operation that came alone. */
  readonly place: string;
  /** Made when somebody wants it: a document may hold thousands. `notes` says what was left out. */
  readonly define: () => { readonly definition: ToolDefinition; readonly notes: readonly string[] };
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const DEEPEST_SCHEMA = 100;

/** Whether a JSON value is an OpenAPI document, or an operation of one. */
export function isOpenApi(value: JsonValue): value is JsonObject {
  if (!isObject(value)) return false;
  return isObject(value['paths']) || typeof value['openapi'] === 'string' || isOperation(value);
}

function isOperation(value: JsonObject): boolean {
  return (
    isObject(value['requestBody']) ||
    isObject(value['responses']) ||
    (typeof value['operationId'] === 'string' && value['name'] === undefined)
  );
}

/**
 * The operations of an OpenAPI 3.x document, or of a single operation object, as tools: path, query and header parameters
 * and the properties of a JSON body become the parameters of the tool; `components.schemas` become `$defs`, as far as
 * they are used. Never throws.
 */
export function operationsOf(root: JsonObject): Operation[] {
  const { paths } = root;
  if (!isObject(paths)) return isOperation(root) ? [operation(root, root, [], '', 'operation')] : [];
  return Object.entries(paths).flatMap(([path, item]) => {
    const shared = resolve(item, root);
    if (!isObject(shared)) return [];
    return METHODS.flatMap((method) => {
      const one = shared[method];
      if (!isObject(one)) return [];
      return [operation(one, root, listOf(shared['parameters']), `${method.toUpperCase()} ${path}`, method + path)];
    });
  });
}

function operation(
  own: JsonObject,
  root: JsonObject,
  shared: readonly JsonValue[],
  place: string,
  otherwise: string,
): Operation {
  const name = plainName(textOf(own['operationId']) ?? otherwise);
  return {
    name,
    place,
    define: () => {
      const builder = new ArgumentsBuilder(root);
      for (const parameter of parametersOf(own, shared, root)) builder.addParameter(parameter);
      builder.addBody(own['requestBody']);
      const description = descriptionOf(own);
      const definition = { name, ...(description !== null && { description }), schema: builder.schema() };
      return { definition, notes: builder.notes };
    },
  };
}

function descriptionOf(own: JsonObject): string | null {
  const summary = textOf(own['summary']);
  const description = textOf(own['description']);
  if (summary === null || description === null) return summary ?? description;
  if (description.startsWith(summary)) return description;
  return `${summary}${/[.!?]$/.test(summary) ? '' : '.'} ${description}`;
}

/** The operation's own parameters win over those of its path, by name and place. */
function parametersOf(own: JsonObject, shared: readonly JsonValue[], root: JsonObject): JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const one of [...shared, ...listOf(own['parameters'])]) {
    const parameter = resolve(one, root);
    if (isObject(parameter))
      found.set(`${textOf(parameter['in']) ?? ''} ${textOf(parameter['name']) ?? ''}`, parameter);
  }
  return [...found.values()];
}

class ArgumentsBuilder {
  readonly notes: string[] = [];
  readonly #root: JsonObject;
  readonly #properties = new Map<string, JsonObject>();
  readonly #required: string[] = [];
  /** Names under `components.schemas` that references lead to. */
  readonly #needed = new Set<string>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  addParameter(parameter: JsonObject): void {
    const name = textOf(parameter['name']);
    const { in: where, content } = parameter;
    if (name === null) return;
    if (where !== 'path' && where !== 'query' && where !== 'header') {
      this.#note(`The parameter \`${name}\` is sent as ${textOf(where) ?? 'unknown'} and is left out.`);
      return;
    }
    const [media] = Object.values(isObject(content) ? content : {});
    const schema = this.#convert(parameter['schema'] ?? (isObject(media) ? media['schema'] : undefined) ?? {}, 0);
    const description = textOf(parameter['description']);
    const described = description === null ? schema : { ...schema, description };
    this.#add(name, where, described, parameter['required'] === true || where === 'path');
  }

  addBody(untrusted: JsonValue | undefined): void {
    const body = resolve(untrusted ?? null, this.#root);
    if (!isObject(body) || !isObject(body['content'])) return;
    const types = Object.keys(body['content']);
    const type = types.find((one) => /^application\/([\w.-]+\+)?json\b/.test(one)) ?? types[0];
    if (type === undefined) return;
    if (!type.includes('json')) this.#note(`The body is \`${type}\`, not JSON; Callscope lists its fields anyway.`);
    const media = body['content'][type];
    const schema = isObject(media) ? media['schema'] : undefined;
    if (schema === undefined) return;
    const isRequired = body['required'] !== false;
    const parts = this.#objectParts(schema, 0);
    if (parts === null) {
      this.#add('body', 'body', this.#convert(schema, 0), isRequired);
      return;
    }
    // Most documents leave it out, and mean a body all the same.
    if (body['required'] === undefined && parts.some((part) => listOf(part['required']).length > 0))
      this.#note('The document does not say that the body is required. Its required members are kept as such.');
    for (const part of parts) {
      const required = new Set(isRequired ? listOf(part['required']) : []);
      for (const [name, one] of Object.entries(isObject(part['properties']) ? part['properties'] : {})) {
        // The server sets these; a request must not hold them.
        if (isObject(one) && one['readOnly'] === true) continue;
        this.#add(name, 'body', this.#convert(one, 0), required.has(name));
      }
    }
  }

  schema(): JsonObject {
    const defs: [string, JsonObject][] = [];
    // Converting one may need others, which join the end of the set.
    for (const name of this.#needed) {
      const schema = componentSchemas(this.#root);
      defs.push([name, Object.hasOwn(schema, name) ? this.#convert(schema[name] ?? {}, 0) : {}]);
      if (!Object.hasOwn(schema, name)) this.#note(`\`${name}\` is not among the schemas of the document.`);
    }
    return {
      type: 'object',
      properties: Object.fromEntries(this.#properties),
      ...(this.#required.length > 0 && { required: this.#required }),
      ...(defs.length > 0 && { $defs: Object.fromEntries(defs) }),
    };
  }

  #add(name: string, where: string, schema: JsonObject, isRequired: boolean): void {
    let free = name;
    // A path and a query parameter may share a name, and a body may use it again.
    while (this.#properties.has(free)) free = `${free}_${where}`;
    this.#properties.set(free, schema);
    if (isRequired) this.#required.push(free);
  }

  /** The objects whose properties together are the body, or null when it is not simply an object. */
  #objectParts(schema: JsonValue, depth: number): JsonObject[] | null {
    const resolved = resolve(schema, this.#root);
    if (!isObject(resolved) || depth === DEEPEST_SCHEMA) return null;
    if (resolved['oneOf'] !== undefined || resolved['anyOf'] !== undefined) return null;
    const parts = isObject(resolved['properties']) ? [resolved] : [];
    for (const one of listOf(resolved['allOf'])) {
      const inner = this.#objectParts(one, depth + 1);
      if (inner === null) return null;
      parts.push(...inner);
    }
    return parts.length > 0 ? parts : null;
  }

  /** A schema of OpenAPI 3.0 or 3.1 as one of JSON Schema 2020-12, its references turned to `$defs`. */
  #convert(schema: JsonValue, depth: number): JsonObject {
    if (schema === false) return { not: {} };
    if (!isObject(schema)) return {};
    if (depth === DEEPEST_SCHEMA) {
      this.#note(`Everything deeper than ${DEEPEST_SCHEMA.toString()} levels is left out.`);
      return {};
    }
    const { $ref } = schema;
    const entries = Object.entries(schema).flatMap(([key, value]): [string, JsonValue][] => {
      if (DROPPED.has(key)) return [];
      if (key === '$ref') return [];
      if (ONE_SCHEMA.has(key) && isObject(value)) return [[key, this.#convert(value, depth + 1)]];
      if (LIST_OF_SCHEMAS.has(key) && Array.isArray(value)) {
        return [[key, value.map((one) => this.#convert(one, depth + 1))]];
      }
      if (SCHEMA_BY_NAME.has(key) && isObject(value)) {
        const inner = Object.entries(value).map(([name, one]): [string, JsonObject] => [
          name,
          this.#convert(one, depth + 1),
        ]);
        return [[key, Object.fromEntries(inner)]];
      }
      return [[key, value]];
    });
    const converted = withoutOldWords(Object.fromEntries<JsonValue>(entries), schema);
    return typeof $ref === 'string' ? { ...this.#reference($ref), ...converted } : converted;
  }

  #reference(reference: string): JsonObject {
    const prefix = '#/components/schemas/';
    if (!reference.startsWith(prefix)) {
      this.#note(`The reference \`${reference}\` points outside the schemas. Any value is allowed there.`);
      return {};
    }
    const rest = reference.slice(prefix.length);
    const [name = ''] = rest.split('/');
    this.#needed.add(name.replaceAll('~1', '/').replaceAll('~0', '~'));
    return { $ref: `#/$defs/${rest}` };
  }

  #note(text: string): void {
    if (!this.notes.includes(text) && this.notes.length < 20) this.notes.push(text);
  }
}

const DROPPED = new Set(['discriminator', 'example', 'externalDocs', 'nullable', 'xml']);
const ONE_SCHEMA = new Set(['additionalProperties', 'contains', 'items', 'not', 'propertyNames']);
const LIST_OF_SCHEMAS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SCHEMA_BY_NAME = new Set(['patternProperties', 'properties']);

/** What OpenAPI 3.0 says in its own way: `nullable`, and limits that are exclusive by a flag. */
function withoutOldWords(schema: JsonObject, { nullable }: JsonObject): JsonObject {
  let result = schema;
  if (nullable === true && typeof schema['type'] === 'string') result = { ...schema, type: [schema['type'], 'null'] };
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const { [flag]: isExclusive, [limit]: value, ...rest } = result;
    if (typeof isExclusive !== 'boolean') continue;
    result = value === undefined ? rest : { ...rest, [isExclusive ? flag : limit]: value };
  }
  return result;
}

/** Follows references inside the document, as far as they lead somewhere new. */
function resolve(value: JsonValue, root: JsonObject): JsonValue {
  const seen = new Set<string>();
  let current = value;
  while (isObject(current) && typeof current['$ref'] === 'string' && !seen.has(current['$ref'])) {
    seen.add(current['$ref']);
    current = pointed(current['$ref'], root);
  }
  return current;
}

function pointed(reference: string, root: JsonObject): JsonValue {
  if (!reference.startsWith('#/')) return null;
  let current: JsonValue = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(current) || !Object.hasOwn(current, key)) return null;
    current = current[key] ?? null;
  }
  return current;
}

function componentSchemas(root: JsonObject): JsonObject {
  const { components } = root;
  return isObject(components) && isObject(components['schemas']) ? components['schemas'] : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
