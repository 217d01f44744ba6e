/** Said before what a response that is cut off proves: what it lacks may be in the rest. */
export const INCOMPLETE = 'The pasted response is incomplete, so calls may be missing.';

/** Whether a text is one value of JSON that does not end. */
export function isCutOff(content: string): boolean {
  const text = content.trim();
  if (!/^[{[]/.test(text)) return false;
  let depth = 0;
  // Strings as a whole: brackets in them count for nothing. One that does not end takes the rest.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/gs)) {
    if (token.startsWith('"')) continue;
    depth += token === '{' || token === '[' ? 1 : -1;
    if (depth === 0) return false;
  }
  return true;
}
