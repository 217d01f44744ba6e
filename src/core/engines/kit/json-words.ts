/** How Python's `json.loads` refuses a text, for engines that are written in Python. */
export const pythonJsonWords = {
  'json-syntax': '`json.loads` rejects this',
} as const;
