import { expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';
import { byLine } from './wrappers.ts';

const call = '<tool_call>\n{"name": "dim_lamp", "arguments": {"level": 2}}\n</tool_call>';
const told = 'My vLLM returns the tool call as text instead of calling it:';
const asked = 'How do I fix this?';
const fenced = `\`\`\`\n${call}\n\`\`\``;

const replyIn = (content: string): string | null | undefined => {
  const { replies } = recognise({ content, name: null });
  return replies.length === 1 ? replies[0]?.text?.trim() : undefined;
};

it.each([
  ['a fence', `${told}\n\n${fenced}\n\n${asked}`],
  ['a fence of four signs', `${told}\n\n\`${fenced}\`\n\n${asked}`],
  ['a fence of tildes', `${told}\n\n~~~\n${call}\n~~~\n\n${asked}`],
  ['a fence in a list', `1. Start it\n2. ${told}\n${byLine(fenced, '   ')}\n3. ${asked}`],
  ['a fence that is never closed', `${told}\n\n\`\`\`\n${call}\n`],
  ['the fence after that of a command', `${told}\n\n\`\`\`bash\nvllm serve m\n\`\`\`\n\nOutput:\n\n${fenced}`],
  ['the fence before what was expected', `${told}\n\n${fenced}\n\nExpected:\n\n\`\`\`\n{"tool_calls": []}\n\`\`\``],
  ['a part that is folded', `${told}\n\n<details><summary>reply</summary>\n\n${fenced}\n\n</details>\n\n${asked}`],
  ['a quotation', `${told}\n\n${byLine(call, '> ')}\n\n${asked}`],
  ['an indentation', `${told}\n\n${byLine(call, '    ')}\n\n${asked}`],
  ['paragraphs', `${told}\n\n${call}\n\n${asked}`],
  ['lines', `${told}\n${call}\n${asked}`],
  ['words after it alone', `${call}\n\nThis is what my vLLM returns as text instead of tool_calls. ${asked}`],
])('a reply that a person shows is read alone: in %s', (_, content) => {
  expect(replyIn(content)).toBe(call);
});

it('words of the model stay with its call', () => {
  const own = `I look.\n\n${call}\n\nDone.`;
  expect(replyIn(`${told}\n\n${own}\n\n${asked}`)).toBe(own);
});

it.each([
  ['a model that announces its call', `Let me call the tool:\n\n${fenced}`],
  ['a model that speaks of its tools', `The last tool call failed. Here is the next one:\n\n${fenced}`],
  ['a document', `If the model calls a tool, the output is:\n\n${fenced}\n\nYour code runs it.`],
  ['a question without a call', `${told} ${asked}`],
])('the whole is a reply: %s', (_, content) => {
  expect(replyIn(content)).toBe(content.trim());
});
