import { expect, test } from 'vitest';
import { emptySessionFields } from '../../../../src/app/page/fields.ts';
import { WaitingHistory } from '../../../../src/app/page/history/waiting-history.ts';
import { savedCap } from '../../../../src/app/page/saved/saved.ts';
import { replacedWork, toSave } from '../../../../src/app/page/saved/storage.ts';
import { FakeStorage } from '../fake-browser.ts';

function waiting() {
  const memory = new FakeStorage();
  const storage = () => memory;
  const said: string[] = [];
  const history = new WaitingHistory(storage, (text) => said.push(text));
  const see = (...texts: readonly string[]): void => {
    for (const text of texts) history.see({ ...emptySessionFields, text });
  };
  return { history, see, said, taken: () => replacedWork(storage) };
}

const saved = (text: string): string => toSave({ ...emptySessionFields, text })!;

test('what is typed continues what was there, and nothing is replaced', () => {
  const { see, said, taken } = waiting();
  see('', 'A', 'A reply', 'A reply that goes on');
  expect([taken(), said]).toEqual([[], []]);
});

test('other work, and an empty page, take the place of what was there', () => {
  const { see, taken } = waiting();
  see('A reply', 'Something else', '', 'The third');
  expect(taken()).toEqual(['A reply', 'Something else'].map((text) => ({ whose: 'own', text: saved(text) })));
});

test('what another tab had saved is kept, and what one saves is heard', () => {
  const { history, taken } = waiting();
  history.saved(saved('theirs'));
  history.replaced({ whose: 'other-tab', text: saved('theirs before') });
  expect(history.heard).toBe(saved('theirs'));
  expect(taken()).toEqual([{ whose: 'other-tab', text: saved('theirs before') }]);
});

test('work without room is told', () => {
  const { see, said, taken } = waiting();
  see('x'.repeat(savedCap), 'Something else');
  expect(taken()).toEqual([]);
  expect(said).toEqual([
    'The work before this is not in History. It is too large, or the browser’s storage is full or turned off.',
  ]);
});
