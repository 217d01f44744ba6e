import { expect, it } from 'vitest';
import { openStream } from '../../../src/core/index.ts';

it('a name before a marker that is longer than all text before it is read without a fault', () => {
  const text = 'read_gauge<｜tool▁sep｜>'.repeat(20);
  const stream = openStream({ runtime: 'auto', tools: [{ name: 'read_gauge' }] });
  for (const unit of text) stream.push(unit);
  expect(stream.end().extraction.runtime.id).toBe('auto');
});
