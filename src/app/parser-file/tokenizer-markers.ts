/** The longest special token that counts, and the most of them. */
const LONGEST = 200;
const MOST = 5000;

/**
 * The special tokens that a tokenizer names: `added_tokens` of tokenizer.json, or `added_tokens_decoder` of
 * tokenizer_config.json. None where the text is neither.
 */
export function tokenizerMarkers(text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const { added_tokens: listed, added_tokens_decoder: byId } = objectOf(value);
  const tokens: unknown[] = Array.isArray(listed) ? listed : Object.values(objectOf(byId));
  const contents = tokens.map((token) => objectOf(token)['content']);
  return contents
    .filter((content) => typeof content === 'string')
    .filter(({ length }) => length > 0 && length <= LONGEST)
    .slice(0, MOST);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
