import { type JavascriptReading, readJavascriptJson } from '../../text/languages/index.ts';
import type { JsonValue } from '../../text/json/index.ts';

/** What `JSON.parse` makes of a text, or that it has a key which the package refuses. */
export type SecureReading = JavascriptReading | { readonly ok: false; readonly isForbidden: true };

/** Keys with which a careless copy changes the prototype of all objects. */
export function readSecureJson(given: unknown): SecureReading {
  const reading = readJavascriptJson(given);
  return reading.ok && hasForbiddenKey(reading.value) ? { ok: false, isForbidden: true } : reading;
}

function hasForbiddenKey(value: JsonValue): boolean {
  const pending: JsonValue[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return true;
    const constructor: unknown = Object.hasOwn(next, 'constructor') ? next.constructor : null;
    if (typeof constructor === 'object' && constructor !== null && Object.hasOwn(constructor, 'prototype')) return true;
    // Not by spreading: a list may be too long for the arguments of one call.
    for (const one of Object.values(next)) pending.push(one);
  }
  return false;
}
