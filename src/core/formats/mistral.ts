import type { Block } from './kit/read/block.ts';
import { inFence, jsonCalls } from './kit/read/json-calls.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { notAsked, eachCall, callObject } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

const MARKER = '[TOOL_CALLS]';
const calls = jsonCalls({ ...inFence, close: [], stops: [MARKER, '[/TOOL_CALLS]', '\n\n'], junk: true });
/** Models of MiniMax write the marker so, and close it. */
const ONE = '[tool_call]';
const closed = jsonCalls({ ...inFence, close: ['[/TOOL_CALL]', '[/tool_call]'], stops: ['\n\n'] });

/** Models of which the token was taken away write its letters, in any case. */
function read(block: Block): Resumable<number> | number {
  if (block.opener !== MARKER) block.rec.repair('wrong-marker', { from: block.from, to: block.at }, MARKER);
  return block.opener.toLowerCase() === ONE ? closed(block) : calls(block);
}

/** A list after the marker, without a closer. */
export const mistral: ToolFormat = {
  id: 'mistral',
  lineage: 'Mistral, tokenizer before v11',
  models: 'Mistral 7B v0.3, Mixtral 8x22B, Nemo, Small 24xx, Magistral',
  dialects: ['with-ids', 'stripped'],
  readers: { vllm: ['mistral'], sglang: ['mistral'], smg: ['mistral'], llamacpp: ['Mistral Nemo', 'Magistral'] },
  generic: ['ollama'],
  failures: [
    {
      engines: ['smg'],
      text: 'Requires exactly one space between the marker and the list.',
      when: ({ text }) => !text.includes('[TOOL_CALLS] ['),
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [eachCall((call) => callObject(call), { before: '[TOOL_CALLS] [', between: ', ', after: ']' })],
  example: '[TOOL_CALLS] [{"name": "hire_kayak", "arguments": {"hours": 2}}]',
  openers: [
    { text: MARKER, next: /^(?:\{|```|\[(?! ?\n?[\p{L}_][^\s()]*\())/u },
    // A word or a sign before the list.
    { text: MARKER, next: /^(?:[:=>-]|\p{L}+ ?:)[ \n]?[[{]/u },
    ...['[tool_calls]', ONE].map((text) => ({
      text,
      ignoreCase: true as const,
      units: 4,
      next: /^(?:\[[ \n]?\{|\{[ \n]?(?:"(?:name|tool|function)"|name ?=))/,
    })),
  ],
  read,
  closers: ['[/TOOL_CALLS]'],
};
