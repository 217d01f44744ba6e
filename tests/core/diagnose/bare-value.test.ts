import { expect, it } from 'vitest';
import { diagnose, extract } from '../../../src/core/index.ts';

const tools = [
  {
    name: 'fill_tank',
    schema: {
      type: 'object',
      properties: { liquid: { type: 'string' }, liters: { type: 'number' }, rate: { type: 'string' } },
    },
  },
];
const first = (text: string): string => {
  const options = { runtime: 'auto', tools };
  return diagnose(extract({ text }, options), options)[0]?.message ?? '';
};

it.each([
  ['[fill_tank(liquid="oil", liters=2, rate=l/min)]', '`rate=l/min`', 'line 1, column 41'],
  ['[\'fill_tank(liters=2, liquid=sea+water, rate="l")\']', '`liquid=sea+water`', 'line 1, column 30'],
  ['[fill_tank(liters=3x + 2)]', '`liters=3x + 2`', 'line 1, column 19'],
  ['["fill_tank(liters=3x + 2)"]', '`liters=3x + 2`', 'line 1, column 20'],
  ['[fill_tank(liquid="oil", rate=[1, 2], liters=2*pi)]', '`liters=2*pi`', 'line 1, column 46'],
])('names the value of %s that is no literal, and not its markup', (text, what, place) => {
  expect(first(text)).toContain(`is neither a text in quotes nor a number: ${what} (${place}).`);
  expect(first(text)).not.toContain('markup is damaged');
});

it.each(['[fill_tank(liquid="oil]', '[fill_tank(liquid=]', '<fill_tank(liquid="oil", liters=2)>>'])(
  'says nothing of values in %s',
  (text) => {
    expect(first(text)).not.toContain('neither a text in quotes');
  },
);

it.each([
  '["Fill it with fill_tank(liters=3x + 2), as the manual says."]',
  '{"examples": ["fill_tank(liters=3x + 2)"]}',
  'The list ["fill_tank(liters=3x + 2)"] is an example of what fails.',
])('takes %s for no call', (text) => {
  expect(first(text)).toBe('');
});
