import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const refused = JSON.stringify({
  object: 'error',
  message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
  type: 'BadRequestError',
  code: 400,
});
const passedOn = (provider: string): string =>
  JSON.stringify({
    error: { message: 'Provider returned error', code: 400, metadata: { raw: refused, provider_name: provider } },
    user_id: 'user_7',
  });
const fixOf = (content: string): string | undefined =>
  evidenceSentences(evidenceOf({ content, name: null })).causes[0]?.fix;

it('the flag of a server that a provider runs is for the provider to set', () => {
  expect(fixOf(passedOn('Chutes'))).toBe(
    'Choose another provider for this model. Have OpenRouter leave Chutes out: `provider: {"ignore": ["chutes"]}`.',
  );
  expect(fixOf(passedOn('Amazon Bedrock'))).toBe(
    'Choose another provider for this model. Have OpenRouter leave Amazon Bedrock out with `provider.ignore`.',
  );
});

it('a client or a proxy in front of OpenRouter changes nothing of that', () => {
  expect(fixOf(`litellm.BadRequestError: OpenrouterException - ${passedOn('Chutes')}`)).toMatch(
    /^Choose another provider/,
  );
});

it('whoever runs the server sets its flags', () => {
  expect(fixOf(refused)).toMatch(/^Start vLLM with `--enable-auto-tool-choice/);
  expect(fixOf(`litellm.BadRequestError: Hosted_vllmException - ${refused}`)).toMatch(/^Start vLLM with/);
});
