import type { Block } from './kit/read/block.ts';
import { severalCalls } from './kit/read/found-calls.ts';
import { jsonCalls } from './kit/read/json-calls.ts';
import { rawCode } from './kit/read/raw-code.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { notAsked, oneCall, callObject } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const PLUGIN = '<|plugin|>';
const INTERPRETER = '<|interpreter|>';
const CLOSE = ['<|action_end|>'];
const plugin = jsonCalls({ close: CLOSE });

function code(block: Block): Resumable<number> {
  return rawCode(block, { from: block.from, to: block.at }, block.at, CLOSE);
}

/** Two tokens, of which the second names the plug-in; arguments are under parameters. */
export const internlm2: ToolFormat = {
  id: 'internlm2',
  lineage: 'InternLM',
  models: 'InternLM 2 to 3, Intern-S1',
  dialects: ['spaced-tokens', 'arguments-key', 'interpreter'],
  readers: { vllm: ['internlm'], sglang: ['interns1'], lmdeploy: ['internlm', 'intern-s1'] },
  generic: ['llamacpp', 'ollama'],
  failures: [
    {
      engines: ['lmdeploy'],
      text: 'Parses one call per turn.',
      when: severalCalls,
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: ['', ' '].map((gap) =>
    oneCall((call) => `<|action_start|>${gap}<|plugin|>\n${callObject(call, ['name', 'parameters'])}<|action_end|>`),
  ),
  example: '<|action_start|><|plugin|>\n{"name": "buy_stamp", "parameters": {"cents": 85}}<|action_end|>',
  openers: [PLUGIN, INTERPRETER].flatMap((token) => [
    { text: `<|action_start|>${token}` },
    { text: `<|action_start|> ${token}` },
  ]),
  read: (block) => (block.opener.endsWith(INTERPRETER) ? code(block) : plugin(block)),
  closers: ['<|action_end|>'],
};
