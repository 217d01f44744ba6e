import { saysReplies } from '../shapes/reply-keys.ts';
import { looksLikeCall } from '../shapes/looks-like-call.ts';
import type { Fields } from '../values.ts';

/** An id that is counted: what it begins with is the same for all. */
const COUNTED = /^(.{0,60}?)\d{1,12}$/;

/**
 * The records of a document that has a text under each id, as benchmarks hand in what a model answered. A dictionary of anything looks
 * the same: its keys have to be counted, and a text in it to hold a call, or the name of the file to say that these are replies.
 */
export function textsById(value: Fields, name: string | null): readonly Fields[] {
  const entries = Object.entries(value);
  const stems = new Set(entries.map(([id]) => COUNTED.exec(id)?.[1] ?? id));
  if (entries.length < 2 || stems.size !== 1 || !entries.every(([, text]) => typeof text === 'string')) return [];
  const isNamed = (name ?? '').split(/[^a-z]+/i).some(saysReplies);
  if (!isNamed && !entries.some(([, text]) => looksLikeCall(String(text)))) return [];
  return entries.map(([id, output]) => ({ id, output }));
}
