import { expect, it } from 'vitest';
import { diagnose, extract, loadProject, withTools } from '../../../src/core/index.ts';

it('what is missing before a call names the tool of the call, not that of the example', async () => {
  const runtimes = await loadProject('ollama');
  const text =
    '<atem:invoke name="set_lamp">\n<atem:parameter name="room">attic</atem:parameter>\n<atem:parameter name="level">7</atem:parameter>\n</atem:invoke>';
  const options = withTools({ runtime: 'ollama:glimmer', runtimes }, { text });
  const [first] = diagnose(extract({ text }, options), options);
  expect(first?.message).toContain('to=set_lamp<|message|>');
});
