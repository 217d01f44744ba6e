import { readJson } from '../../../text/json/index.ts';
import type { Turn } from '../evidence.ts';
import type { Reason } from '../findings/reason.ts';

/**
 * How programs say that a text came where they want a list or an object: serde, Pydantic, Zod, jsonschema, Ajv, Go, Jackson.
 * Sources: serde de/mod.rs (`invalid type: …, expected …`), docs.pydantic.dev errors (`list_type`, `dict_type`), zod locales/en.ts,
 * encoding/json UnmarshalTypeError, jackson-databind MismatchedInputException
 */
const WANTS_MORE =
  /\binvalid type: string [^\n]{0,2000}?, expected (?:a (?:sequence|map|tuple)|an? (?:array|object)|struct|internally tagged enum)|\bInput should be a valid (?:list|dictionary|tuple|set|array|object)\b|\bexpected (?:array|object|record),? received string\b|\bis not of type ['"](?:array|object)['"]|\bmust be (?:an )?(?:array|object)\b|\bcannot unmarshal string into Go (?:struct field|value)\b[^\n]{0,120} of type (?:\[\]|map\[|\*?[a-z]\w*\.[A-Z])|\bCannot (?:deserialize|construct)\b[^\n]{0,160}(?:List|Map|\[\]|Array|Object|LinkedHashMap)[^\n]{0,160}\bfrom String value\b/i;

/** So much of what was said is looked at. In UTF-16 units. */
const LONGEST = 20_000;

/** An argument that is a list or an object, written as JSON in a string, which the client refused for that. Null for none. */
export function packedArgument(said: string, { calls }: Pick<Turn, 'calls'>): Reason | null {
  if (!WANTS_MORE.test(said.slice(0, LONGEST))) return null;
  for (const { name, argumentsText, span } of calls) {
    const reading = readJson(argumentsText);
    if (!reading.ok || reading.node.kind !== 'object') continue;
    for (const { key, value } of reading.node.members) {
      const inner = value.kind === 'string' && /^\s*[[{]/.test(value.value) ? readJson(value.value.trim()) : null;
      if (inner?.ok !== true) continue;
      const says = `\`${key.value}\` of \`${name}\` should be ${inner.node.kind === 'array' ? 'a list' : 'an object'}, and came as JSON in a string.`;
      return { cause: 'arguments', says, headline: says, fix: unpack(key.value), span };
    }
  }
  return null;
}

function unpack(key: string): string {
  return `Decode \`${key}\` once more in the client, or update the server: it is encoded twice. If the model itself writes it so, show a list or an object as an example in the schema.`;
}
