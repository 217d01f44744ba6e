import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const litellm = (content: string, model: string): string =>
  `ModelResponse(id='chatcmpl-5f3a1c7e-90d2-4b61-8c0e-2b7d4a9e1f33', created=1788342091, model='${model}', object='chat.completion', system_fingerprint=None, choices=[Choices(finish_reason='stop', index=0, message=Message(content='${content}', role='assistant', tool_calls=None, function_call=None, provider_specific_fields=None))], usage=Usage(completion_tokens=3, prompt_tokens=298, total_tokens=301, completion_tokens_details=None, prompt_tokens_details=None))`;
const LOGGED =
  "LiteLLM:DEBUG: utils.py:3921 - Final returned optional params: {'format': 'json', 'functions_unsupported_model': [{'type': 'function', 'function': {'name': 'dim_lamp', 'parameters': {'type': 'object', 'properties': {}}}}]}\n";
const firstOf = (content: string): { readonly why: string; readonly fix: string } | undefined =>
  evidenceSentences(evidenceOf({ content, name: null })).causes[0];

const OLD =
  'Change `ollama/` to `ollama_chat/` in the model of LiteLLM, and set `supports_function_calling: true` in its `model_info`.';
const code = (model: string): string =>
  `r = litellm.completion(model="${model}", messages=messages, tools=[dim_lamp])\nprint(r)\n\n`;

it.each([
  [
    'a log, although the call comes without the proxy',
    `Directly against Ollama it works.\n\n${LOGGED}${litellm('{}', 'ollama/qwen3:14b')}`,
    OLD,
  ],
  ['code', code('ollama/qwen3:14b') + litellm('{}', 'ollama/qwen3:14b'), OLD],
  [
    'a model that LiteLLM does not know',
    `${LOGGED}${litellm('{}', 'ollama_chat/otter')}`,
    'Set `supports_function_calling: true` in the `model_info` of this model, or update LiteLLM.',
  ],
])('LiteLLM writes the tools into the prompt: %s', (_, content, fix) => {
  expect(firstOf(content)?.fix).toBe(fix);
});

it.each([
  ['the newer route', code('ollama_chat/qwen3:14b') + litellm('Hello.', 'ollama_chat/qwen3:14b')],
  ['no tools that one could see', litellm('Hello.', 'ollama/qwen3:14b')],
])('and does not, or nobody knows: %s', (_, content) => {
  expect(firstOf(content)?.why ?? '').not.toContain('into the prompt');
});

const llamacpp = JSON.stringify({
  choices: [{ finish_reason: 'stop', index: 0, message: { role: 'assistant', content: 'I cannot dim lamps.' } }],
  model: 'gemma-3-27b-it-Q4_K_M.gguf',
  system_fingerprint: 'b9127-a51e6d08c',
  object: 'chat.completion',
  timings: { cache_n: 0, prompt_n: 41, prompt_ms: 598.1, predicted_n: 55, predicted_ms: 1190.7 },
});
const log = 'srv  params_from_: Chat format: Content-only\n';

it('llama.cpp reads plain text where its template takes no tools, whoever shows that tools are sent', () => {
  const bound = 'llm = ChatOpenAI(base_url="http://10.0.0.7:8080/v1").bind_tools([dim_lamp])\n\n';
  expect(firstOf(bound + log + llamacpp)?.why).toBe(
    'The code sends tools, and llama.cpp read the reply as plain text: its chat template takes none.',
  );
  expect(firstOf(log + llamacpp)?.why ?? '').not.toContain('takes none');
});
