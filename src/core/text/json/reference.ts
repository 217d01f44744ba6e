import { isObject, type JsonObject, type JsonValue } from './node.ts';

/** Follows references (`$ref`) inside `root`, as far as they lead somewhere new. */
export function followed(schema: JsonValue, root: JsonObject): JsonValue {
  const seen = new Set<string>();
  let current = schema;
  while (isObject(current) && typeof current['$ref'] === 'string' && !seen.has(current['$ref'])) {
    seen.add(current['$ref']);
    const target = pointed(current['$ref'], root);
    if (target === undefined) break;
    current = target;
  }
  return current;
}

function pointed(reference: string, root: JsonObject): JsonValue | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let current: JsonValue = root;
  for (const part of reference.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as JsonObject)[key] as JsonValue;
  }
  return current;
}
