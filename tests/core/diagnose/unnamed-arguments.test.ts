import { expect, it } from 'vitest';
import { diagnose, extract } from '../../../src/core/index.ts';

it.each([
  '[fill_tank({"liters": 4})]',
  "[fill_tank('oil', 4), drain_tank(3)]",
  '<tool_call>\nfill_tank("oil")\n</tool_call>',
])('says that arguments have no names, not that there is no call: %s', (text) => {
  const [first] = diagnose(extract({ text }, { runtime: 'auto' }), { runtime: 'auto' });
  expect(first?.code).toBe('D14');
  expect(first?.message).toContain('The arguments of `fill_tank` have no names');
  expect(first?.remedy).toContain('a name before every argument');
});
