import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const contributing = readFileSync(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8');

it.each([
  ['flash', [['../../../src/core/engines/', '../../']]],
  [
    'beacon',
    [
      ['../../../src/core/engines/vllm/', '../../runtimes/'],
      ['../../../src/core/engines/', '../../'],
    ],
  ],
] as const)('the runtime %s that CONTRIBUTING.md shows is the one that the tests run', (name, places) => {
  const file = readFileSync(new URL(`made-up/${name}.ts`, import.meta.url), 'utf8');
  const inItsPlace = [...places, ['../../../src/core/', '../../'] as const].reduce(
    (text, [there, here]) => text.replaceAll(there, here),
    file,
  );
  expect(contributing).toContain(`\`\`\`ts\n${inItsPlace}\`\`\``);
});
