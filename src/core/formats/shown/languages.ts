import { foldedName, slipsIn } from '../kit/mend/misspelt-closer.ts';

/** Languages of code blocks that may hold a call. */
const readableLanguages = new Set([
  ...['', 'json', 'jsonc', 'json5', 'xml', 'python', 'py'],
  ...['tool', 'tool_call', 'tool_calls', 'tool_code', 'function_call', 'function_calls'],
  // The models of the integration home-llm write their calls so.
  'homeassistant',
]);

const TOOL_WORDS = ['tool_call', 'tool_calls', 'tool_code'];

/** The language that a word after a fence misspells; null if the word is such a language, or if none is near. */
export function misspeltLanguage(word: string): string | null {
  if (readableLanguages.has(word)) return null;
  const folded = foldedName(word);
  return TOOL_WORDS.find((one) => slipsIn(folded, foldedName(one)) !== null) ?? null;
}

/** Whether a code block with this language, in lower case, may hold calls. */
export function mayHoldCalls(word: string): boolean {
  return readableLanguages.has(word) || misspeltLanguage(word) !== null;
}

/** The language in what follows a fence on its line. */
export function languageOf(info: string): string {
  return /^[^\s{:,]*/.exec(info)?.[0] ?? '';
}
