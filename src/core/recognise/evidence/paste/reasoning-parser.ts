/** A command, its arguments as a list, or the settings in a log. */
const REASONING =
  /(?:--reasoning-parser(?:[= ]|["'],\s{0,20}["']|\s{0,4}\n\s{0,20}- )|\breasoning_parser["']?\s{0,2}[:=]\s{0,2}["'])([\w.-]{1,40})/;

/** The reasoning parser that a paste names; null for none. */
export function reasoningParserIn(content: string): string | null {
  return REASONING.exec(content)?.[1] ?? null;
}
