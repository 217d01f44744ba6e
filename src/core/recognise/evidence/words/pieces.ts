import type { FoundCall } from '../evidence.ts';
import { counted, firstSentence } from '../../../text/document/index.ts';

/** The rule of the row that says that a client ran the calls before an answer. */
export const RAN = 'did-ran';

/** "a call to `a`", "calls to `a` and `b`", "2 calls to `a`", "5 calls". */
export function callsTo(names: readonly string[]): string {
  const [first = '', second, ...others] = [...new Set(names.map((name) => shortened(name)))];
  if (names.length < 2) return first === '' ? 'a call' : `a call to \`${first}\``;
  if (second === undefined)
    return `${counted(names.length, 'call')} ${first === '' ? 'without a name' : `to \`${first}\``}`;
  return others.length === 0 && names.length === 2 && first !== '' && second !== ''
    ? `calls to \`${first}\` and \`${second}\``
    : counted(names.length, 'call');
}

/** Of several calls, the last one where that alone is cut off; null for one call, and where nobody can tell. */
export function lastCutOff(call: FoundCall | null): string | null {
  const { names = [], fault = null } = call ?? {};
  const cut = /(?:\barguments of|\bcall to) `([^`]+)`/.exec(fault ?? '')?.[1];
  const last = names.at(-1);
  return last !== undefined && last === cut && names.indexOf(last) === names.length - 1 && names.length > 1
    ? last
    : null;
}

/** What is wrong, as one sentence about the text and not about who read it. */
export function faultText(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return cut(firstSentence(line), 300);
}

/** A quotation of somebody else's words, short enough for a sentence. */
export function shortened(text: string): string {
  // The sentence that quotes it has a full stop of its own.
  const plain = text
    .replaceAll('`', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');
  return cut(plain, 120);
}

/** Shows where something is left out, which is not inside of a word where that can be helped. */
function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/(?<= )\S{1,24}$/, '')}…` : text;
}

/** Parts as sentences, one after another; empty ones are left out. */
export function sentences(parts: readonly string[]): string {
  return parts
    .filter((one) => one.trim() !== '')
    .map((one) => `${one.trim().replace(/[.:]$/, '')}.`)
    .join(' ');
}
