import { type JsonNode, type JsonObjectNode, member } from '../text/json/index.ts';

// The keywords of JSON Schema 2020-12 and draft 07 that hold schemas.
const ONE_SCHEMA = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST_OF_SCHEMAS = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
const SCHEMA_BY_NAME = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];

/**
 * A schema and every schema inside it that is an object, outer ones first. A property called `enum` is not taken for the
 * keyword. Iterative: nesting is bounded by memory only.
 */
export function schemasIn(schema: JsonObjectNode): JsonObjectNode[] {
  const found: JsonObjectNode[] = [];
  const pending: JsonNode[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind !== 'object') continue;
    found.push(next);
    for (const child of partsOf(next).toReversed()) pending.push(child);
  }
  return found;
}

function partsOf(schema: JsonObjectNode): JsonNode[] {
  const parts: JsonNode[] = [];
  for (const key of ONE_SCHEMA) {
    const value = member(schema, key);
    if (value !== undefined) parts.push(value);
  }
  for (const key of LIST_OF_SCHEMAS) {
    const value = member(schema, key);
    if (value?.kind === 'array') for (const item of value.items) parts.push(item);
  }
  for (const key of SCHEMA_BY_NAME) {
    const value = member(schema, key);
    if (value?.kind === 'object') for (const entry of value.members) parts.push(entry.value);
  }
  return parts;
}
