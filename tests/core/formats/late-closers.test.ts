import { expect, it } from 'vitest';
import { extract, openStream } from '../../../src/core/index.ts';

it('a name before a marker that is longer than all text before it is read without a fault', () => {
  const text = 'read_gauge<｜tool▁sep｜>'.repeat(20);
  const options = { runtime: 'auto', tools: [{ name: 'read_gauge' }] };
  const stream = openStream(options);
  for (const unit of text) stream.push(unit);
  const { calls, content, outcome } = stream.end().extraction;
  const whole = extract({ text }, options);
  expect([calls.map(({ name }) => name), content, outcome]).toEqual([
    whole.calls.map(({ name }) => name),
    whole.content,
    whole.outcome,
  ]);
});
