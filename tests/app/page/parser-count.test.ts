import { expect, test } from 'vitest';
import { projectInfos } from '../../../src/core/index.ts';
import { loadProjects } from '../../../src/core/reader/runtimes.ts';
import { parserCount } from '../../../src/app/page/parser-count.ts';

test('parsers are counted as the list of all servers counts them, and what is no parser of a server apart', async () => {
  const all = projectInfos(await loadProjects()).flatMap(({ runtimes }) => runtimes);
  const others = all.filter(({ lenient, isAppLayer }) => lenient || isAppLayer === true).length;
  expect(others).toBeGreaterThan(1);
  expect(parserCount(all)).toBe(`${String(all.length - others)} parsers, ${String(others)} other readers`);
  expect(parserCount([])).toBe('0 parsers');
  expect(parserCount([{ lenient: true }])).toBe('1 other reader');
});
