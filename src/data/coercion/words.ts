/** Names of types in schemas, lower case, as readers of raw values take them for one type. */
export const typeNames = {
  text: ['string', 'str', 'text'],
  integer: ['integer', 'int'],
  number: ['number', 'float'],
  boolean: ['boolean', 'bool'],
  structure: ['object', 'array'],
} as const;

/** What the parser of vLLM for Qwen3-Coder takes beside them, as whole names or as beginnings of names. */
export const qwenTypeNames = {
  text: ['varchar', 'char', 'enum'],
  boolean: ['binary'],
  integerBegins: ['int', 'uint', 'long', 'short', 'unsigned'],
  numberBegins: ['num', 'float'],
  structureBegins: ['arr', 'dict', 'list'],
} as const;

/** Words that the parser of vLLM for MiniMax M2 takes for a value, lower case. */
export const minimaxWords = {
  null: ['null', 'none', 'nil'],
  true: ['true', '1', 'yes', 'on'],
  false: ['false', '0', 'no', 'off'],
} as const;

/** The same for DeepSeek V3.2. */
export const deepseekWords = {
  true: ['true', '1'],
  false: ['false', '0'],
} as const;
