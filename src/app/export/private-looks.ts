import type { Span } from '../../core/index.ts';

/** What a private value looks like. */
export type PrivateKind = 'key' | 'token' | 'password' | 'private-key' | 'email' | 'home';

export interface PrivateValue extends Span {
  readonly kind: PrivateKind;
}

/**
 * Whether a value looks drawn rather than written: ten letters and digits in a row, and at least twice another kind of
 * character than the one before. `learn-2024-notes` and `YOUR_API_KEY` are words; a masked value holds only x, X and 0.
 */
export function isRandom(value: string): boolean {
  if (isMasked(value)) return false;
  return (value.match(/[A-Za-z0-9]{10,}/g) ?? []).some((run) => /\d/.test(run) && kindChanges(run) >= 2);
}

/**
 * Whether the body of a documented shape can be a value: it is no placeholder, no alphabet, and no name of several words such as
 * `AutoModelForSequenceClassification`. Letters alone are enough: some issuers draw no digits.
 */
export function isDrawn(body: string): boolean {
  const unordered = body.replace(/abcdefgh[a-z]*|0?12345678\d*/gi, '');
  if (isMasked(body) || new Set(unordered).size < 6) return false;
  if (/your|example|placeholder|redacted|inserthere|goeshere/i.test(body)) return false;
  const pieces = body.split(/[-_./]+/).filter((piece) => piece !== '');
  if (pieces.every((piece) => /^[A-Z]?[a-z]*(?:[A-Z][a-z]{2,})*$/.test(piece))) return false;
  // One piece of capitals may be drawn; several of capitals, small letters and short numbers are words.
  return pieces.length === 1 || !pieces.every((piece) => /^(?:[A-Z]+|[A-Za-z]?[a-z]+|[vV]?\d{1,4})$/.test(piece));
}

/** How often a small letter, a capital or a digit comes after another kind. */
function kindChanges(run: string): number {
  return (run.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g) ?? []).length;
}

/** Some issuers draw their keys as UUIDs; only the name of the field tells them from other ids. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) && !isMasked(value);
}

/** Whether only x, X and 0 are left, as the redactor leaves it. */
export function isMasked(value: string): boolean {
  return !/(?![xX])\p{L}|(?!0)\p{N}/u.test(value);
}

/** Placeholders for a password in examples, schemas and programs. */
export function isPlaceholder(value: string): boolean {
  if (isMasked(value) || /^[$<{%[`]|^\*+$|^(?:your|my|example|sample|process\.|os\.|env[.:])/i.test(value)) return true;
  return /^(?:string|str|text|null|none|true|false|undefined|required|optional|password|passwd|pass|secret|hidden|redacted|empty)$/i.test(
    value,
  );
}

/** What servers without a key are given, and what their documentation writes. */
export function isStandIn(value: string): boolean {
  return /^(?:abc|abc-?123|changeme|dummy|fake|foo|bar|llama|lm-?studio|local|localhost|no-?key|none|not-?(?:needed|required|used)|nokey|ollama|sk-(?:no-key-required|dummy|fake|test|none|1234)|test|token-abc123|vllm|sglang|x)$/i.test(
    value,
  );
}

/** Whether a text with spaces describes a password, as a schema or a form does. */
export function isDescription(value: string): boolean {
  return (
    /\s/.test(value) &&
    /\b(?:the|an?|of|for|to|in|is|must|should|user|password|passphrase|login|account|string|optional|required)\b/i.test(
      value,
    )
  );
}
