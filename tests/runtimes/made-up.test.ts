import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the runtime that CONTRIBUTING.md shows is the one that the tests run', () => {
  const contributing = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
  const file = readFileSync(new URL('made-up/flash.ts', import.meta.url), 'utf8');
  const inItsPlace = file.replaceAll('../../../src/core/runtimes/', '../').replaceAll('../../../src/core/', '../../');
  expect(contributing).toContain(`\`\`\`ts\n${inItsPlace}\`\`\``);
});
