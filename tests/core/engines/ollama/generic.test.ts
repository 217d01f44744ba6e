import { describe, expect, it } from 'vitest';
import { answerEngine, engineLines } from '../../../conformance/engines/index.ts';

// Ollama makes its generic reader of the tag that stands before a call in a model's template: any text.

const TAG = '<tool_call>';

interface Answered {
  readonly calls: readonly unknown[];
  readonly content: string;
  readonly thinking: string;
}

interface Answers {
  readonly raises?: string;
  readonly expected: Answered;
  readonly tokens?: Answered;
  readonly perChar?: Answered;
}

const lines = engineLines('engines/ollama/generic-tool_call.jsonl').filter(({ text }) => text.includes(TAG));

describe.each(['<|call|>', '[TOOL_REQUEST]', 'Action: ```json', '<｜tool▁call▁begin｜>', '🔧'])('%s', (tag) => {
  const withTag = (text: string): string => text.replaceAll(TAG, tag);

  it('is read as another tag is', () => {
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      const original = answerEngine(line) as Answers;
      const renamed = answerEngine({ ...line, text: withTag(line.text), parser: `generic:${tag}` }) as Answers;
      const read = ({ expected, tokens = expected, perChar = tokens }: Answers): string =>
        JSON.stringify([expected, perChar]);
      expect([line.id, read(renamed)]).toEqual([line.id, withTag(read(original))]);
    }
  });
});

it('a template without a tag is read by the bracket of an object', () => {
  for (const line of engineLines('engines/ollama/generic-brace.jsonl'))
    expect(answerEngine({ ...line, parser: 'generic:' })).toEqual(answerEngine(line));
});

it('a reader without a parameter takes none', () => {
  const line = lines[0];
  expect(answerEngine({ ...line, parser: 'qwen3:<call>' })).toEqual({ unsupported: true });
});
