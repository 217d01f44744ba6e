import {
  isObject,
  type JsonObject,
  type JsonValue,
  plainName,
  type ToolDefinition,
  writeTools,
} from '../../../../core/index.ts';

/** The list of Gemini's requests. Source: https://ai.google.dev/api/caching#FunctionDeclaration */
export function geminiTools(tools: readonly ToolDefinition[]): string {
  const declared = tools.map(({ name, description = '', schema }) => ({
    name,
    description,
    ...(schema !== undefined && { parametersJsonSchema: schema }),
  }));
  return pretty([{ functionDeclarations: declared }]);
}

/** What an MCP server answers to `tools/list`. */
export function mcpAnswer(tools: readonly ToolDefinition[]): string {
  const listed = tools.map((tool) => ({ ...tool, schema: tool.schema ?? { type: 'object' } }));
  return pretty({ jsonrpc: '2.0', id: 1, result: { tools: JSON.parse(writeTools(listed, 'mcp')) as JsonValue } });
}

/** A request with the tools, for a shell. */
export function curlCommand(tools: readonly ToolDefinition[]): string {
  const body = pretty({
    model: 'MODEL',
    messages: [{ role: 'user', content: 'Hello' }],
    tools: JSON.parse(writeTools(tools, 'openai')) as JsonValue,
  });
  return [
    'curl http://localhost:8000/v1/chat/completions \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '${body.trimEnd().replaceAll("'", String.raw`'\''`)}'`,
    '',
  ].join('\n');
}

export function openApiJson(tools: readonly ToolDefinition[]): string {
  return pretty(openApi(tools));
}

export function openApiYaml(tools: readonly ToolDefinition[]): string {
  return `${yamlOf(openApi(tools), 0)}\n`;
}

/** One operation a tool: its arguments are the body of a request. */
function openApi(tools: readonly ToolDefinition[]): JsonObject {
  const schemas = new Map<string, JsonValue>();
  const paths = tools.map(({ name, description, schema = {} }): [string, JsonObject] => {
    const { $defs, ...own } = schema;
    const defined = Object.entries(isObject($defs) ? $defs : {});
    // Tools may define different things under one name.
    const names = new Map(
      defined.map(([key, one]) => {
        const isFree =
          !schemas.has(key) || JSON.stringify(schemas.get(key)) === JSON.stringify(referring(one, new Map()));
        return [key, isFree ? key : `${plainName(name)}_${key}`];
      }),
    );
    for (const [key, one] of defined) schemas.set(names.get(key) ?? key, referring(one, names));
    const operation = {
      operationId: name,
      ...(description !== undefined && { description }),
      requestBody: { required: true, content: { 'application/json': { schema: referring(own, names) } } },
      responses: { '200': { description: 'The result of the tool.' } },
    };
    return [`/${encodeURIComponent(name)}`, { post: operation }];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Tools', version: '1.0.0' },
    paths: Object.fromEntries(paths),
    ...(schemas.size > 0 && { components: { schemas: Object.fromEntries(schemas) } }),
  };
}

const REFERENCE = '#/$defs/';

/** With references to the components of the document. */
function referring(value: JsonValue, names: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((one) => referring(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (key !== '$ref' || typeof one !== 'string' || !one.startsWith(REFERENCE)) return [key, referring(one, names)];
      const name = one.slice(REFERENCE.length);
      return [key, `#/components/schemas/${names.get(name) ?? name}`];
    }),
  );
}

function pretty(value: JsonValue): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Words that YAML reads as something else than text. */
const TAKEN = /^(?:true|false|null|yes|no|on|off|y|n|~)$/i;

/** A value as YAML 1.2, of which JSON is a part: texts with anything odd in them stay as JSON writes them. */
function yamlOf(value: JsonValue, depth: number): string {
  const blanks = '  '.repeat(depth);
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value) && value.length > 0)
    return value.map((one) => `${blanks}- ${yamlOf(one, depth + 1).replace(/^\s+/, '')}`).join('\n');
  if (!isObject(value) || Object.keys(value).length === 0) return JSON.stringify(value);
  return Object.entries(value)
    .map(([key, one]) => {
      const isBlock = typeof one === 'object' && one !== null && Object.keys(one).length > 0;
      return `${blanks}${plainText(key)}:${isBlock ? '\n' : ' '}${yamlOf(one, depth + 1)}`;
    })
    .join('\n');
}

function plainText(text: string): string {
  if (/^[A-Za-z_][\w ./-]*$/.test(text) && !text.endsWith(' ') && !TAKEN.test(text)) return text;
  // For YAML these end a line.
  return JSON.stringify(text).replace(
    /[\u0085\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
