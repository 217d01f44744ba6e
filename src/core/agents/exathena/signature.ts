import { type ElixirText, interpolate, isElixirFalsy, sortedMembers, trimElixir } from '../../text/languages/index.ts';
import { type JsonNode, type JsonObjectNode, member } from '../../text/json/index.ts';

/** `member`, but null and false are absent: how ExAthena reads a key that it follows with `||`. */
export function presentMember(node: JsonObjectNode, key: string): JsonNode | undefined {
  const value = member(node, key);
  return value === undefined || isElixirFalsy(value) ? undefined : value;
}

/**
 * One tool on one line, as ExAthena's compact list shows it: `- read_file(path: string, depth?: integer) — Reads a file.`
 * Optional parameters carry a question mark and come last; nested schemas shrink to a type name.
 */
export function compactLine(tool: JsonObjectNode): ElixirText {
  const name = presentMember(tool, 'name');
  const shownName: ElixirText = name === undefined ? { ok: true, text: '<unnamed>' } : interpolate(name);
  if (!shownName.ok) return shownName;
  const schema = presentMember(tool, 'schema');
  const parameters: ElixirText = schema === undefined ? { ok: true, text: '' } : parameterList(schema);
  if (!parameters.ok) return parameters;
  const description = presentMember(tool, 'description');
  const short = description?.kind === 'string' ? shortDescription(description.value) : '';
  const head = `- ${shownName.text}(${parameters.text})`;
  return { ok: true, text: short === '' ? head : `${head} — ${short}` };
}

function parameterList(schema: JsonNode): ElixirText {
  if (schema.kind !== 'object') return { ok: false, exception: 'BadMapError' };
  const properties = member(schema, 'properties');
  if (properties === undefined || properties.kind === 'null') return { ok: true, text: '' };
  if (properties.kind === 'array') {
    return properties.items.length === 0 ? { ok: true, text: '' } : { ok: false, exception: 'FunctionClauseError' };
  }
  // False raises as well: it is not nil, and there is no default after it.
  if (properties.kind !== 'object') return { ok: false, exception: 'Protocol.UndefinedError' };
  if (properties.members.length === 0) return { ok: true, text: '' };
  const required = requiredNames(schema);
  if (required === null) return { ok: false, exception: 'Protocol.UndefinedError' };

  const first: string[] = [];
  const last: string[] = [];
  for (const [key, property] of sortedMembers(properties)) {
    const type = typeName(property);
    if (required.has(key)) first.push(`${key}: ${type}`);
    else last.push(`${key}?: ${type}`);
  }
  return { ok: true, text: [...first, ...last].join(', ') };
}

/** Null where the original raises: `required` cannot be walked, or an item has no text. */
function requiredNames(schema: JsonObjectNode): Set<string> | null {
  const required = presentMember(schema, 'required');
  if (required === undefined) return new Set();
  // A map can be walked, but its entries are pairs, and a pair has no text.
  if (required.kind === 'object') return required.members.length === 0 ? new Set() : null;
  if (required.kind !== 'array') return null;
  const names = new Set<string>();
  for (const item of required.items) {
    const name = interpolate(item);
    if (!name.ok) return null;
    names.add(name.text);
  }
  return names;
}

const SCALAR_TYPES = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/** The type of one property in a word. Whatever it cannot name it calls `object`. */
function typeName(property: JsonNode): string {
  const type = plainType(property);
  if (type !== null && SCALAR_TYPES.has(type)) return type;
  if (type !== 'array') return 'object';
  const items = member(property, 'items');
  if (items?.kind !== 'object') return 'object';
  const itemType = plainType(items);
  return itemType !== null && SCALAR_TYPES.has(itemType) ? `${itemType}[]` : 'array';
}

function plainType(schema: JsonNode): string | null {
  const type = member(schema, 'type');
  return type?.kind === 'string' ? type.value : null;
}

const SHORT_LIMIT = 80;
// eslint-disable-next-line no-restricted-globals -- grapheme clusters are Unicode's, the same in every locale
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The first sentence on one line, at most 80 grapheme clusters; empty for a blank description. */
export function shortDescription(description: string): string {
  return firstGraphemes(firstSentence(description), SHORT_LIMIT);
}

/** What a compact list would show of a description if it had room. */
export function firstSentence(description: string): string {
  // The original's `\s` knows the six ASCII characters only; JavaScript's also takes U+00A0 and others.
  const line = trimElixir(description.replace(/[ \t\n\v\f\r]+/g, ' '));
  const end = line.indexOf('. ');
  return end === -1 ? line : line.slice(0, end + 1);
}

function firstGraphemes(text: string, count: number): string {
  if (text.length <= count) return text;
  let seen = 0;
  for (const { index } of segmenter.segment(text)) {
    if (seen === count) return text.slice(0, index);
    seen += 1;
  }
  return text;
}
