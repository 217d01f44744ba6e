import type { JsonObject, JsonValue } from '../../../core/index.ts';

/** The schema of some values, with their type where they have one; what is no literal is left out. */
export function enumOf(values: readonly (JsonValue | undefined)[]): JsonObject {
  const known = values.filter((value) => value !== undefined);
  const types = new Set(known.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)));
  const [type] = types;
  const isPlain = types.size === 1 && type !== 'object';
  return { ...(isPlain && { type }), enum: known };
}
