import { messageOf } from '../message-of.ts';
import { RetrievalError } from '@hyperjump/browser';
import { InvalidSchemaError } from '@hyperjump/json-schema/draft-2020-12';
import { isObject, type JsonObject, type JsonValue } from '../../core/index.ts';

/** Compiling and checking recurse, so the depth of a schema is bounded well below what the stack can hold. */
const MAX_SCHEMA_DEPTH = 128;

const DRAFT_2020_12 = 'https://json-schema.org/draft/2020-12/schema';

/** The dialects that are known, by every spelling that is common, with the spelling that names them officially. */
const DIALECTS = new Map<string, string>(
  [DRAFT_2020_12, 'https://json-schema.org/draft/2019-09/schema', ...['07', '06', '04'].map(draftUri)].flatMap((id) => [
    [id, id],
    [id.replace(/^https?/, (scheme) => (scheme === 'http' ? 'https' : 'http')), id],
  ]),
);

function draftUri(draft: string): string {
  return `http://json-schema.org/draft-${draft}/schema`;
}

/** The official name of the dialect that `$schema` asks for, 2020-12 when it asks for none, or null when it is unknown. */
export function dialectOf(schema: JsonObject): string | null {
  const declared = schema.$schema;
  if (declared === undefined) return DRAFT_2020_12;
  return typeof declared === 'string' ? (DIALECTS.get(withoutFragment(declared)) ?? null) : null;
}

/** A value somewhere in a schema. The path is a list through the parents, so that walking stays linear. */
interface Place {
  readonly value: JsonValue;
  readonly key: string;
  readonly parent: Place | null;
  readonly depth: number;
}

/** Why a schema must not be handed to the validator at all, as a sentence; null when it may be. */
export function findFault(schema: JsonObject): string | null {
  if (dialectOf(schema) === null)
    return `The schema asks for an unknown dialect, ${quote(schema.$schema)}, at #/$schema.`;
  const endsSafely = new Set<JsonObject>();
  const isUsed = usedIn(schema);
  for (const place of placesIn(schema)) {
    if (place.depth > MAX_SCHEMA_DEPTH) {
      return `The schema is nested more than ${MAX_SCHEMA_DEPTH} levels deep at ${pointerTo(place)}.`;
    }
    const { value } = place;
    if (!isObject(value)) continue;
    const fault =
      identityFault(value, place) ?? (isUsed(place) ? referenceFault(value, place, schema, endsSafely) : null);
    if (fault !== null) return fault;
  }
  return null;
}

function identityFault(value: JsonObject, place: Place): string | null {
  const isResource = place.parent === null || typeof value.$id === 'string' || typeof value.id === 'string';
  // A vocabulary would redefine a dialect for every schema that is checked after this one.
  if (isResource && isObject(value.$vocabulary)) {
    return `The schema defines its own vocabulary at ${pointerTo(place, '$vocabulary')}, which is not supported.`;
  }
  if (place.parent !== null && typeof value.$schema === 'string' && !isOfficial(value.$schema)) {
    return `The schema asks for an unknown dialect, ${quote(value.$schema)}, at ${pointerTo(place, '$schema')}.`;
  }
  return null;
}

/** Asks whether anything leads to a place: a circle among definitions that nobody uses is never followed. Linear. */
function usedIn(schema: JsonObject): (place: Place) => boolean {
  const references = [...placesIn(schema)].flatMap((place) => {
    const { value } = place;
    if (!isObject(value)) return [];
    return REFERENCE_KEYWORDS.flatMap((keyword) => {
      const to = value[keyword];
      return typeof to === 'string' ? [{ from: definitionOf(pointerTo(place)), to }] : [];
    });
  });
  // Other references than pointers may lead anywhere.
  if (references.some(({ to }) => !to.startsWith('#/'))) return () => true;
  const leads = new Map<string, Set<string>>();
  for (const { from, to } of references)
    leads.set(from, (leads.get(from) ?? new Set()).add(definitionOf(decodeFragment(to))));
  const used = new Set(['']);
  for (const one of used) for (const next of leads.get(one) ?? []) used.add(next);
  return (place) => used.has(definitionOf(pointerTo(place)));
}

/** The definition that a pointer leads into; '' for the schema itself. */
function definitionOf(pointer: string): string {
  return /^#\/(?:\$defs|definitions)\/[^/]*/.exec(pointer)?.[0] ?? '';
}

/** A reference that leads only to references, and so back to itself, would be followed forever. */
function referenceFault(value: JsonObject, place: Place, root: JsonObject, endsSafely: Set<JsonObject>): string | null {
  const chain = new Set<JsonObject>();
  let current: JsonValue | undefined = value;
  while (isObject(current) && !endsSafely.has(current)) {
    if (chain.has(current)) return `The schema's $ref at ${pointerTo(place, '$ref')} leads back to itself.`;
    chain.add(current);
    const reference: JsonValue | undefined = current.$ref;
    if (typeof reference !== 'string' || !reference.startsWith('#')) break;
    current = resolvePointer(root, reference);
  }
  for (const link of chain) endsSafely.add(link);
  return null;
}

/** Why the validator refused a schema, as a sentence that names the place when it is known. */
export function explainRefusal(error: unknown, schema: JsonObject): string {
  if (error instanceof InvalidSchemaError) {
    const place = invalidPlace(error);
    return `The schema is not valid JSON Schema${place === null ? '' : ` at ${place}`}.`;
  }
  if (error instanceof RetrievalError) {
    const place = findReference(schema, (reference) => isLoadedAs(reference, error.message));
    if (place === null) return 'The schema refers to another document, and nothing is loaded from the network.';
    return `The schema refers to ${place.shown} at ${place.pointer}, and nothing is loaded from the network.`;
  }
  if (error instanceof SyntaxError) {
    const place = findPattern(schema);
    return `The schema holds a regular expression that is not valid${place === null ? '' : ` at ${place}`}.`;
  }
  if (error instanceof RangeError) return 'The schema is nested too deeply, or refers to itself without end.';
  const unresolved = findReference(schema, (reference) => isUnresolved(reference, schema));
  if (unresolved !== null)
    return `The schema refers to ${unresolved.shown} at ${unresolved.pointer}, which is nowhere in it.`;
  const [message = ''] = messageOf(error).split('. ');
  return `The schema cannot be used: ${message.replace(/\.$/, '')}.`;
}

/** The place that the deepest error of the meta-schema is about. */
function invalidPlace({ output }: InvalidSchemaError): string | null {
  let deepest: string | null = null;
  for (const { instanceLocation } of output.errors ?? []) {
    const pointer = decodeFragment(instanceLocation.slice(instanceLocation.indexOf('#')));
    if (deepest === null || pointer.split('/').length > deepest.split('/').length) deepest = pointer;
  }
  return deepest;
}

const REFERENCE_KEYWORDS = ['$ref', '$dynamicRef', '$recursiveRef'];

function findReference(
  schema: JsonObject,
  matches: (reference: string) => boolean,
): { readonly shown: string; readonly pointer: string } | null {
  for (const place of placesIn(schema)) {
    if (!isObject(place.value)) continue;
    for (const keyword of REFERENCE_KEYWORDS) {
      const reference = place.value[keyword];
      if (typeof reference === 'string' && matches(reference)) {
        return { shown: quote(reference), pointer: pointerTo(place, keyword) };
      }
    }
  }
  return null;
}

/** True when the validator's message speaks of this reference, which may be relative to an `$id`. */
function isLoadedAs(reference: string, message: string): boolean {
  const name = withoutFragment(reference).split('/').at(-1) ?? '';
  return name !== '' && message.includes(name);
}

function isUnresolved(reference: string, schema: JsonObject): boolean {
  if (!reference.startsWith('#')) return false;
  if (reference === '#' || reference.startsWith('#/')) return resolvePointer(schema, reference) === undefined;
  const anchor = reference.slice(1);
  for (const { value } of placesIn(schema)) {
    if (!isObject(value)) continue;
    if ([value.$anchor, value.$dynamicAnchor].includes(anchor)) return false;
    if ([value.$id, value.id].includes(reference)) return false;
  }
  return true;
}

function findPattern(schema: JsonObject): string | null {
  for (const place of placesIn(schema)) {
    const { value } = place;
    if (!isObject(value)) continue;
    if (typeof value.pattern === 'string' && !isRegularExpression(value.pattern)) return pointerTo(place, 'pattern');
    if (!isObject(value.patternProperties)) continue;
    const wrong = Object.keys(value.patternProperties).find((pattern) => !isRegularExpression(pattern));
    if (wrong !== undefined) return `${pointerTo(place, 'patternProperties')}/${escapeSegment(wrong)}`;
  }
  return null;
}

function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Every value in a schema, outer before inner, in order; one level beyond the deepest that is allowed, and no further. */
function* placesIn(schema: JsonObject): Generator<Place> {
  const pending: Place[] = [{ value: schema, key: '', parent: null, depth: 0 }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    yield place;
    const { value, depth } = place;
    if (depth > MAX_SCHEMA_DEPTH || typeof value !== 'object' || value === null) continue;
    const parent = place;
    // An array has its indexes for keys here, as in a JSON pointer.
    const entries = Object.entries(value).reverse();
    for (const [key, child] of entries) pending.push({ value: child, key, parent, depth: depth + 1 });
  }
}

function resolvePointer(root: JsonObject, reference: string): JsonValue | undefined {
  let current: JsonValue | undefined = root;
  const pointer = decodeFragment(reference).slice(1);
  for (const segment of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return undefined;
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const container: Readonly<Record<string, JsonValue | undefined>> = current as JsonObject;
    current = Object.hasOwn(container, key) ? container[key] : undefined;
  }
  return current;
}

/** How many keys of a pointer are shown; a schema that is too deep has a pointer that nobody reads. */
const SHOWN_SEGMENTS = 12;

function pointerTo(place: Place, keyword?: string): string {
  const segments = keyword === undefined ? [] : [keyword];
  for (let current = place; current.parent !== null; current = current.parent)
    segments.unshift(escapeSegment(current.key));
  const shown = segments.length > SHOWN_SEGMENTS ? [...segments.slice(0, SHOWN_SEGMENTS), '…'] : segments;
  return ['#', ...shown].join('/');
}

function escapeSegment(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#');
  return hash === -1 ? uri : uri.slice(0, hash);
}

function isOfficial(dialect: string): boolean {
  const id = withoutFragment(dialect);
  return DIALECTS.get(id) === id;
}

function quote(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || text.length > 120 ? 'a long text' : text;
}
