import { expect, it } from 'vitest';
import { doneText } from '../../../../src/core/index.ts';

it.each([
  ['Convert to a fence', 'Converted to a fence.'],
  ['Remove the rest', 'Removed the rest.'],
  ['Wrap the text', 'Wrapped the text.'],
  ['Rewrite the calls', 'Rewrote the calls.'],
  ['Read as hermes', 'Read as hermes.'],
  ['Rename `dial` to `gauge`', 'Renamed dial to gauge.'],
])('%s is told as done: %s', (label, text) => {
  expect(doneText(label)).toBe(text);
});
