import { expect, it } from 'vitest';
import { flagsIn } from '../../../../src/app/page/reading/proof.ts';

it.each([
  [
    'Start vLLM with `--enable-auto-tool-choice --tool-call-parser hermes`.',
    '--enable-auto-tool-choice --tool-call-parser hermes',
  ],
  ['Start llama-server with `--jinja`, and send `tools` with the request.', '--jinja'],
  ['vLLM: `--tool-call-parser hermes`; SGLang: `--tool-call-parser qwen25`.', null],
  ['Start vLLM with `--tool-call-parser NAME`, where `NAME` is the parser of your model.', null],
  ['Start the server without `--reasoning-parser`: this model never thinks.', null],
  ['Send `tools` with the request.', null],
])('the flags to copy out of a fix: %s', (fix, flags) => {
  expect(flagsIn(fix, '')).toBe(flags);
});

it.each([
  ['Start vLLM with `--enable-auto-tool-choice --tool-call-parser hermes`.', ' --reasoning-parser qwen3'],
  ['Start SGLang with `--tool-call-parser qwen25 --reasoning-parser qwen3`.', ''],
  ['Start llama-server with `--jinja`.', ''],
])('the reasoning parser that is chosen is with the tool parser: %s', (fix, added) => {
  expect(flagsIn(fix, 'qwen3')).toBe(`${flagsIn(fix, '') ?? ''}${added}`);
});
