import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { evidenceOf } from '../../../../src/core/index.ts';

const quotesOf = (content: string): readonly string[] =>
  evidenceOf({ content, name: null }).because.flatMap(({ says }) => /^It says `(.*)`\.$/.exec(says)?.[1] ?? []);

it.each([
  ['Failed to parse input at pos 395: <tool_call>', 'Failed to parse input at pos 395'],
  [
    'argument --tool-call-parser: KeyError: invalid tool call parser: kimi_k2 (chose from {...})',
    'invalid tool call parser: kimi_k2',
  ],
  ['While executing CallExpression at line 189, column 32 in source: Jinja Exception: roles', 'at line 189'],
  [
    '{"object":"error","message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}',
    '"auto" tool choice requires',
  ],
])('%s', (content, words) => {
  expect(quotesOf(content).join('\n')).toContain(words);
});

it('ends each quotation at the end of a word or number, or shows that it is cut', () => {
  const plain = (text: string): string =>
    text.replaceAll('`', "'").replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ');
  const wrong: string[] = [];
  const lines = readFileSync(new URL('../../../fixtures/evidence.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  // All of them take a minute.
  for (const line of lines.filter((_, index) => index % 4 === 0)) {
    const { id, content } = JSON.parse(line) as { readonly id: string; readonly content: string };
    for (const words of quotesOf(content)) {
      const text = plain(content);
      const at = text.indexOf(words);
      const isCut = at >= 0 && /\w$/.test(words) && /\w/.test(text.charAt(at + words.length));
      if (isCut || /: ?$/.test(words)) wrong.push(`${id}: ${words}`);
    }
  }
  expect(wrong).toEqual([]);
});
