import { eachCall, callObject } from './kit/read/write-calls.ts';
import { jsonCalls } from './kit/read/json-calls.ts';
import { argumentsHold, hasKey } from './kit/read/found-calls.ts';
import type { ToolFormat } from './format.ts';

/** An object with parameters after the Python token; several are joined by semicolons. */
export const llama3Json: ToolFormat = {
  id: 'llama3-json',
  lineage: 'Meta Llama 3.1',
  models: 'Llama 3.1 to 3.3, Llama 4',
  dialects: ['semicolon', 'type-first', 'list', 'stripped'],
  readers: {
    vllm: ['llama3_json', 'llama4_json'],
    sglang: ['llama3'],
    smg: ['llama'],
    llamacpp: ['Llama 3.x'],
    lmdeploy: ['llama3'],
  },
  generic: ['ollama'],
  failures: [
    {
      engines: ['vllm'],
      text: 'Streamed, finds a call only at the beginning of the reply.',
      when: ({ text }) => !/^(?:<\|python_tag\|>|[{[])/.test(text.trimStart()),
    },
    {
      engines: ['sglang'],
      text: 'Read whole, finds a call without `<|python_tag|>` only at the beginning of the reply.',
      when: ({ text }) => !text.includes('<|python_tag|>') && !text.startsWith('{'),
    },
    {
      engines: ['smg'],
      text: 'Splits at every `;`, even inside strings.',
      when: argumentsHold(';'),
    },
    {
      engines: ['smg'],
      text: 'Reads `parameters` only.',
      when: hasKey('arguments'),
    },
    {
      engines: ['lmdeploy'],
      text: 'Requires `<|python_tag|>` and exactly one object.',
      when: ({ text, calls }) => calls.length > 1 || !text.includes('<|python_tag|>'),
    },
  ],
  tier: 'marked',
  notAsked: 'Its marker is a special token. Prompts ask for the JSON alone, which is the format raw-json.',
  writes: [
    eachCall((call) => callObject(call, ['name', 'parameters']), { between: '; ' }),
    eachCall((call) => callObject(call, ['name', 'parameters']), { before: '<|python_tag|>', between: '; ' }),
  ],
  example: '<|python_tag|>{"name": "rate_soup", "parameters": {"stars": 4}}',
  openers: [{ text: '<|python_tag|>', next: /^(?:\{|\[(?! ?\n?[\p{L}_]\S*\())/u }],
  read: jsonCalls({ close: ['<|eom_id|>', '<|eot_id|>'], stops: ['\n\n'] }),
  // Where the token was stripped, its keys are left.
  bare: (root) =>
    root.member('name') !== null && root.member('parameters') !== null && root.member('arguments') === null,
};
