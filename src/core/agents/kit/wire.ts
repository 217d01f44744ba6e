/** Whose request format a server speaks. */
export type Wire = 'openai' | 'anthropic' | 'gemini' | 'ollama';

/** What each format is called, as its documentation calls it. */
export const wireLabels: Readonly<Record<Wire, string>> = {
  openai: 'OpenAI Chat Completions',
  anthropic: 'Anthropic Messages',
  gemini: 'Gemini generateContent',
  ollama: 'Ollama chat',
};
