import type { Payload } from '../../../trace/index.ts';
import { encodedObject } from './encoded.ts';
import type { JsonPart } from './json-part.ts';
import { readJsonPayload, type JsonPayload } from './json-payload.ts';
import type { TextSource } from './source.ts';
import { codeAt, oneOf, type Resumable } from './resumable.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/**
 * Reads the arguments at `at`: an object, a list of one, or a string that holds one because it was encoded twice; null if
 * there is none of them.
 */
export function* readNamedArguments(
  source: TextSource,
  at: number,
  ends: readonly string[],
): Resumable<JsonPayload | null> {
  const code = yield* codeAt(source, at);
  if (code !== OPEN_BRACE && code !== QUOTE && code !== OPEN_BRACKET) return null;
  // A marker of the format begins with the bracket of a list as well.
  if (code === OPEN_BRACKET && (yield* oneOf(source, at, ends)) !== null) return null;
  const payload = yield* readJsonPayload(source, at, ends);
  if (code === OPEN_BRACKET) return isListOfOne(payload.root) ? payload : null;
  return code === OPEN_BRACE || payload.state === 'cut' || holdsObject(payload.root) ? payload : null;
}

function isListOfOne(root: JsonPart | null): boolean {
  const [only, other] = root?.node.kind === 'array' ? root.items() : [];
  return only?.node.kind === 'object' && other === undefined;
}

function holdsObject(root: JsonPart | null): boolean {
  if (root?.node.kind !== 'string') return false;
  return encodedObject(root.node.value) !== null;
}

/** The arguments of a call that is cut off, as far as they are written. */
export function argumentsSoFar({
  root,
  repairs,
}: Pick<JsonPayload, 'root' | 'repairs'>): Pick<Payload, 'argumentsText' | 'argumentsSpan' | 'repairs'> {
  const argumentsText = root?.node.kind === 'object' ? root.compact() : '{}';
  return { argumentsText, argumentsSpan: root?.span ?? null, repairs };
}
