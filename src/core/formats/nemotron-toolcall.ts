import { pythonCalls } from './kit/read/python-calls.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list in capital tags; some prompts put call expressions inside. */
export const nemotronToolcall: ToolFormat = {
  id: 'nemotron-toolcall',
  lineage: 'NVIDIA Nemotron',
  models: 'Nemotron Nano v2, Llama-3.3-Nemotron-Super',
  dialects: ['pythonic', 'one-object'],
  readers: { llamacpp: ['Nemotron V2'] },
  generic: ['ollama'],
  proposed: ['vllm'],
  failures: [
    {
      engines: ['vllm'],
      text: 'The plugin of the model parses only the first block, and does not stream.',
    },
  ],
  tier: 'marked',
  prompt: {
    ask: 'Write all calls as one JSON list between <TOOLCALL> and </TOOLCALL>. In each entry "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => callObject(call), { before: '<TOOLCALL>[', between: ', ', after: ']</TOOLCALL>' }),
  },
  example: '<TOOLCALL>[{"name": "tune_harp", "arguments": {"hz": 440}}]</TOOLCALL>',
  openers: [{ text: '<TOOLCALL>' }],
  read: pythonCalls({ close: ['</TOOLCALL>'] }),
  closers: ['</TOOLCALL>'],
};
