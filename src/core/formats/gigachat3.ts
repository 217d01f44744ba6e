import { jsonCalls } from './kit/read/json-calls.ts';
import { notAsked, oneCall, callObject } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** One object after a token, or after a role called function call. */
export const gigachat3: ToolFormat = {
  id: 'gigachat3',
  lineage: 'Sber GigaChat 3',
  models: 'GigaChat 3',
  dialects: ['role-separator', 'raw-line-break'],
  readers: { vllm: ['gigachat3'], sglang: ['gigachat3'], llamacpp: ['peg-native'] },
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [oneCall((call) => `<|function_call|>${callObject(call)}`)],
  example: '<|function_call|>{"name": "raise_flag", "arguments": {"colour": "blue"}}',
  openers: [
    { text: '<|function_call|>' },
    { text: '<|message_sep|>', next: /^function call/ },
    { text: 'function call<|role_sep|>', atLineStart: true },
  ],
  read: jsonCalls({ prefixes: ['function call<|role_sep|>'], close: ['</s>'], stops: ['\n\n'] }),
};
