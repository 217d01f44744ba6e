import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const output = JSON.stringify([{ output: '{"name": "book_pier", "parameters": {"boat": "Möwe", "day": "Friday"}}' }]);
const asked = (words: string): string =>
  `n8n 1.118, AI Agent node + Ollama Chat Model (llama3.2:3b). The tool never runs:\n\n${output}\n\n${words}\n`;

it.each([
  ['My tool is called "add_row_to_piers".', 'add_row_to_piers'],
  ['The function is named `add_row_to_piers` there.', 'add_row_to_piers'],
  ['Mein Tool heißt „add_row_to_piers“.', 'add_row_to_piers'],
  ['Mi herramienta se llama add_row_to_piers.', 'add_row_to_piers'],
  ['工具叫 add_row_to_piers。', 'add_row_to_piers'],
])('a person says how the tool is called: %s', (words, name) => {
  const evidence = evidenceOf({ content: asked(words), name: null });
  expect(evidence.causes).toEqual(['unknown-tool']);
  const { headline, causes } = evidenceSentences(evidence);
  expect(headline).toContain(`the tool is \`${name}\`, and the model called \`book_pier\`.`);
  expect(causes[0]?.fix).toMatch(/^Say in the prompt that the tool is named/);
});

it('and the prompt has the other name', () => {
  const content = asked('My tool is called "add_row". In the system message: "use the tool book_pier for a pier".');
  const { causes } = evidenceSentences(evidenceOf({ content, name: null }));
  expect(causes[0]?.fix).toBe(
    'Write `add_row` in the prompt in the place of `book_pier`, or leave the name out there.',
  );
});

it.each([
  'My tool is called "book_pier".',
  'My tool is called "mcp_harbour_book_pier".',
  'My tool is called by nobody.',
  'Everything is connected.',
])('nothing of it beside: %s', (words) => {
  const { headline, causes } = evidenceSentences(evidenceOf({ content: asked(words), name: null }));
  expect(headline).not.toContain('By the words');
  expect(headline).toMatch(/^Ollama, which the paste names,/);
  expect(causes[0]?.fix).not.toContain('--tool-call-parser');
});
