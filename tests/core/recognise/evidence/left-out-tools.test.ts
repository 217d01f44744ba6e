import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const cases = new Map(
  readFileSync(new URL('../../../fixtures/evidence.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; content: string })
    .map(({ id, content }) => [id, content]),
);

const fixOf = (id: string, before = ''): string =>
  evidenceSentences(evidenceOf({ content: before + (cases.get(id) ?? ''), name: null })).causes[0]?.fix ?? '';

it('says that a later request of the conversation leaves the tools out', () => {
  expect(fixOf('pb-tools-left-out')).toMatch(/^Have the client send `tools` with every request/);
  expect(fixOf('pb-tools-left-out-body')).toMatch(/^Have the client send `tools` with every request/);
  expect(fixOf('pb-tools-both-times')).not.toMatch(/every request/);
});

it('names the provider of Continue that does so', () => {
  expect(fixOf('pb-tools-left-out', 'Continue 2.0.0, agent mode.\n\n')).toMatch(/^Set the provider of Continue/);
  expect(fixOf('pb-tools-left-out', 'Continue after this.\n\n')).not.toMatch(/provider of Continue/);
});
