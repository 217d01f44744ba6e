import { example, type WrittenExample } from './example.ts';

export const providerShapes: readonly WrittenExample[] = [
  example(
    'native-openai',
    'Provider shapes',
    'OpenAI: arguments as a string',
    'The arguments are JSON inside a JSON string. Click the card to see their place.',
    {
      native: `[\n  {\n    "id": "call_1",\n    "type": "function",\n    "function": {\n      "name": "read_gauge",\n      "arguments": "{\\"dial\\": \\"water\\", \\"samples\\": 3}"\n    }\n  }\n]`,
      nativeToolCalls: 'true',
    },
    { tone: 'good', calls: ['read_gauge'], codes: ['shape-openai', 'decoded-arguments'] },
  ),
  example(
    'native-anthropic',
    'Provider shapes',
    'Anthropic: tool_use blocks',
    'The input is an object, not a string.',
    {
      text: 'I will check the water gauge.',
      native: `[\n  { "type": "tool_use", "id": "toolu_01", "name": "read_gauge", "input": { "dial": "water" } }\n]`,
      nativeToolCalls: 'true',
    },
    { tone: 'good', calls: ['read_gauge'], codes: ['shape-anthropic'] },
  ),
  example(
    'native-ollama',
    'Provider shapes',
    'Ollama: no id, no type',
    'Ollama’s own chat endpoint sends entries without id and type. 0.4.6 knows no such shape and refuses the reply; 0.19 keeps it as a broken call.',
    {
      native: `[\n  { "function": { "name": "read_gauge", "arguments": { "dial": "steam" } } }\n]`,
      nativeToolCalls: 'true',
    },
    { tone: 'bad', calls: 'error', codes: ['unrecognised-shape'] },
  ),
  example(
    'native-missing-id',
    'Provider shapes',
    'A missing id',
    'The same entry with and without an id under 0.19: the second gets one, which here depends on content and place, so that links reproduce it.',
    {
      native: `[\n  { "id": "a1", "name": "read_gauge", "arguments": { "dial": "oil" } },\n  { "name": "read_gauge", "arguments": { "dial": "steam" } }\n]`,
      profile: 'exathena-head',
    },
    { tone: 'good', calls: ['read_gauge', 'read_gauge'], codes: ['shape-flat-without-id'] },
  ),
  example(
    'native-repairs',
    'Provider shapes',
    '0.19 repairs, drops and renames',
    'A trailing comma is repaired, an exact duplicate dropped, a colliding id renamed, and an entry beyond help becomes a call that says so.',
    {
      native: `[
  { "id": "c1", "type": "function", "function": { "name": "read_gauge", "arguments": "{\\"dial\\": \\"oil\\",}" } },
  { "id": "c2", "type": "function", "function": { "name": "read_gauge", "arguments": "{\\"dial\\": \\"oil\\"}" } },
  { "id": "c1", "type": "function", "function": { "name": "read_gauge", "arguments": "{\\"dial\\": \\"water\\"}" } },
  { "id": "c3", "type": "function", "function": { "name": "open_valve", "arguments": "B2, 40 percent" } }
]`,
      profile: 'exathena-head',
    },
    {
      tone: 'flawed',
      calls: ['read_gauge', 'read_gauge', 'open_valve'],
      codes: ['trailing-comma', 'duplicate', 'id-renamed', 'kept-as-sentinel'],
    },
  ),
];
