import { type JsonObject, type JsonStringNode, member, readJson, valueToText } from '../../text/json/index.ts';
import { schemasIn, type ToolDefinition } from '../../tools/index.ts';

/** A constraint on the tokens that an engine may pick. It changes what the model would have written. */
export type Constraint =
  /** The whole reply is JSON that fits. */
  | { readonly kind: 'json-schema'; readonly schema: JsonObject }
  /** Free text. What follows a trigger must match. */
  | { readonly kind: 'structural-tag'; readonly tag: StructuralTag };

/**
 * The part of XGrammar's structural tags that is used here, as its 0.1.27 reads it. WebLLM takes it as
 * `response_format.structural_tag`, vLLM and SGLang as `response_format`.
 */
interface StructuralTag {
  readonly type: 'structural_tag';
  readonly format: {
    readonly type: 'triggered_tags';
    readonly triggers: readonly string[];
    readonly tags: readonly {
      readonly type: 'tag';
      readonly begin: string;
      readonly content: { readonly type: 'json_schema'; readonly json_schema: JsonObject };
      readonly end: string;
    }[];
  };
}

/** How a call is marked in free text. */
export type CallMarking = 'fence' | 'hermes';

const markings: Readonly<Record<CallMarking, { readonly trigger: string; readonly closer: string }>> = {
  fence: { trigger: '~~~tool_call', closer: '~~~' },
  hermes: { trigger: '<tool_call>', closer: '</tool_call>' },
};

/** The whole reply is one call, `{"name", "arguments"}`, of one of the tools; null without a tool. */
export function callConstraint(tools: readonly ToolDefinition[]): Constraint | null {
  const calls = firstOfEachName(tools);
  const [only] = calls;
  if (only === undefined) return null;
  const $defs = Object.fromEntries(calls.map((tool, index) => [`tool${index}`, movedSchema(tool, index)]));
  const schemas = calls.map(callSchema);
  return {
    kind: 'json-schema',
    schema: calls.length === 1 ? { ...callSchema(only, 0), $defs } : { anyOf: schemas, $defs },
  };
}

/** Free text with any number of calls: after the marker, a call must follow. Null without a tool. */
export function taggedCallConstraint(tools: readonly ToolDefinition[], marking: CallMarking): Constraint | null {
  const calls = firstOfEachName(tools);
  if (calls.length === 0) return null;
  const { trigger, closer } = markings[marking];
  const tags = calls.map((tool) => ({
    type: 'tag' as const,
    begin: `${trigger}\n{"name": ${JSON.stringify(tool.name)}, "arguments": `,
    content: { type: 'json_schema' as const, json_schema: argumentsSchema(tool) },
    end: `}\n${closer}`,
  }));
  const tag: StructuralTag = { type: 'structural_tag', format: { type: 'triggered_tags', triggers: [trigger], tags } };
  return { kind: 'structural-tag', tag };
}

/** A name can be called in one way only. */
function firstOfEachName(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const byName = new Map<string, ToolDefinition>();
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()];
}

function callSchema({ name }: ToolDefinition, index: number): JsonObject {
  return {
    type: 'object',
    // The name first: engines write properties in this order, and the arguments depend on it.
    properties: { name: { const: name }, arguments: { $ref: placeOf(index) } },
    required: ['name', 'arguments'],
    additionalProperties: false,
  };
}

function placeOf(index: number): string {
  return `#/$defs/tool${index}`;
}

/**
 * Arguments are an object, also where the schema leaves it open. XGrammar forbids what a schema does not name, so that one
 * which names nothing has to allow it. Names of the schema itself would mislead inside another.
 */
function argumentsSchema({ schema = {} }: ToolDefinition): JsonObject {
  const { $schema: _dialect, $id: _id, ...own } = schema;
  return { ...('properties' in own ? {} : { additionalProperties: true }), ...own, type: 'object' };
}

/** References inside the schema start at its root, which has moved. */
function movedSchema(tool: ToolDefinition, index: number): JsonObject {
  const schema = argumentsSchema(tool);
  const text = valueToText(schema);
  const reading = readJson(text);
  if (!reading.ok || reading.node.kind !== 'object') return schema;
  const references = schemasIn(reading.node)
    .map((part) => member(part, '$ref'))
    .filter((node): node is JsonStringNode => node?.kind === 'string' && /^#(?:\/|$)/.test(node.value))
    .sort((left, right) => left.from - right.from);
  if (references.length === 0) return schema;
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, value } of references) {
    pieces.push(text.slice(at, from), JSON.stringify(placeOf(index) + value.slice(1)));
    at = to;
  }
  return JSON.parse(pieces.join('') + text.slice(at)) as JsonObject;
}
