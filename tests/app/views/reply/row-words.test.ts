import { expect, it } from 'vitest';
import { inReply, rowWords } from '../../../../src/app/views/reply/evidence/row-words.ts';
import { evidenceOf } from '../../../../src/core/index.ts';

const log =
  'INFO 11-28 21:14:02 [api_server.py:1090] vLLM API server version 0.11.2\nbuild: 7189 (d8e1f2a0) with cc for x86_64-linux-gnu';
const rows = evidenceOf({ content: log, name: null }).because;
const vllm = { project: 'vllm', source: { version: 'main of 2026-08-20' } } as Parameters<typeof rowWords>[1];

it.each([
  ['vllm-version', vllm, 'The log names the version of vLLM: `0.11.2`. Emulated here: `main of 2026-08-20`.'],
  ['vllm-version', null, 'The log names the version of vLLM: `0.11.2`.'],
  ['vllm-line', vllm, 'The lines have the form of the log of vLLM.'],
])('the row %s has its release, and that of the emulation', (rule, runtime, words) => {
  const row = rows.find((one) => one.rule === rule);
  expect(row && rowWords(row, runtime)).toBe(words);
});

it.each([
  ['The JSON is invalid (line 4, column 1).', 'The JSON is invalid (line 4, column 1 of the reply).'],
  ['It ends there (the end, line 3, column 54).', 'It ends there (the end, line 3, column 54 of the reply).'],
  ['It calls `dim(line)`.', 'It calls `dim(line)`.'],
])('%s tells a place of the reply', (says, words) => {
  expect(inReply(says)).toBe(words);
});
