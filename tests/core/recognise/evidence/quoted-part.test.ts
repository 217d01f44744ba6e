import { describe, expect, it } from 'vitest';
import { evidenceOf, recognise } from '../../../../src/core/index.ts';

/** What errors and logs quote of a call: a paste, which part of it that is, and what is wrong with it. */
const parts: readonly (readonly [name: string, content: string, part: string | undefined, says: RegExp | null])[] = [
  [
    'Ollama, words before the arguments',
    `500: error parsing tool call: raw='We need a date. {"day":"2026-11-30"}', err=invalid character 'W' looking for beginning of value`,
    'arguments',
    /^Words are before the JSON of the arguments: `We need a date`\.$/,
  ],
  [
    'Ollama, a bracket too many, in a body',
    `{"error":"error parsing tool call: raw='{\\"pier\\":\\"B\\"}]', err=invalid character ']' after top-level value"}`,
    'arguments',
    /^Text follows the JSON of the arguments \(line 1, column 13\)\.$/,
  ],
  [
    'Ollama, nothing but words',
    `error parsing tool call: raw='The berth is free.', err=invalid character 'T' looking for beginning of value`,
    'arguments',
    /^The arguments of the call are words and no JSON: `The berth is free`\.$/,
  ],
  [
    'the AI SDK',
    `AI_InvalidToolInputError: Invalid input for tool book_berth: JSON parsing failed: Text: {"pier": "B.\nError message: Unterminated string`,
    'arguments',
    /they end too early\.$/,
  ],
  [
    'LangChain',
    'OutputParserException: Function book_berth arguments:\n\n{"pier": B}\n\nare not valid JSON. Received JSONDecodeError',
    'arguments',
    /are no JSON \(line 1, column 10\)\.$/,
  ],
  [
    'SGLang',
    `[2026-11-24 20:08:53] Failed to parse JSON part: {"name": "book_berth", "arguments": {"pier": "B" "length": 9}}, JSON parse error: Expecting ',' delimiter: line 1 column 54 (char 53)`,
    'call',
    /missing comma/,
  ],
  [
    'an object that the AI SDK was asked for is no arguments',
    'AI_JSONParseError: JSON parsing failed: Text: {"pier": "B.\nError message: Unterminated string',
    undefined,
    null,
  ],
  [
    'a whole reply that llama.cpp quotes',
    'Failed to parse input at pos 3: <tool_call>\n{"name": "book_berth", "arguments": {"pier": B}}\n</tool_call>',
    undefined,
    null,
  ],
];

describe('a part of a call that an error quotes', () => {
  it.each(parts)('%s', (_, content, part, says) => {
    expect(recognise({ content, name: null }).replies.at(-1)?.part).toBe(part);
    const cause = evidenceOf({ content, name: null }).because.find((row) => row.of === 'cause');
    if (says !== null) expect(cause?.says).toMatch(says);
    else expect(cause?.says ?? '').not.toMatch(/^(?:Words|Text follows|The arguments)/);
  });
});
