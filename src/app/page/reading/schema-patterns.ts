import type { CallArguments, JsonValue, ToolDefinition } from '../../../core/index.ts';

/** What holds values and no schemas. */
const ofValues = new Set(['const', 'default', 'enum', 'example', 'examples']);

/** The first called tool whose schema holds a `pattern` or `patternProperties`; null where none does. */
export function toolWithPattern(
  calls: readonly Pick<CallArguments, 'name'>[],
  tools: readonly ToolDefinition[],
): string | null {
  const called = new Set(calls.map(({ name }) => name));
  return tools.find(({ name, schema }) => called.has(name) && schema !== undefined && hasPattern(schema))?.name ?? null;
}

/** Without recursion, because a schema may be nested as deep as its text is long. */
function hasPattern(schema: JsonValue): boolean {
  const left: JsonValue[] = [schema];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      // A property may be named `pattern`: then its schema is here, which is no string.
      if (key === 'pattern' && typeof member === 'string') return true;
      if (key === 'patternProperties') return true;
      if (Array.isArray(value) || !ofValues.has(key)) left.push(member);
    }
  }
  return false;
}
