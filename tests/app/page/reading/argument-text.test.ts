import { expect, it } from 'vitest';
import { membersOf, withMember } from '../../../../src/app/page/reading/argument-text.ts';

it('changes one value and leaves the others as they are written', () => {
  const text = '{"n": 12345678901234567890, "x": 1.50, "__proto__": [1, 2]}';
  expect(withMember(text, 'city', '"Malmö"')).toBe(
    '{"n": 12345678901234567890, "x": 1.50, "__proto__": [1, 2], "city": "Malmö"}',
  );
  expect(withMember(text, '__proto__', '{}')).toBe('{"n": 12345678901234567890, "x": 1.50, "__proto__": {}}');
  expect(withMember(text, 'x', null)).toBe('{"n": 12345678901234567890, "__proto__": [1, 2]}');
  expect(withMember(' ', 'x', '1')).toBe('{"x": 1}');
});

it('has no members of what is no object, and leaves that alone', () => {
  for (const text of ['[1]', '{"a": ', '7', 'null']) {
    expect(membersOf(text)).toBeNull();
    expect(withMember(text, 'a', '1')).toBe(text);
  }
});
