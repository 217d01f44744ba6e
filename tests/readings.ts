import {
  diagnose,
  extract,
  joinDeltas,
  type Diagnosis,
  type Extraction,
  type ExtractOptions,
} from '../src/core/index.ts';
import type { Delta } from '../src/core/engines/runtime.ts';
import type { ProviderResponse } from '../src/core/trace/response.ts';

/** An extraction with what `diagnose` says of it, for tests of both. */
export function diagnosed(
  response: ProviderResponse,
  options: ExtractOptions = {},
): Extraction & { readonly diagnoses: readonly Diagnosis[] } {
  const extraction = extract(response, options);
  return { ...extraction, diagnoses: diagnose(extraction, options) };
}

/** The text that a client has after some deltas. */
export function contentOf(deltas: readonly Delta[]): string {
  return joinDeltas(deltas).content;
}

/** The names of the calls that came with some deltas. */
export function namesOf(deltas: readonly Delta[]): string[] {
  return deltas.flatMap((delta) => (delta.kind === 'call' ? [delta.name] : []));
}
