import type { Payload } from '../../../trace/index.ts';
import { encodedObject } from './encoded.ts';
import type { JsonPart } from './json-part.ts';
import { readJsonPayload, type JsonPayload } from './json-payload.ts';
import type { TextSource } from './source.ts';
import { codeAt, type Resumable } from './resumable.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

/** Reads the arguments at `at`: an object, or a string that holds one because it was encoded twice; null if there is neither. */
export function* readNamedArguments(
  source: TextSource,
  at: number,
  ends: readonly string[],
): Resumable<JsonPayload | null> {
  const code = yield* codeAt(source, at);
  if (code !== OPEN_BRACE && code !== QUOTE) return null;
  const payload = yield* readJsonPayload(source, at, ends);
  return code === OPEN_BRACE || payload.state === 'cut' || holdsObject(payload.root) ? payload : null;
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
