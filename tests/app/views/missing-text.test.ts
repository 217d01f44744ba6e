import { expect, it } from 'vitest';
import { rawTextRecipe } from '../../../src/app/views/reply/recognise/raw-text-recipes.ts';
import { evidenceOf, evidenceSentences } from '../../../src/core/index.ts';
import { pasteNamed } from '../../core/recognise/pastes.ts';

const refused = { message: 'One error', type: 'invalid_request_error' };

it.each([
  ['of its server', pasteNamed('error/vllm-traceback.log'), 'vLLM', '--enable-log-requests'],
  ['of no server that has no proof', JSON.stringify({ error: refused }), 'The server', '"logprobs"'],
  [
    'of the likely one',
    pasteNamed('reply/near-error-message.json'),
    'The server, which may be Ollama,',
    'OLLAMA_DEBUG',
  ],
])('an error without the text of the model has the recipe %s', (_, content, server, code) => {
  const evidence = evidenceOf({ content, name: null });
  expect(evidenceSentences(evidence).server).toBe(server);
  expect(rawTextRecipe(evidence).code).toContain(code);
});

it('the recipe is that of the server of a client that has none', () => {
  expect(rawTextRecipe({ writer: 'cline', likely: null, others: ['ollama'] }).code).toContain('OLLAMA_DEBUG');
});
