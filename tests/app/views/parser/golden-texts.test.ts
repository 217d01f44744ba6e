import { expect, test } from 'vitest';
import { goldenLines } from '../../../conformance/golden-files.ts';
import { goldenTexts, projectsOfFiles } from '../../../golden-texts.ts';

test('each text that an original was asked is there once, with its tools', () => {
  const { texts, tools } = goldenTexts('vllm');
  const lines = goldenLines('engines/vllm/hermes.jsonl') as { text: string; tools: unknown }[];
  const asked = texts['hermes'] ?? [];
  expect(asked.map(([, text]) => text)).toEqual([...new Set(lines.map(({ text }) => text))]);
  expect(tools[asked[0]?.[2] ?? -1]).toEqual(lines[0]?.tools);
});

test('there are some of every project whose parsers are files of Python, and what the page fetches is small', () => {
  for (const project of projectsOfFiles) {
    const known = goldenTexts(project);
    expect(Object.keys(known.texts).length, project).toBeGreaterThan(0);
    expect(JSON.stringify(known).length, project).toBeLessThan(1024 * 1024);
  }
});
