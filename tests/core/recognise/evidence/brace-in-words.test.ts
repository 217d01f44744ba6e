import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const said = (model: string, reply: string): string =>
  evidenceSentences(
    evidenceOf({
      content: `llama-server b10500 with ${model}\n\n[2026-11-16][09:20:07][app][WARN] common_chat_peg_parse: unparsed peg-native output: ${reply}\n[2026-11-16][09:20:07][app][WARN] srv    operator(): got exception: {"error":{"code":500,"message":"The model produced output that does not match the expected peg-native format","type":"server_error"}}`,
      name: null,
    }),
  ).headline;

const CODE = 'Write it so:\n\nint main() {\n  return 0;\n}';

it.each([
  ['CSS', 'Llama-3.2-3B-Instruct', 'Use p { margin: 0; } there.'],
  ['code', 'Meta-Llama-3.1-8B', CODE],
])('a brace in words is no call: %s', (_, model, reply) => {
  expect(said(model, reply)).toContain('The answer holds no call');
});

it.each([
  ['a call', 'Llama-3.1-8B', '{"name": "dim_lamp", "arguments": {"room": "attic"}}'],
  ['half a call', 'Llama-3.1-8B', '{"name": "dim_lamp", "argu'],
  ['words without a brace', 'Llama-3.1-8B', 'Use a red lamp.'],
  ['a model with markers', 'Qwen3-8B', CODE],
  ['a model that others made of Llama', 'Hermes-3-Llama-3.1-8B', CODE],
])('%s is something else', (_, model, reply) => {
  expect(said(model, reply)).not.toContain('holds no call');
});
