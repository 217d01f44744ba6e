import { expect, it } from 'vitest';
import { extract } from '../../src/core/index.ts';
import { workOf } from './work.ts';

const tools = [{ name: 'f' }, { name: 'x' }];

function blocksOf(part: string, times = 600): number {
  const text = part.repeat(times);
  return workOf(() => extract({ text }, { runtime: 'auto', tools })).blocks;
}

// What is made once and kept does not count.
blocksOf('```json\n');

it.each(['', 'x\n', '{\n', '```\n', '``` x\n```\n', '{"name":"f"\n'])(
  'blocks with a misspelt word cost little more than others where %j follows it',
  (body) => {
    for (const word of ['toolcall', 'tool-call', 'tol_code'])
      expect(blocksOf(`\`\`\`${word}\n${body}`), word).toBeLessThan(1.3 * blocksOf(`\`\`\`json\n${body}`));
  },
);

it('values that break off in code blocks are looked for after the fence a limited number of times', () => {
  const part = '```toolcall\n{"name":"f"\n';
  const first = blocksOf(part, 100);
  const later = blocksOf(part, 300) - blocksOf(part, 200);
  expect(later).toBeLessThan(0.8 * first);
});

it('fences in the middle of lines, which end no block, are looked through once', () => {
  const part = '```\n{"name';
  // Three times the length costs three times as much.
  expect(blocksOf(part, 3000)).toBeLessThan(3.6 * blocksOf(part, 1000));
});
