import { expect, it } from 'vitest';
import { plainChange } from '../../../src/app/page/plain-change.ts';

it('words that ask for a format do not ask for another one', () => {
  expect(plainChange({ askedFormat: 'hermes' })).toEqual({ askedFormat: 'hermes', askedWords: null });
  expect(plainChange({ askedFormat: 'hermes', askedWords: 'Call so.' })).toMatchObject({ askedWords: 'Call so.' });
  expect(plainChange({ system: 'Be brief.' })).toEqual({ system: 'Be brief.' });
});
