import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { dictionaries } from '../../../src/app/permalink/dictionary.ts';
import { linkHistory } from '../../../src/app/permalink/migrate.ts';

test('the dictionary of version 1 is frozen: other bytes would break every link of that version', () => {
  const bytes = dictionaries.get(1)!;
  expect(bytes.length).toBe(4178);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '200d6b5f7e1be1b48dae60521331ef4ce9599d5cf51359c6730f5f720f4f8df4',
  );
});

test('every version up to the current one has its dictionary', () => {
  const versions = Array.from({ length: linkHistory.version }, (_, index) => index + 1);
  expect([...dictionaries.keys()]).toEqual(versions);
});
