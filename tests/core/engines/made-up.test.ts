import { expect, it } from 'vitest';
import { codeInPlace, readRecipe } from '../../recipes.ts';

it.each([
  ['runtime', 'flash', 'src/core/engines/lighthouse'],
  ['engine-parser', 'beacon', 'src/core/engines/vllm'],
])('the recipe %s shows the runtime %s that the tests run', (recipe, name, place) => {
  const code = codeInPlace(`tests/core/engines/made-up/${name}.ts`, place);
  expect(readRecipe(recipe)).toContain(`\`\`\`ts\n${code}\`\`\``);
});
