import type { JsonRepair } from './repairs.ts';

/**
 * The quotation marks of a value that are escaped as they are inside of a JSON string, from the first one on, which is at
 * `from`; and what else is escaped once more in the strings that they open.
 *
 *     {\"text\": \"say \\\"hi\\\"\", "plain": "say \"hi\""}
 *      ^ from          ^ becomes \"           ^ a string of its own, as it is
 */
export function escapedQuotes(text: string, from: number, to: number): readonly JsonRepair[] {
  const found: JsonRepair[] = [];
  const replace = (at: number): void => {
    found.push({ code: 'escaped-quote', span: { from: at, to: at + 2 }, inserted: text.charAt(at + 1) });
  };
  let within: 'plain' | 'escaped' | null = null;
  for (let at = from; at < to; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"' && within !== 'escaped') within = within === null ? 'plain' : null;
    if (sign !== '\\' || at + 1 >= to) continue;
    const next = text.charAt(at + 1);
    if (within === 'plain') {
      at += 1;
    } else if (next === '"') {
      replace(at);
      within = within === null ? 'escaped' : null;
      at += 1;
    } else if (next === '\\' && within === 'escaped') {
      replace(at);
      at += 2;
      if (at + 1 < to && text.charAt(at) === '\\' && /["\\]/.test(text.charAt(at + 1))) {
        replace(at);
        at += 1;
      }
    }
  }
  return found;
}
