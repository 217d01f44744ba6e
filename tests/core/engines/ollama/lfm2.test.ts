import { describe, expect, it } from 'vitest';
import { answerEngine, engineLines } from '../../../conformance/engines/index.ts';

// `LFM2Parser` looks for <think> behind white space, and does not put that back before a direct answer.

const direct = engineLines('engines/ollama/lfm2-thinking.jsonl').filter(
  ({ text, think }) => think === true && !/^\s*<think>/.test(text),
);

describe.each([' ', '\n\n', '\t \r\n', '\u00a0'])('%j before a direct answer', (space) => {
  it('is cut with thinking on', () => {
    expect(direct.length).toBeGreaterThan(15);
    for (const line of direct)
      expect([line.id, answerEngine({ ...line, text: space + line.text })]).toEqual([line.id, answerEngine(line)]);
  });

  it('stays with thinking off', () => {
    const line = { ...direct[0], text: `${space}By sea.`, think: false };
    expect(answerEngine(line)).toMatchObject({ expected: { content: `${space}By sea.` } });
  });

  it('alone is no answer', () => {
    expect(answerEngine({ ...direct[0], text: space, think: true })).toMatchObject({ expected: { content: '' } });
  });

  it('is cut before thinking', () => {
    const line = { ...direct[0], text: `${space}<think>By sea.</think>Yes.`, think: true };
    expect(answerEngine(line)).toMatchObject({ expected: { thinking: 'By sea.', content: 'Yes.' } });
  });
});
