import { expect, it } from 'vitest';
import { misfitTold } from '../../../../src/core/recognise/evidence/calls/misfit-told.ts';
import { emptyTurn } from '../../../../src/core/recognise/evidence/paste/answer.ts';

const told = (name: string, args: object): string | undefined => {
  const span = { from: 0, to: 1 };
  const call = { name, argumentsText: JSON.stringify(args), span, id: null };
  const turn = { ...emptyTurn(span), calls: [call] } as unknown as Parameters<typeof misfitTold>[1];
  return misfitTold(`${name} failed: The required parameter \`file_path\` is missing`, turn, true, null)?.says;
};

it('names the argument that has a part of the missing name', () => {
  expect(told('Read', { path: 'bell.py' })).toBe(
    '`Read` requires `file_path`, and the arguments have `path` in its place.',
  );
  expect(told('Read', { the_file_path: 'bell.py' })).toContain('`the_file_path` in its place');
});

it('and no other one', () => {
  expect(told('Read', { limit: 2, th: 1 })).toBe('`Read` requires `file_path`, and the arguments lack it.');
  expect(told('Read', { file_path: 'bell.py' })).toBeUndefined();
});
