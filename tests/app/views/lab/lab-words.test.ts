import { expect, test } from 'vitest';
import { ANY_MODEL } from '../../../../src/app/sources/endpoint-request.ts';
import { modelText } from '../../../../src/app/views/lab/lab-words.ts';

test.each([
  ['demo', '', 'Demo model'],
  ['endpoint', ANY_MODEL, 'Server’s default model'],
  ['endpoint', 'qwen3:0.6b', 'qwen3:0.6b'],
  ['endpoint', 'default-7b', 'default-7b'],
])('what answers from %s as “%s” is %s', (source, model, text) => {
  expect(modelText({ source, model })).toBe(text);
});
