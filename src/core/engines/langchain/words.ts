/** Codes that several layers of LangChain have. */
export const langchainWords = {
  'no-function': 'LangChain skips this entry: it has no `function`.',
  'non-object-arguments': 'The arguments are JSON, but not an object: LangChain passes them to the app unchanged',
} as const;

/** What the golden data ran. */
export const langchainCore = { version: '@langchain/core 1.4.0 (JavaScript)' } as const;
