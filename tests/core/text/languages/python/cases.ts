import { readFileSync } from 'node:fs';

// What CPython 3.11.7 (and orjson 3.12.0) answered, one case a line: what was asked, the text, the answer.

const lines = readFileSync(new URL('cpython-3.11.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');

/** The cases of one kind, each with its text and Python's answer. */
export function casesOf<Input, Answer>(kind: string): [input: Input, answer: Answer][] {
  return lines
    .map((line) => JSON.parse(line) as [string, Input, Answer])
    .filter(([of]) => of === kind)
    .map(([, input, answer]) => [input, answer]);
}
