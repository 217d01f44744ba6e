/** The words for refusals of Python's `json.loads`, for engines that are written in Python. */
export const pythonJsonWords = {
  'json-syntax': '`json.loads` rejects this',
} as const;
