import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import Sentence from '../../src/app/kit/Sentence.svelte';

test.each([
  ['The name is `dim_lamp` here.', 'The name is dim_lamp here.', ['dim_lamp']],
  ['Opens with ````tool_code`.', 'Opens with ```tool_code.', ['```tool_code']],
  ['Closes with `````.', 'Closes with ```.', ['```']],
  ['It ends with `}\n````, and no `name`.', 'It ends with }\n```, and no name.', ['}\n```', 'name']],
])('what is between backquotes is code, fences in it too: %s', async (text, shown, code) => {
  const target = document.createElement('div');
  const view = mount(Sentence, { target, props: { text } });
  expect(target.textContent).toBe(shown);
  expect([...target.querySelectorAll('code')].map((one) => one.textContent)).toEqual(code);
  await unmount(view);
});
