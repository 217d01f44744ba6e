import { encodedOpeners, readEncodedReply } from './kit/mend/encoded-reply.ts';
import { callObject, eachCall } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

/** An object with the keys of a call and nothing around it but a code block. */
export const rawJson: ToolFormat = {
  id: 'raw-json',
  lineage: 'small models',
  models: 'any small model',
  dialects: ['fenced', 'other-keys', 'name-as-key', 'function-in-function'],
  readers: {
    smg: ['json'],
    vllm: ['llama3_json', 'xlam'],
    llamacpp: ['Generic', 'Hermes 2 Pro'],
    others: ['ExAthena', 'ChatCLI', 'AI SDK middleware'],
  },
  generic: ['vllm', 'ollama'],
  tier: 'bare',
  prompt: {
    ask: 'Answer with one JSON object for each call and nothing else: "name" is the tool and "arguments" an object that fits its schema.',
    render: eachCall((call) => callObject(call)),
  },
  example: '{"name": "scan_shelf", "arguments": {"bay": "B2"}}',
  // A reply that is one JSON string is damaged, and no spelling of the format.
  openers: () => encodedOpeners,
  read: readEncodedReply,
  bare: () => true,
  takesAnnounced: true,
};
