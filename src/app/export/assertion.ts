import type { ExpectedCall } from '../permalink/state.ts';
import type { Subject } from './kind.ts';

/** What a test case asserts. `isExpected`: somebody said so; otherwise it is what the engine answers today. */
export type Assertion =
  | { readonly kind: 'calls'; readonly calls: readonly ExpectedCall[]; readonly isExpected: boolean }
  /** The runtime refuses the reply. */
  | { readonly kind: 'error' };

export function assertionOf({ fields, extraction }: Subject): Assertion | null {
  if (fields.expected !== null) return { kind: 'calls', calls: fields.expected, isExpected: true };
  if (extraction === null) return null;
  if (extraction.outcome === 'error') return { kind: 'error' };
  return { kind: 'calls', calls: extraction.calls, isExpected: false };
}

/** A title for the test: what it asserts. */
export function titleOf(assertion: Assertion): string {
  if (assertion.kind === 'error') return 'refuses the reply';
  if (assertion.calls.length === 0) return 'finds no call';
  const names = assertion.calls.map(({ name }) => name.replaceAll(/\s+/g, ' ')).join(', ');
  // The longest name ExUnit takes is 255 bytes.
  const shown = names.length > 50 ? `${Array.from(names).slice(0, 50).join('')}…` : names;
  return `extracts ${shown}`;
}

/** Where the assertion comes from, for a comment. */
export function originOf(assertion: Assertion): string {
  return assertion.kind === 'calls' && assertion.isExpected
    ? 'The calls are the expected ones.'
    : 'The outcome is what the emulated runtime returned at export.';
}
