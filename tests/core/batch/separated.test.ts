import { expect, it } from 'vitest';
import { readLog } from '../../../src/core/batch/read/log-reader.ts';

const call = '<tool_call>\n{"name": "prune_tree", "arguments": {"row": 3}}\n</tool_call>';
const thought = `<think>Two trees.</think>\n${call}\n${call}`;
const prose = 'The tree in row 1 was pruned.\n\nIt is fine.';
const texts = [call, prose, thought, 'I prune no bush.'];

const read = (content: string, name = 'replies.txt'): unknown => {
  const { replies, summary } = readLog(content, { name });
  return [summary.shape, replies.map(({ id, text }) => [id, text])];
};
const numbered = ['text', texts.map((text, index) => [String(index + 1), text])];
const headed = (head: (number: number) => string): string =>
  texts.map((text, index) => `${head(index + 1)}\n${text}\n`).join('\n');

it.each([
  ['rules', texts.join('\n---\n')],
  ['rules, the last one at the end', `${texts.join('\n---\n')}\n---\n`],
  ['double rules', texts.join('\n===\n')],
  ['double rules between blank lines', `${texts.join('\n\n=====\n\n')}\n`],
  ['long rules between blank lines', texts.join(`\n\n${'-'.repeat(40)}\n\n`)],
  ['heads', headed((number) => `### Reply ${String(number)}`)],
  ['heads with a colon', headed((number) => `Sample ${String(number)}:`)],
  ['heads between signs', headed((number) => `=== Response ${String(number)} ===`)],
  ['heads that count from 0', headed((number) => `Completion #${String(number - 1)}`)],
])('reads the replies that %s keep apart', (_, content) => {
  expect(read(content)).toEqual(numbered);
  expect(read(content, 'replies.md')).toEqual(numbered);
});

it.each([
  ['a document with one rule', `# Trees\n\n${prose}\n\n---\n\n${call}\n`],
  ['one rule between two texts', `${prose}\n---\n${call}\n`],
  ['a document with rules of Markdown', `## First\n\n${call}\n\n---\n\n## Then\n\n${prose}\n\n---\n\nDone.\n`],
  ['headings that are underlined', `First\n---\n\n${call}\n\nThen\n---\n\n${prose}\n`],
  ['properties before a text', `---\ntitle: Trees\ncall: prune_tree(row=3)\n---\n${prose}\n---\n${call}\n`],
  ['documents of YAML', 'kind: Tree\nrow: 3\n---\nkind: Tree\nrow: 4\n---\nkind: Bush\nrow: 5\n'],
  ['rules that differ', `${prose}\n---\n${call}\n===\n${prose}\n`],
  ['rules in a block of code', `I write it:\n\`\`\`yaml\na: 1\n---\nb: f(a=1)\n---\nc: 3\n\`\`\`\n${call}\n`],
  ['texts of which one is empty', `${call}\n---\n---\n${prose}\n`],
  ['texts without a call', 'The pond is deep.\n---\nThe pond is shallow.\n---\nThe pond is gone.\n'],
  [
    'patches',
    `Prune it\n---\n tree.py | 2 +-\n\ndiff --git a/tree.py b/tree.py\n+prune(row=3)\n---\n${prose}\n---\nmore\n`,
  ],
  ['a diff', '--- a/tree.py\n+++ b/tree.py\n-prune(row=3)\n+prune(row=4)\n'],
  ['heads that do not count', `Sample 3:\n${call}\n\nSample 9:\n${prose}\n`],
  ['words before the first head', `I show two.\n\n### Reply 1\n${call}\n\n### Reply 2\n${prose}\n`],
])('keeps %s in one', (_, content) => {
  expect(read(content)).toEqual(['text', [['1', content]]]);
});
