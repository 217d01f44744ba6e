import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const refused = (provider: string, names: string): string =>
  `litellm.UnsupportedParamsError: ${provider} does not support parameters: ${names}, for model=house/lamps-8b. To drop these, set \`litellm.drop_params=True\` or for proxy:\n\n\`litellm_settings:\n drop_params: true\`\n`;
const said = (content: string): { readonly headline: string; readonly fix: string } => {
  const { headline, causes } = evidenceSentences(evidenceOf({ content, name: null }));
  return { headline, fix: causes[0]?.fix ?? '' };
};
const TOOLS = "['tools', 'tool_choice']";

it.each([
  ['settings', 'litellm_settings:\n  drop_params: true\n'],
  ['code', 'litellm.drop_params = True'],
  ['words', 'I set drop_params: true, and now no tool is called.'],
])('who has LiteLLM drop the tools that it refuses takes that out first: %s', (_, set) => {
  const { headline, fix } = said(`${refused('nvidia_nim', TOOLS)}\n${set}`);
  expect(headline).toContain('removes them without an error');
  expect(fix).toMatch(/^Take `drop_params` out again\. .*allowed_openai_params.*openai\//);
});

it('its own advice is nobody’s setting', () => {
  const { headline, fix } = said(refused('hosted_vllm', TOOLS));
  expect(headline).toContain('by its own table');
  expect(fix).not.toContain('Take `drop_params` out');
  expect(fix).toContain('`drop_params` only leaves the tools out');
});

it('a provider of others has no address of one’s own', () => {
  const { fix } = said(`${refused('together_ai', "{'tools': [{'type': 'function'}]}")}\nlitellm.drop_params = True`);
  expect(fix).toContain('allowed_openai_params');
  expect(fix).not.toContain('api_base');
});

it('another parameter is no tool', () => {
  expect(said(`${refused('openai', "['temperature']")}\nlitellm.drop_params = True`).fix).not.toContain('Take');
});
