import { isObject, type JsonObject, type JsonValue } from '../text/json/index.ts';
import { turnEnds } from '../formats/index.ts';
import type { ToolDefinition } from '../tools/index.ts';
import type { LoggedReply } from './reply.ts';

/** What benchmarks and data sets write for the types of JSON Schema. `any` is no type: what has none takes any value. */
const types: ReadonlyMap<string, string | null> = new Map([
  ['dict', 'object'],
  ['hashmap', 'object'],
  ['float', 'number'],
  ['double', 'number'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['str', 'string'],
  ['char', 'string'],
  ['bool', 'boolean'],
  ['tuple', 'array'],
  ['list', 'array'],
  ['set', 'array'],
  ['arraylist', 'array'],
  ['any', null],
]);

/** Tools as a server can take them, and what was changed for that. */
export interface AlignedTools {
  readonly tools: readonly ToolDefinition[];
  /** How many types became types of JSON Schema. */
  readonly types: number;
  /** The names that were changed, as they were declared. */
  readonly names: readonly string[];
}

/** So deep schemas are looked at. */
const MOST_LEVELS = 32;

/** The tools with their schemas in the types of JSON Schema. */
export function withJsonTypes(tools: readonly ToolDefinition[]): AlignedTools {
  let count = 0;
  const aligned = (value: JsonValue, levels: number, isSchema: boolean): JsonValue => {
    if (levels === 0) return value;
    if (Array.isArray(value)) return value.map((item) => aligned(item, levels - 1, isSchema));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).flatMap(([key, inner]): [string, JsonValue][] => {
      if (isSchema && key === 'type' && typeof inner === 'string') {
        const known = types.get(inner.toLowerCase());
        if (known === undefined) return [[key, inner]];
        count += 1;
        return known === null ? [] : [[key, known]];
      }
      // Below `properties` the keys are names of parameters, and each value is a schema.
      const isData = key === 'default' || key === 'enum' || key === 'const' || key === 'examples';
      return [[key, isSchema && isData ? inner : aligned(inner, levels - 1, !isSchema || key !== 'properties')]];
    });
    return Object.fromEntries(entries);
  };
  const done = tools.map((tool) =>
    tool.schema === undefined ? tool : { ...tool, schema: aligned(tool.schema, MOST_LEVELS, true) as JsonObject },
  );
  return { tools: count === 0 ? tools : done, types: count, names: [] };
}

/** A name as clients write it that take letters, digits, `_` and `-` alone. */
export function plainName(name: string): string {
  return name.replace(/[^\w-]/g, '_');
}

/**
 * The tools with names as the model saw them: BFCL declares `math.factorial`, and most of its clients ask for `math_factorial`. A
 * name is changed only where the reply has the other one and not the declared one.
 */
export function withNamesOf(text: string, tools: readonly ToolDefinition[]): AlignedTools {
  const names = tools.flatMap(({ name }) => {
    const plain = plainName(name);
    return plain !== name && !text.includes(name) && text.includes(plain) ? [name] : [];
  });
  if (names.length === 0) return { tools, types: 0, names };
  return {
    tools: tools.map((tool) => (names.includes(tool.name) ? { ...tool, name: plainName(tool.name) } : tool)),
    types: 0,
    names,
  };
}

/**
 * The reply as a parser gets it: without the tokens that end a turn. A raw completion may have them at its end, and a server takes
 * them off. What a server has returned is read as it is.
 */
export function withoutTurnEnd(reply: LoggedReply): LoggedReply {
  const { text, calls, areFromText, finish } = reply;
  if (text === null || finish !== undefined || (calls !== null && areFromText !== true)) return reply;
  let to = text.length;
  for (;;) {
    const rest = text.slice(Math.max(0, to - LONGEST_END), to).trimEnd();
    const end = turnEnds.find((token) => rest.endsWith(token));
    if (end === undefined) break;
    to -= Math.min(to, LONGEST_END) - rest.length + end.length;
  }
  return to === text.length ? reply : { ...reply, text: text.slice(0, to) };
}

/** A longer end is none, with the blanks after it. In UTF-16 units. */
const LONGEST_END = 100;
