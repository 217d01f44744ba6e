import { pythonCalls } from '../scan/python-calls.ts';
import type { ToolFormat } from './format.ts';

/** A list in capital tags; some prompts put call expressions inside. */
export const nemotronToolcall: ToolFormat = {
  id: 'nemotron-toolcall',
  lineage: 'NVIDIA Nemotron',
  models: 'Nemotron Nano v2, Llama-3.3-Nemotron-Super',
  dialects: ['pythonic', 'one-object'],
  readers: { llamacpp: ['Nemotron V2'], others: ['vLLM plugin nemotron_json'] },
  tier: 'tagged',
  example: '<TOOLCALL>[{"name": "tune_harp", "arguments": {"hz": 440}}]</TOOLCALL>',
  openers: [{ text: '<TOOLCALL>' }],
  read: pythonCalls({ close: ['</TOOLCALL>'] }),
  closers: ['</TOOLCALL>'],
};
