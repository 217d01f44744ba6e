import { expect, test } from 'vitest';
import { emptyLinkState } from '../../../../src/app/permalink/state.ts';
import { toldApart } from '../../../../src/app/views/history/told-apart.ts';

function named(...texts: string[]): string[] {
  return [...toldApart(texts.map((text, id) => ({ id, state: { ...emptyLinkState, text } }))).values()];
}

test('an entry is named by its first line', () => {
  expect(named('Let me check.\n{"name": "a"}', 'Other.')).toEqual(['Let me check.', 'Other.']);
});

test('entries that begin alike are told apart by the words that differ', () => {
  expect(named('Let me check.\n{"name": "read_gauge"}', 'Let me check.\n{"name": "set_pump"}')).toEqual([
    'Let me check. … "read_gauge"}',
    'Let me check. … "set_pump"}',
  ]);
});

test('equal texts of one server are told apart by what else differs', () => {
  const states = [{ tools: '[]' }, { tools: '' }, { tools: '[]', note: 'Look.' }, { profile: 'vllm:hermes' }];
  const entries = states.map((rest, id) => ({ id, state: { ...emptyLinkState, text: 'Hello.', ...rest } }));
  expect([...toldApart(entries).values()]).toEqual([
    'Hello.',
    'Hello. (other tools)',
    'Hello. (another note)',
    'Hello.',
  ]);
});

test('equal texts keep their line: their server or their time differs', () => {
  expect(named('Hello.', 'Hello.')).toEqual(['Hello.', 'Hello.']);
});
