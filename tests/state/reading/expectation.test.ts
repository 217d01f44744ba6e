import { expect, it } from 'vitest';
import { extract } from '../../../src/core/index.ts';
import { compareWithExpected } from '../../../src/state/reading/expectation.ts';

const { calls } = extract({
  text: '{"name": "f", "arguments": {"s": "a b", "n": 10000000000000000001}} {"name": "g", "arguments": {}}',
});

it('is the same for what it was made of, whatever the white space', () => {
  const expected = calls.map(({ name, argumentsText }) => ({ name, argumentsText }));
  expect(compareWithExpected(expected, calls)).toEqual({ same: true, differences: [] });
  const spaced = [
    { name: 'f', argumentsText: '{ "s": "a b",\n "n": 10000000000000000001 }' },
    { name: 'g', argumentsText: '{ }' },
  ];
  expect(compareWithExpected(spaced, calls).same).toBe(true);
});

it('says what differs', () => {
  expect(compareWithExpected([{ name: 'h', argumentsText: '{}' }], calls).differences).toEqual([
    '1 call was expected, 2 came.',
    'Call 1 is f, expected was h.',
  ]);
  const rounded = [
    { name: 'f', argumentsText: '{"s":"a b","n":10000000000000000000}' },
    { name: 'g', argumentsText: '{}' },
  ];
  expect(compareWithExpected(rounded, calls).differences).toEqual(['Call 1, f, has other arguments than expected.']);
});
