import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTools } from '../../../src/core/index.ts';
import { activeFields, isToolText, withValidTools } from '../../../src/app/page/active-tools.ts';

const none = { tools: '', validTools: null };

it('is broken exactly where the reader of tools finds no JSON', () => {
  const pieces = fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    '"name"',
    ':',
    ',',
    '"f"',
    ' ',
    '\n',
    '1',
    'x',
    '\u00a0',
    '\ufeff',
    '\u0085',
  );
  const anyText = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((some) => some.join('')),
    fc.json(),
    fc.string(),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      expect(isToolText(text)).toBe(!readTools(text).problems.some(({ code }) => code === 'syntax'));
    }),
  );
});

it.each(['', '\u0085', '\ufeff', '\ufeff\n'])('has no tools in %j', (blank) => {
  expect([isToolText(blank), readTools(blank).problems]).toEqual([true, []]);
});

it.each(['\n\ufeff', '\ufeff\ufeff'])('is broken in %j, where a mark is no space', (text) => {
  expect([isToolText(text), readTools(text).problems[0]?.code]).toEqual([false, 'syntax']);
});

it('the last valid text stays active until there is a valid one', () => {
  const steps = ['[1]', '[1', '[', '[2]', '[2', ''];
  let fields: { tools: string; validTools: string | null } = none;
  const active = steps.map((tools) => {
    fields = withValidTools(fields, { ...fields, tools });
    return activeFields(fields).tools;
  });
  expect(active).toEqual(['[1]', '[1]', '[1]', '[2]', '[2]', '']);
});

it('what came broken has no valid text before it', () => {
  const came = { tools: '[1', validTools: null };
  const typed = withValidTools(came, { ...came, tools: '[' });
  expect([typed.validTools, activeFields(typed).tools]).toEqual([null, '[']);
});
