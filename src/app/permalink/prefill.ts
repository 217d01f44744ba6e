import * as z from 'zod/mini';
import type { LinkError, LinkResult } from './codec.ts';
import { linkHistory } from './migrate.ts';
import { describeProblem, linkSchema } from './schema.ts';
import type { LinkState } from './state.ts';

/*
 * The documented prefill, for logs and docs that print links to this page:
 *
 *   #in=<reply text>&native=<tool_calls as JSON>&runtime=<id>&tools=<JSON>&system=<prompt>&compact=1
 *   &caps=native_tool_calls:false,self_contained_tools
 *
 * Fields are joined by `&` in any order. Values are percent-encoded (what `encodeURIComponent` gives); only `&` and `%`
 * must be. A `+` is a plus sign, not a space. `caps` lists capabilities by name; one without `:true` or `:false` is true.
 */

type Reader = (value: string) => Partial<LinkState> | null;

/** What each field fills, or null for a value that it cannot have. */
const readers: ReadonlyMap<string, { readonly read: Reader; readonly allowed: string }> = new Map([
  ['in', { read: (text: string) => ({ text }), allowed: 'text' }],
  ['native', { read: (native: string) => ({ native }), allowed: 'text' }],
  ['runtime', { read: (profile: string) => ({ profile }), allowed: 'the id of a runtime' }],
  // Its name in older links.
  ['profile', { read: (profile: string) => ({ profile }), allowed: 'the id of a runtime' }],
  ['tools', { read: (tools: string) => ({ tools }), allowed: 'text' }],
  ['system', { read: (system: string) => ({ system }), allowed: 'text' }],
  ['compact', { read: readCompact, allowed: '0 or 1' }],
  [
    'caps',
    { read: readCapabilities, allowed: 'native_tool_calls, self_contained_tools and thinking, with :true or :false' },
  ],
]);

const fieldNames = [...readers.keys()].join(', ');

/** Where nobody says who reads the reply, as after a paste. A link of the page says it, and means another one by saying nothing. */
const unsaid = 'auto';

/** Names of `LinkState` fields in the prefill, where they differ. */
const prefillNames: ReadonlyMap<string, string> = new Map([
  ['text', 'in'],
  ['profile', 'runtime'],
]);

/** Whether the hash begins with a field of the prefill; with or without `#`. */
export function isPrefill(hash: string): boolean {
  const body = withoutHash(hash);
  const equals = body.indexOf('=');
  return equals >= 0 && readers.has(body.slice(0, equals));
}

/** Reads a prefill, with or without its `#`. What is wrong with another field does not cost its text. Never throws. */
export function decodePrefill(hash: string): LinkResult {
  const body = withoutHash(hash);
  if (!isPrefill(body)) {
    return failed({
      code: 'not-a-link',
      message: `This is not a prefill: one starts with one of ${fieldNames} and a "=".`,
    });
  }
  const filled: Partial<LinkState> = { profile: unsaid };
  const seen = new Set<string>();
  let problem: LinkError | null = null;
  let from = 0;
  while (from < body.length) {
    const separator = body.indexOf('&', from);
    const to = separator < 0 ? body.length : separator;
    // Nothing between two separators, or after the last one, says nothing.
    if (to > from) {
      const error = readField(body.slice(from, to), from, seen, filled);
      problem ??= error;
    }
    from = to + 1;
  }
  let given = filled;
  for (;;) {
    if (problem !== null && (given.text ?? '') === '') return failed(problem);
    const parsed = z.safeParse(linkSchema, given);
    if (parsed.success) return { ok: true, state: parsed.data, version: linkHistory.version, problem };
    const wrong = describeProblem(parsed.error);
    const name = prefillNames.get(wrong.field) ?? wrong.field;
    problem ??= { code: 'bad-shape', message: `The field ${name} of the prefill ${wrong.problem}.`, field: name };
    if (!Object.hasOwn(given, wrong.field)) return failed(problem);
    const others = Object.entries(given).filter(([key]) => key !== wrong.field);
    given = { profile: unsaid, ...Object.fromEntries(others) };
  }
}

/** Reads the `name=value` that is at `at` into `filled`; returns what is wrong with it, or null. */
function readField(text: string, at: number, seen: Set<string>, filled: Partial<LinkState>): LinkError | null {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  const reader = readers.get(name);
  if (equals < 0 || reader === undefined) {
    // Most often the rest of a value with a bare "&" in it: dropping it would silently shorten that value.
    return {
      code: 'bad-field',
      message: `The prefill has an unknown field at character ${at}: ${excerpt(name)}. Its fields are ${fieldNames}; an "&" inside a value is written %26.`,
      at,
      field: name,
    };
  }
  if (seen.has(name)) {
    return {
      code: 'bad-field',
      message: `The prefill has the field ${name} again at character ${at}.`,
      at,
      field: name,
    };
  }
  seen.add(name);

  const raw = text.slice(equals + 1);
  const malformed = findMalformedEscape(raw);
  if (malformed >= 0) {
    const place = at + equals + 1 + malformed;
    return {
      code: 'bad-characters',
      message: `The field ${name} of the prefill has a broken percent escape at character ${place}: ${excerpt(raw.slice(malformed, malformed + 3))}. A percent sign is written %25.`,
      at: place,
      field: name,
    };
  }
  const value = reader.read(decodeURIComponent(raw));
  if (value === null) {
    return {
      code: 'bad-shape',
      message: `The field ${name} of the prefill, at character ${at}, should be ${reader.allowed}.`,
      at,
      field: name,
    };
  }
  Object.assign(filled, value);
  return null;
}

function readCompact(value: string): Partial<LinkState> | null {
  return value === '1' ? { compact: true } : value === '0' ? { compact: false } : null;
}

function readCapabilities(value: string): Partial<LinkState> | null {
  let capabilities: Partial<LinkState> = {};
  for (const entry of value === '' ? [] : value.split(',')) {
    const colon = entry.indexOf(':');
    const name = colon < 0 ? entry : entry.slice(0, colon);
    const answer = colon < 0 ? 'true' : entry.slice(colon + 1);
    if (answer !== 'true' && answer !== 'false') return null;
    if (name === 'native_tool_calls') capabilities = { ...capabilities, nativeToolCalls: answer };
    else if (name === 'self_contained_tools') capabilities = { ...capabilities, selfContained: answer === 'true' };
    else if (name === 'thinking') capabilities = { ...capabilities, thinking: answer === 'true' ? 'on' : 'off' };
    else return null;
  }
  return capabilities;
}

/** Index of the first `%` that `decodeURIComponent` would throw at, or -1. Reads the text once. */
function findMalformedEscape(text: string): number {
  for (let at = text.indexOf('%'); at >= 0;) {
    const lead = parseInt(/^%[0-9a-f]{2}/i.exec(text.slice(at, at + 3))?.[0].slice(1) ?? 'ff', 16);
    // How many escapes make one character in UTF-8, by the first of them.
    const escapes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const character = text.slice(at, at + 3 * escapes);
    if (!isDecodable(character)) return at;
    at = text.indexOf('%', at + character.length);
  }
  return -1;
}

function isDecodable(escapes: string): boolean {
  try {
    // The result is used, because the bundler deletes a call whose result nobody asks for.
    return decodeURIComponent(escapes) !== '';
  } catch {
    return false;
  }
}

function withoutHash(hash: string): string {
  return hash.startsWith('#') ? hash.slice(1) : hash;
}

/** Quoted and at most 20 characters long: a message must not grow with the link. */
function excerpt(text: string): string {
  return JSON.stringify(text.length <= 20 ? text : `${text.slice(0, 20)}…`);
}

function failed(error: LinkError): LinkResult {
  return { ok: false, error };
}
