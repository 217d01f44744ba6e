import { describe, expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';

const replyIn = (content: string): string | null | undefined => recognise({ content, name: null }).replies[0]?.text;

describe('the inside of a string of Python', () => {
  it.each([
    [String.raw`<tool_call>\n{"name": "dim_lamp", "arguments": {"level": 2}}\n</tool_call>`, 'tags'],
    [
      String.raw`It\'s dark.\n\n<tool_call>\n{"name": "f", "arguments": {"note": "a\\nb"}}\n</tool_call>`,
      'escaped quotes',
    ],
    [String.raw`Thought: it is dark\nAction: dim_lamp\nAction Input: {"level": 2}`, 'labels'],
    [
      String.raw`<tool_call>\n<function=f>\n<parameter=a>\nx "y"\n</parameter>\n</function>\n</tool_call>`,
      'parameters',
    ],
  ])('is read as what was printed: %s', (content) => {
    const printed = content
      .replaceAll(String.raw`\\n`, '\0')
      .replaceAll(String.raw`\n`, '\n')
      .replaceAll('\0', String.raw`\n`);
    expect(replyIn(content)).toBe(printed.replaceAll(String.raw`\'`, "'"));
  });

  it.each([
    String.raw`{"name": "save_note", "arguments": {"body": "<b>\n<i>"}}`,
    String.raw`<tool_call>{"name": "save_note", "arguments": {"body": "[x]\n[y]"}}</tool_call>`,
    String.raw`<tool_call>\n{"name": "f", "arguments": {"body": "one\ntwo"}}\n</tool_call>`,
    String.raw`Open C:\new or "C:\temp" and look.`,
    '<tool_call>\\n{"name": "f"}\n</tool_call>',
  ])('is not what has escapes of its own: %s', (content) => {
    expect(replyIn(content)).toBe(content);
  });
});
