import type { JsonObject } from '../../../core/index.ts';

/** Names of types that Python and its common packages have. */
export const plainTypes: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['str', { type: 'string' }],
  ['int', { type: 'integer' }],
  ['float', { type: 'number' }],
  ['Decimal', { type: 'number' }],
  ['bool', { type: 'boolean' }],
  ['None', { type: 'null' }],
  ['dict', { type: 'object' }],
  ['Dict', { type: 'object' }],
  ['Mapping', { type: 'object' }],
  ['list', { type: 'array' }],
  ['List', { type: 'array' }],
  ['Sequence', { type: 'array' }],
  ['tuple', { type: 'array' }],
  ['set', { type: 'array', uniqueItems: true }],
  ['Any', {}],
  ['object', {}],
  ['datetime', { type: 'string', format: 'date-time' }],
  ['date', { type: 'string', format: 'date' }],
  ['time', { type: 'string', format: 'time' }],
  ['UUID', { type: 'string', format: 'uuid' }],
  ['Path', { type: 'string', format: 'path' }],
  ['AnyUrl', { type: 'string', format: 'uri' }],
  ['HttpUrl', { type: 'string', format: 'uri' }],
  ['EmailStr', { type: 'string', format: 'email' }],
]);

/** What `Field(…)` says, by the keyword of JSON Schema. */
export const bounds: ReadonlyMap<string, string> = new Map([
  ['ge', 'minimum'],
  ['gt', 'exclusiveMinimum'],
  ['le', 'maximum'],
  ['lt', 'exclusiveMaximum'],
  ['multiple_of', 'multipleOf'],
  ['min_length', 'minLength'],
  ['max_length', 'maxLength'],
  ['pattern', 'pattern'],
]);
