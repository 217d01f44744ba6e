import { expect, it } from 'vitest';
import { tabTitle } from '../../../../src/app/page/reading/tab-title.ts';

it.each([
  ['', 'Callscope'],
  ['vLLM returned no call.', 'vLLM returned no call - Callscope'],
  [
    'No call. vLLM `hermes` returns the whole reply as text.',
    'No call. vLLM hermes returns the whole reply as text - Callscope',
  ],
  [
    `This is a broken form of a call. The JSON is invalid: ${'x '.repeat(40)}`,
    'This is a broken form of a call - Callscope',
  ],
  [`1 call: ${'tide '.repeat(40)}`, `1 call: ${'tide '.repeat(16).trim()}… - Callscope`],
])('the answer %j is the title %j', (headline, title) => {
  expect(tabTitle(headline)).toBe(title);
});
