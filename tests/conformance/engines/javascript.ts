// Answers in the shapes of the golden files, for originals that are written in JavaScript.

/** As the golden files have it: numbers that JSON cannot hold by name. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { $float: value > 0 ? 'inf' : '-inf' };
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainValue(item)]));
  return value;
}

/** The words of `JSON.parse`, as Node 20 has them: later ones also name line and column. */
export function withoutLine(message: string): string {
  return message.replace(/ \(line \d+ column \d+\)$/, '');
}

/** Without the keys that have no value, as JSON has an object. */
export function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
